"""Names of data sets in a sentence: beside the word, in a list behind it, or where experiments are said to run."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NOUN = r"(?i:data ?sets?|benchmarks?|corpus|corpora|environments?|test ?beds?|test suites?)"
_CITE = r"(?:\s*(?:\((?:[A-Z][^()]*?\d{4}[a-z]?[^()]*)\)|\[[^\]]{1,80}\]|[A-Z][a-z]+ et al\.? \(\d{4}\)))"
_WORD = r"(?:[A-Z][\w+.'’/-]*[\w+]|[A-Z]|[a-z]+[A-Z]\w+|\d+[A-Z]\w*)"
_NAME = rf"{_WORD}(?:[ ](?:{_WORD}|\d{{1,4}}K?|v\d(?:\.\d)?|of)(?![\w-])){{0,4}}"
_SHORT = r"\((?P<short>[A-Z][A-Za-z0-9-]{1,9})\)"
_ONE = rf"(?:the )?{_NAME}(?:\s*\([A-Z][\w-]{{1,9}}\))?{_CITE}?"
_LIST = rf"{_ONE}(?:(?:,|,? and|;|,? or)\s*{_ONE})*"
_BEFORE = re.compile(rf"(?P<list>{_LIST})\s+(?:[a-z-]+\s+){{0,2}}{_NOUN}\b")
_AFTER = re.compile(
    rf"\b{_NOUN}(?:\s+[\w-]+){{0,5}}?,?\s*(?::|\(|such as|including|include|namely|called|named|i\.e\.,?|like|(?<=s)\s(?=[A-Z]))\s*"
    rf"(?:such as |including |namely |i\.e\.,? )?(?P<list>{_LIST})"
)
_ON = re.compile(
    r"\b(?:evaluat\w+|experiment\w*|test(?:ed|s)?|train(?:ed)?|fine-?tun\w+|results?|performance|compar\w+|tasks?)\b"
    rf"[^.;]{{0,60}}?\b(?:on|from)\s+(?P<list>{_LIST})"
)
_IS_A = re.compile(
    rf"(?P<list>{_ONE})\s+(?:is|are|consists? of|contains?|comprises?|provides)\s+[^.]{{0,60}}?(?:{_NOUN}|\d[\d,]*)\b"
)
_CITED = re.compile(rf"(?P<list>{_NAME}(?:\s*\([A-Z][\w-]{{1,9}}\))?{_CITE})")
_RUN_IN = re.compile(rf"(?:^|(?<=[a-z] ))(?P<list>{_NAME}\s*\([A-Z][\w-]{{1,9}}\))\s*[.:]\s+(?=[A-Z])")
_OWN = re.compile(
    rf"(?P<before>{_NAME}),? (?:is )?(?:an?|the first|the) (?:[\w-]+ ){{0,6}}?(?:{_NOUN}|suite)\b"
    rf"|{_NOUN},?\s+(?P<after>{_NAME})(?=[,.;]|$)|(?P<plain>{_NAME}) {_NOUN}\b"
)
# words that open a sentence before the name
_OPENS = re.compile(
    r"(?:The|We|Our|In|On|For|This|These|To|As|All|It|Both|Each|A|An|Most|Since|However|Moreover|Then|Following|Given|Existing"
    r"|Several|Other|Finally|First|Second|Also|There|Additionally|Specifically|Although|While|With|Here|Thus|Note|When|After"
    r"|Does|Do|Did|Is|Are|Was|Were|Has|Have|Will|Would|Can|Could|How|What|Which|Who|Why|Where|If"
    r"|Similarly|Furthermore|From|Using|Unlike|By|Across|Over|Among|Within|Data ?sets?|Benchmarks?|Environments?|Domains?)"
)
# words with a capital that are no names of data
_OTHER_NAME = re.compile(
    r"(?:Tab(?:le)?|Fig(?:ure)?|Section|Sec|Appendix|Eq|Equation|Algorithm)\b.*"
    r"|(?:Results?|Experiments?|Evaluations?|Classification|Regression|English|Chinese|German|French|GPUs?|CPUs?|LLMs?|NLP|RL|SOTA"
    r"|QA|AI|ML|DRL|MDPs?|APIs?|NVIDIA|Google|OpenAI|Microsoft|Meta|Python|PyTorch|Adam|BERT|GPT.*|LLaMA.*|Llama.*"
    r"|Transformers?|ResNet.*|Average|Avg\.?|Mean|Total|Overall|Train(?:ing)?|Test(?:ing)?|Dev|Validation)"
)
# a count, a symbol with its index, a model with its size
_NO_DATA = re.compile(
    r"[\d.,\s]+[A-Z]?|[A-Z]{1,2}|[A-Z]{2,5}s|.*[ -]\d+(?:\.\d+)?[BM](?:[ -].*)?"
    r"|.*(?:Learning|Tuning|Optimi[sz]ation|Networks?|Models?|Training|Processing|Descent|Mixing)"
    r"|(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)"
)


def tidy(text: str) -> str:
    """A name without its article, reference, marks and spare blanks; empty where nothing like a name is left."""
    text = re.sub(rf"{_CITE}|[*†‡§↑↓]|\s*\((?:%|ours|[^()]*=[^()]*)\)", "", text).strip(" ,.;:")
    words = re.sub(r"^(?:the|The|and) ", "", text).split()
    while words and _OPENS.fullmatch(words[0]):
        words = words[1:]
    text = " ".join(words)
    named = (
        2 <= len(text) <= 60
        and any(c.isupper() for c in text)
        and not _NO_DATA.fullmatch(text)
        and not _OTHER_NAME.fullmatch(text)
    )
    return text if named else ""


def names_in(text: str, *, listing: bool = False) -> Iterator[str]:
    """Names of data sets that the sentence states.

    `listing`: the section is about data, so that any name with a reference or a run-in head with a short form counts.
    """
    patterns = (_BEFORE, _AFTER, _ON, _IS_A, *((_CITED, _RUN_IN) if listing else ()))
    given: set[str] = set()
    for pattern in patterns:
        for match in pattern.finditer(text[:2000]):
            if pattern in (_IS_A, _ON) and not re.search(rf"{_CITE}|{_NOUN}", match[0]):
                continue
            for name in _split(match["list"]):
                plain_word = re.fullmatch(r"[A-Z][a-z]+", name) and match.start("list") == 0
                if (
                    name not in given
                    and not _is_author(name, text)
                    and not (plain_word and pattern is _IS_A and not re.search(_CITE, match["list"]))
                ):
                    given.add(name)
                    yield name


def _is_author(name: str, text: str) -> bool:
    """`Kolve et al.`: the name is that of who wrote it."""
    return bool(re.search(rf"(?<![\w-]){re.escape(name)},? et al\b", text))


def concepts(text: str) -> Iterator[str]:
    """Short forms of what is written small, `out-of-distribution (OOD)`: no names, unless a word for data stands before."""
    for match in re.finditer(rf"\b(?P<word>[a-z][a-z-]{{2,}})\s*{_SHORT}", text[:2000]):
        if not re.fullmatch(_NOUN, match["word"]) and match["word"][0].upper() in match["short"].upper():
            yield match["short"]


def _split(listed: str) -> Iterator[str]:
    for part in re.split(r",? and (?=(?:the )?[A-Z\d])|[,;]\s*(?:and |or )?|,? or ", re.sub(_CITE, "", listed)):
        if name := tidy(re.sub(r"\s*\([A-Z][\w-]{1,9}\)$", "", part.strip())):
            yield name


def own_data(text: str) -> Iterator[str]:
    """Names that the sentence calls a data set, a benchmark or an environment."""
    for match in _OWN.finditer(text[:2000]):
        if name := tidy(match["before"] or match["after"] or match["plain"]):
            yield name


def abbreviations(text: str) -> Iterator[tuple[str, str]]:
    """`Riverswim (RS)`: the name and its short form, where the short form's first letter begins the name."""
    for match in re.finditer(rf"(?P<long>{_NAME})\s*{_SHORT}", text[:2000]):
        name = tidy(match["long"])
        if name and name[0] == match["short"][0]:
            yield name, match["short"]
