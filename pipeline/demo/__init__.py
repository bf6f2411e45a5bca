"""The demo venue that ships with the program: four short papers written for it, a listing, and a server on this machine.

`papers/` holds the texts, `make_papers.py` sets them as PDFs into `venue/` (it needs the development extra), and
`serve.py` serves that folder. What each paper is there to show stands in `papers/README.md`.
"""
