"""grobid: a paper's structure from a GROBID server, with tables, links and page numbers from the PDF's own text layer."""
