"""The longest own run in hours: from sentences in any unit, per epoch, from tables; and hours that are something else."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.engine import apply_rules
from pipeline.llm.rules.runtime import runtime
from pipeline.records.card import Value
from pipeline.records.document import Document, Table
from tests.llm.rules.documents import document

WE_PROPOSE = "We propose WidgetNet, a model of widgets. WidgetNet is small. WidgetNet is fast."


def hours(paper: Document) -> Value[float]:
    """The rule's answer after the engine checked the quotes."""
    answers = apply_rules(paper, rules={"runtime": runtime})
    assert answers.findings == ()
    return answers.fields.runtime_hours


TIMES = [
    ("Training took 3.5 days on 8 P100 GPUs.", 84),
    ("We trained the base models for a total of 100,000 steps or 12 hours.", 12),
    ("The big models were trained for 300,000 steps (3.5 days).", 84),
    ("All policies were trained for 3 million timesteps and each training instance required less than 4 hours.", 4),
    ("The training converges in less than 12 minutes on a single GPU.", 0.2),
    ("The runtime is about 3-4 hours for one seed on one game.", 4),
    ("Each single training trial ranges from 4 hours to 10 hours, depending on the environment.", 10),
    ("The whole search takes 22h12m35s.", 22.2097),
    ("Pre-training takes about two weeks.", 336),
    ("All experiments finish within 30min.", 0.5),
    ("Each run takes around half a day.", 12),
    ("Training our model takes 1 hour and 30 minutes.", 1.5),
    ("While FooNet takes 9 days, our model is trained in 2 days.", 48),
    ("Our training takes 5 hours, whereas FooNet needs 40 hours.", 5),
    ("We reduce the training time from 10 days to 2 days.", 48),
    ("On average, each search takes only 1,800.5 seconds.", 0.5001),
    ("This took ∼30 hours, using a single GPU.", 30),
    ("The total amount of computing time was around 300 hours.", 300),
    ("Compared to FooNet, our model trains 2.7× faster (in 9.5 hours vs. 25.5 hours).", 9.5),
    ("Training took about 3 min/run.", 0.05),
    ("It took us 36h to train the large model.", 36),
]


@pytest.mark.parametrize(("sentence", "expected"), TIMES)
def test_times_in_sentences(sentence: str, expected: float) -> None:
    """Any unit, words, clocks, ranges (the upper end), and only the own side of a comparison."""
    value = hours(document("We study widgets.", sentence))
    assert value.value == pytest.approx(expected, abs=1e-4)
    assert [e.quote for e in value.evidence] == [sentence]


NO_RUN = [
    "The annotators finished the task in 6 hours.",
    "Workers are paid $15 per hour and took 35 minutes.",
    "If a method runs for more than 900 minutes, it is considered to fail.",
    "No method finished the test runs within the maximum dedicated time of four hours.",
    "We set a time limit of 24 hours for all experiments.",
    "We train on 1,000 hours of speech.",
    "The model forecasts 24 hours ahead and is trained on hourly data.",
    "Each training step took about 0.4 seconds.",
    "Training takes 0.2 seconds per iteration.",
    "Inference takes 3 seconds for each image.",
    "Our model is 3 hours faster in training.",
    "They trained for 30 days.",
    "Foo et al. (2020) trained their model for 30 days.",
    "The runtime of FooNet is 90 minutes.",
    "Building the data took 200 annotation hours and 10k CPU core hours.",
    "We train with a batch size of 2K and optimize 3D assets in 2D.",
    "We use data that was collected over 10 days and train on all of it.",
    "We run the simulation for 100 days.",
    "We treat each of the 10 days as its own run.",
    "All algorithms are stopped after 12 hours of compute time.",
    "We initially tried grid search; running it once took over 3 days.",
    "This results in a total runtime of around 1.2 sec. for all samples.",
    "Training time is reduced by 9×, from 84 hours to 9.5.",
    "In comparison, the exact solver ran for up to 30 minutes.",
    "The digits are all 1s and 7s, and we train on both.",
    "Since the 1990s, we run Bayesian experiments.",
    "We optimize min (a, b) over 2 min (c, d) in every step of training.",
    "Boxes have a score (Fig. 1h) and we train on them.",
    "Each subject underwent exams taking place 15 days and 3 months after the start.",
    "The attack is simple and took us less than a day of work to implement.",
    "Each run of the scanner showed fixation blocks and lasted 358s.",
    "We sample every 5 minutes and train on all samples.",
    "Our method scales to forty times the size of the ones in training.",
    "For FooNet, we set the permissible search time to 8 minutes.",
]


@pytest.mark.parametrize("sentence", NO_RUN)
def test_hours_of_something_else(sentence: str) -> None:
    """People's time, limits, recorded and forecast time, steps, inference, other people's runs: not said."""
    assert hours(document("We study widgets.", sentence)).value is None


def test_related_work_does_not_count() -> None:
    """Times in a section on other work are other people's."""
    assert hours(document("Training takes 3 days.", heading="Related work")).value is None


def test_time_per_epoch_times_epochs() -> None:
    """A time per epoch is multiplied by the number of epochs that is printed nearby, and both are proof."""
    paper = document(
        "We train the model for 2 epochs.", "We use Adam.", "Each training epoch takes approximately 1-2 days."
    )
    value = hours(paper)
    assert value.value == 96
    assert value.derivation == "48 h per epoch x 2 epochs"
    assert len(value.evidence) == 2


def test_epochs_of_the_other_side_do_not_count() -> None:
    """The epochs behind `in contrast to` are another model's; of a range of epochs the upper end."""
    text = "Our model required only 120-140 epochs to train, and each epoch took 30 minutes in contrast to 350 epochs of FooNet."
    assert hours(document(text)).value == 70


def test_time_per_epoch_alone_says_nothing() -> None:
    """Without the number of epochs the run's time is unknown."""
    assert hours(document("Each training epoch takes 2 days.")).value is None


def test_the_longest_run_counts() -> None:
    """Two own times: the longer."""
    assert hours(document("Training the base model took 12 hours.", "Training the big model took 3 days.")).value == 72


def test_an_own_run_goes_before_what_methods_require() -> None:
    """`requires 4 days` may be said of anybody's method; `our models took 30 hours` may not."""
    paper = document(
        "FooNet employs a decoder, which requires 3-4 days of training.", "Our models took 30 hours of training."
    )
    assert hours(paper).value == 30


def test_gpu_hours_over_a_known_number_of_gpus() -> None:
    """A total in GPU hours is divided by the GPUs; without their number it says nothing."""
    total = "In total, our training took 640 GPU hours."
    assert hours(document(total)).value is None
    value = hours(document("We train on 8 V100 GPUs.", total))
    assert (value.value, value.derivation) == (80, "640 GPU hours on 8 GPUs")


def table(caption: str, columns: tuple[str, ...], *rows: tuple[str, ...]) -> Document:
    """A paper that proposes WidgetNet and has this table."""
    shown = Table(label="Table 3", page=7, caption=caption, columns=columns, rows=rows)
    return document(WE_PROPOSE, tables=(shown,))


def test_table_with_its_unit_in_the_caption() -> None:
    """The own row's largest value, not a slower baseline's."""
    paper = table("Run-times in minutes.", ("Method", "A", "B"), ("FooNet", "712", "3"), ("WidgetNet", "0.29", "69.66"))
    assert hours(paper).value == pytest.approx(1.161)


def test_table_with_its_unit_in_a_column() -> None:
    """Only the column of times is read, in its own unit."""
    paper = table("Cost.", ("Method", "Params (M)", "Time (h)"), ("FooNet", "900", "40"), ("WidgetNet", "700", "8.5"))
    assert hours(paper).value == 8.5


def test_table_with_methods_in_columns_and_clock_times() -> None:
    """The own column, with the unit inside of the cells."""
    paper = table(
        "Convergence.",
        ("Task", "FooNet", "WidgetNet"),
        ("Easy", "2h4m57s", "2h48m51s"),
        ("Hard", "23h20m06s", "22h12m35s"),
    )
    assert hours(paper).value == pytest.approx(22.2097, abs=1e-4)


@pytest.mark.parametrize(
    ("caption", "column"),
    [
        ("Inference time in seconds.", "A"),
        ("Accuracy and run time (second) per instance.", "A"),
        ("Results.", "Accuracy"),
        ("Time.", "A"),
    ],
)
def test_tables_of_something_else(caption: str, column: str) -> None:
    """Inference, times per instance, plain results and times without a unit say nothing of a run."""
    assert hours(table(caption, ("Method", column), ("FooNet", "70"), ("WidgetNet", "80"))).value is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We train on two V100 GPUs. The GPU hours used for training all models sum to roughly 300 hours.", 150),
        ("We train on 512 chips with a batch size of 2048, which takes about 2.5 days.", 60),
        ("The training time was 90.5 ± 11 minutes.", 1.5083),
        ("We split each scenario such that 2.5 minutes are used for training.", None),
        ("For the model we use, each evaluation of f takes approximately 130 seconds.", None),
        ("We train for 6 days, but with limited time and resources we stop there.", 144),
        ("We train on packages shipped during a 45-day period.", None),
        ("We use 60 days user click logs as our training data.", None),
        ("For training we use a hierarchy with 15-min base frequency.", None),
        ("We ran live experiments for 10 days as A/B tests.", None),
        ("Training FooNet for 15 epochs takes similar times (10m40s vs. 10m54s).", None),
    ],
)
def test_whose_hours(text: str, expected: float | None) -> None:
    """Hours of GPUs are shared among them; spans of data, of tests on users, and of one of two methods are no run times."""
    assert hours(document(text)).value == (None if expected is None else pytest.approx(expected, abs=1e-3))
