"""fetch: a paper's address to its PDF on disk."""

from pipeline.fetch.stage import fetch

__all__ = ["fetch"]
