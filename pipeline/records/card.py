"""Card: what a curator decides from and a policy filters by; every value with the words that say so."""

from __future__ import annotations

from typing import ClassVar, Generic, Literal, TypeVar

from pydantic import Field

from pipeline.records.base import Json, Record, SourceName, Stored
from pipeline.records.finding import Finding
from pipeline.records.repository import RepositoryFacts

T = TypeVar("T")

PaperKind = Literal["method", "benchmark", "dataset", "analysis", "theory", "survey", "position", "system"]
Direction = Literal["higher", "lower"]
Access = Literal["public", "registration", "gated", "private", "unknown"]


class Evidence(Record):
    """A quote that stands in the document word for word (white space, hyphenation and ligatures folded)."""

    quote: str = Field(min_length=1)
    page: int = Field(ge=1)
    section: str = ""


class Rival(Record, Generic[T]):
    """What the other engine says where rules and model differ; a person decides."""

    value: T
    evidence: tuple[Evidence, ...] = ()
    source: SourceName
    derivation: str | None = None


class Value(Record, Generic[T]):
    """A card value with its proof. None is "the paper does not say", never a guess."""

    value: T | None = None
    evidence: tuple[Evidence, ...] = ()
    source: SourceName = "rules"
    confidence: float = Field(default=0.0, ge=0, le=1)
    derivation: str | None = Field(
        default=None, description="How a value that is not printed follows from one that is: `16 GB from P100`."
    )
    rival: Rival[T] | None = Field(default=None, description="Another answer that has its proof, too.")


class Api(Record):
    """A closed API or service that the work calls, and what for."""

    name: str
    role: Literal["method", "baseline", "data", "judge"]


class Metric(Record):
    """How results are measured."""

    name: str
    direction: Direction | None = None
    definition: str = Field(default="", description="Where the paper prints one.")
    primary: bool = False


class Dataset(Record):
    """What the experiments run on."""

    name: str
    access: Access = "unknown"
    size: str = Field(default="", description="As printed.")
    link: str = ""


class ResultColumn(Record):
    """A column of a result table; levels of a spanning header joined with ` > `."""

    name: str
    direction: Direction | None = None


class ResultRow(Record):
    """A row: its name, whether it is the paper's own, values as printed and as numbers (None where a cell is no number)."""

    name: str
    is_own: bool = False
    printed: tuple[str, ...] = ()
    numbers: tuple[float | None, ...] = ()


class ResultTable(Record):
    """A table of results. Where methods stand in columns it is kept as printed and `methods_in_columns` is true."""

    label: str
    page: int
    caption: str = ""
    main: bool = Field(default=False, description="The table that the headline claim rests on; one at most.")
    methods_in_columns: bool = False
    columns: tuple[ResultColumn, ...] = ()
    own_columns: tuple[int, ...] = ()
    rows: tuple[ResultRow, ...] = ()


class Score(Record):
    """One number of the main table: which method, which metric, what value."""

    method: str
    metric: str
    value: float


class Gap(Record):
    """How far the paper's best is ahead of the strongest baseline; negative where it is behind. Direction is accounted for."""

    metric: str
    points: float = Field(description="In the table's units; a fraction in [0, 1] counts times 100.")
    percent: float = Field(description="Relative to the baseline's absolute value.")


class CardFields(Record):
    """ResearchGym's 13 keys under their own names, then what its authors say they missed."""

    problem_statement: Value[str] = Value[str]()
    motivation: Value[str] = Value[str]()
    methodology: Value[str] = Value[str]()
    hint: Value[str] = Value[str]()
    experimental_settings: Value[tuple[str, ...]] = Value[tuple[str, ...]]()
    gpu_required: Value[bool] = Value[bool]()
    gpu_memory_required: Value[float] = Value[float]()
    compute_requirements: Value[str] = Value[str]()
    api_requirements: Value[tuple[Api, ...]] = Value[tuple[Api, ...]]()
    code_availability: Value[bool] = Value[bool]()
    code_link: Value[str] = Value[str]()
    evaluation_is_objective: Value[bool] = Value[bool]()
    evaluation_metrics: Value[tuple[Metric, ...]] = Value[tuple[Metric, ...]]()

    domain: Value[tuple[str, ...]] = Value[tuple[str, ...]]()
    paper_kind: Value[PaperKind] = Value[PaperKind]()
    method_names: Value[tuple[str, ...]] = Value[tuple[str, ...]]()
    result_tables: Value[tuple[ResultTable, ...]] = Value[tuple[ResultTable, ...]]()
    primary_metric: Value[str] = Value[str]()
    strongest_baseline: Value[Score] = Value[Score]()
    best_own: Value[Score] = Value[Score]()
    gap: Value[Gap] = Value[Gap]()
    datasets: Value[tuple[Dataset, ...]] = Value[tuple[Dataset, ...]]()
    runtime_hours: Value[float] = Value[float]()
    gpu_count: Value[int] = Value[int]()
    gpu_models: Value[tuple[str, ...]] = Value[tuple[str, ...]]()
    model_scale: Value[float] = Value[float]()
    repository: Value[RepositoryFacts] = Value[RepositoryFacts]()
    """Filled from the repository behind `code_link`, never from the paper's words."""


class Provenance(Record):
    """How the card was made; tokens and cost are 0 for the offline rules."""

    engine: str
    prompt: str | None = Field(default=None, description="Name and version of the prompt, such as `card 1`.")
    prompt_digest: str | None = Field(default=None, description="Over the digests of all questions, in order.")
    exchanges: tuple[str, ...] = Field(default=(), description="Digests of the questions: the names of their files.")
    model: str | None = None
    parameters: Json = Field(default_factory=dict, description="As asked for: temperature, most tokens of an answer.")
    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float = 0.0


class Card(Stored):
    """One paper's card."""

    kind: ClassVar[str] = "card"

    paper_id: str
    title: str = ""
    document_digest: str
    fields: CardFields
    findings: tuple[Finding, ...] = ()
    provenance: Provenance
