"""The command line: one file per group of verbs, thin; only `console.py` prints."""
