"""The nouns: frozen, strict records, one kind per file. They know nothing of files, networks or stages."""
