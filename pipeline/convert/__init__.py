"""convert: PDF to document. One file per converter, chosen from `CONVERTERS`."""
