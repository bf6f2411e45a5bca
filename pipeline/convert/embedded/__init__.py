"""A PDF's own text layer as a Document: no service, no model, one dependency (pypdfium2)."""
