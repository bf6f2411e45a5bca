"""Prefect flows: retries, concurrency, batching and deployments around the stages of `pipeline`."""
