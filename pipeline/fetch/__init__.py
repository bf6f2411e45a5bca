"""fetch: a paper's address to its PDF on disk."""
