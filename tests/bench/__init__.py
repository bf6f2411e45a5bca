"""Benchmarks: what is measured, not what must hold. `python -m tests.bench [name ...]` prints the figures."""
