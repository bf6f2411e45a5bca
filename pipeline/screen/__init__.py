"""screen: card and policy to verdict."""
