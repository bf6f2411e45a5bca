"""Words broken by a line's end: closed up, or compounds that keep their hyphen."""

from __future__ import annotations

import pytest

from pipeline.convert.embedded.hyphens import unbroken, vocabulary


@pytest.mark.parametrize(
    ("lines", "known", "text"),
    [
        (["extrac\u00ad", "tion of"], "", "extraction of"),
        (["state-of-the\u00ad", "art here"], "the art of", "state-of-the-art here"),
        (["end-to-", "end here"], "our end-to-end model", "end-to-end here"),
        (["SWE\u00ad", "Bench here"], "on SWE-Bench and SWE-Bench, not swebench", "SWE-Bench here"),
        (["GPT\u00ad", "4 here"], "", "GPT-4 here"),
        (["SciB\u00ad", "ERT is"], "our SciBERT is", "SciBERT is"),
        (["Hsu\u00ad", "Han Ooi"], "", "Hsu-Han Ooi"),
        (["LoRA\u00ad", "trained model"], "", "LoRA-trained model"),
        (["the agent\u00ad", "verifier pair"], "an agent and a verifier are", "the agent-verifier pair"),
        (["at sentence\u00ad", "and token-level"], "", "at sentence- and token-level"),
        (["one line", "", "another"], "", "one line another"),
        (["see https://example.org/a-", "b/c for it"], "", "see https://example.org/a-b/c for it"),
    ],
)
def test_unbroken(lines: list[str], known: str, text: str) -> None:
    """Broken words are closed up; the document's own words tell a compound."""
    assert unbroken(lines, vocabulary([known + " end"])) == text


def test_vocabulary_leaves_out_what_may_be_broken() -> None:
    """The last word of a line may be half of one."""
    assert dict(vocabulary(["Our end-to-end mod", "one One"])) == {"our": 1, "end-to-end": 1, "one": 1}
