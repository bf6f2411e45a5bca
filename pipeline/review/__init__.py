"""review: what people say of cards: decisions on papers, and judgements on single values."""
