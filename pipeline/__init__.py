"""paper2task: from a conference's award papers to runnable research tasks. `pipeline/stages.py` is the table of contents."""

__version__ = "0.1.0"
