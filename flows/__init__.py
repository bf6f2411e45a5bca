"""Prefect flows: retries, concurrency, batching and deployments around the stages of `pipeline`."""

from pipeline.errors import UsageError

try:
    import prefect  # noqa: F401 - asked for here once, so that every flow ends with the same clear message
except ImportError as error:
    raise UsageError("flows need Prefect: pip install 'paper2task[flows]'") from error
