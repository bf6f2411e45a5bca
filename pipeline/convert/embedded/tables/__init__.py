"""Captioned tables: each caption with the rows of its body, and the area that leaves the running text.

`extent` finds the body, `lines` and `columns` its cells, `header` and `rows` its structure, `reading` puts them together.
"""
