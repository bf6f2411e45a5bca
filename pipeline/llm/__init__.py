"""Asking for a card: the offline rules here and language models speak one protocol."""
