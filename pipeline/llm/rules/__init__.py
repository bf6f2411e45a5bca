"""The offline rules engine: one file per question, each reading the document and answering with evidence.

A rule is a function `Reading -> dict` of card keys to `Value`. It answers only what the text says; a key that it leaves
out, or a `Value()` without a value, means "the paper does not say".
"""
