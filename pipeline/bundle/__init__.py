"""bundle: from a recipe to a task. So far: a draft of its instruction, from the card."""
