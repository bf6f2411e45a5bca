"""extract: document to card."""
