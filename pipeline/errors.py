"""Our errors, and what each means for the unit at hand and for the exit code.

    Paper2TaskError
    ├── UsageError          the caller asked for something that cannot be               exit 2
    ├── InputError          a unit's input is at fault: the unit is `failed`            exit 1
    │   ├── MissingError    there is nothing at its address (404, 410)
    │   └── RefusedError    it was refused for safety (a path out, a bomb, a size cap)
    ├── ServiceError        a tool or service of ours is at fault: the unit is `broken` exit 1
    │   └── StorageError    our own disk or folder: full, not writable, held by another
    └── Skip                nothing to do, with the reason: the unit is `skipped`       exit 0

Anything else that is raised is a bug of ours (exit 3); a keyboard interrupt ends with 130.
Messages are one line: what is wrong, then what to do.
"""

from __future__ import annotations


class Paper2TaskError(Exception):
    """Base of all errors that we raise on purpose; `str(error)` is a line for a person."""


class UsageError(Paper2TaskError):
    """The caller asked for something that cannot be: an unknown name, a broken manifest."""


class InputError(Paper2TaskError):
    """The input of one unit is at fault; trying again without changing it gives the same."""


class MissingError(InputError):
    """There is nothing at the input's address."""


class RefusedError(InputError):
    """The input was refused for safety."""


class ServiceError(Paper2TaskError):
    """A tool or service is at fault; trying again later may work."""


class StorageError(ServiceError):
    """Our own storage is at fault."""


class Skip(Paper2TaskError):  # noqa: N818 - it is an outcome, not an error
    """The unit needs no work; the message says why."""
