"""What a sentence says of GPUs: needed or not, how many, how much memory, which; and what it only seems to say."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.compute import compute
from pipeline.llm.rules.engine import Answers, apply_rules
from tests.llm.rules.documents import document


def answers(*sentences: str, heading: str = "Experimental setup") -> Answers:
    """What the rule says of a paper with these sentences, after the engine checked the quotes."""
    return apply_rules(document(*sentences, heading=heading), rules={"compute": compute})


STATED = [
    # sentence, count, GB of one card
    ("We train the model on a single Titan V GPU (12G memory) for 2 epochs.", 1, 12),
    ("All experiments are performed on one RTX 3080 Ti GPU and require GPU memory less than 12G.", 1, 12),
    ("Training converges within minutes on a single NVIDIA Quadro RTX 5000 GPU with 16 GB memory.", 1, 16),
    ("We use four NVIDIA RTX 3090 (24GB) GPUs for training.", 4, 24),
    ("All models are trained on 8×A100 GPUs (40GB).", 8, 40),
    ("We use single 4 × A100-80GB GPU nodes or 4 × H100-80GB GPU nodes for all experiments.", 4, 80),
    ("Experiments were performed with 2-8x NVIDIA H100 80G GPU on a cloud.", 8, 80),
    ("We train on two 40 GB A100 cards.", 2, 40),
    ("We pre-train on 4 nodes with 8 V100 GPUs each with 32GB memory.", 32, 32),
    ("The model is trained on 16 nodes, each with 8 A100 80GB GPUs.", 128, 80),
    ("We train on an NVIDIA GeForce RTX 4090 with 24 GB VRAM.", 1, 24),
    ("The model was trained on a GeForce GTX TITAN X 12 GB GPU.", 1, 12),
    ("Our model was trained with 24GB of GPU memory on two GPUs.", 2, 24),
]


@pytest.mark.parametrize(("sentence", "count", "gb"), STATED)
def test_stated_memory(sentence: str, count: int, gb: float) -> None:
    """Printed memory and counts are read as printed, without a derivation; of a range the upper end."""
    fields = answers(sentence).fields
    assert fields.gpu_required.value is True
    assert (fields.gpu_count.value, fields.gpu_memory_required.value) == (count, gb)
    assert fields.gpu_memory_required.derivation is None


DERIVED = [
    ("We trained our models on one machine with 8 NVIDIA P100 GPUs.", 8, 16, "16 GB from P100"),
    ("Experiments were run on a single NVIDIA GeForce GTX 2080Ti GPU.", 1, 11, "11 GB from GTX 2080 Ti"),
    ("We use one RTX A6000 to run all the experiments.", 1, 48, "48 GB from RTX A6000"),
    ("All experiments were run on 4x A100.", 4, 80, "80 GB from A100 (also sold with 40 GB)"),
    ("We run on clusters equipped with NVIDIA A100 or H800 GPUs.", None, 80, "80 GB from A100"),
    ("Experiments used an Intel i7 CPU, 64GB of RAM and a single NVIDIA RTX-2080 Ti.", 1, 11, "11 GB from RTX 2080 Ti"),
    (
        "The code was written in FooLib (Foo et al., 2019) and ran on Nvidia GeForce RTX 3090 GPU.",
        None,
        24,
        "24 GB from RTX 3090",
    ),
    (
        "It uses FooLib (Foo et al., 2017) and the training was done on NVIDIA RTX2080 GPUs.",
        None,
        8,
        "8 GB from RTX 2080",
    ),
    (
        "Training took 1.5 hours (Intel Xeon 16 core CPUs, 384 GB Memory, NVIDIA Tesla A100 GPU).",
        None,
        80,
        "80 GB from A100",
    ),
    (
        "All experiments were run on a cluster with nodes containing 8 NVIDIA RTX A5000 GPUs.",
        None,
        24,
        "24 GB from RTX A5000",
    ),
    ("We train on NVIDIA Tesla T4 GPUs.", None, 16, "16 GB from T4"),
]


@pytest.mark.parametrize(("sentence", "count", "gb", "derivation"), DERIVED)
def test_memory_from_the_model(sentence: str, count: int | None, gb: float, derivation: str) -> None:
    """Where no memory is printed it follows from the card, and the card says how; RAM is not taken for it."""
    fields = answers(sentence).fields
    assert (fields.gpu_count.value, fields.gpu_memory_required.value) == (count, gb)
    assert (fields.gpu_memory_required.derivation or "").startswith(derivation)


CPU_ONLY = [
    "Experiments were performed on an Intel Core i7 CPU @ 2.80GHz and 16GB of RAM, without the use of GPU.",
    "All algorithms were executed on a Ubuntu 20.04 with 3.0 GHz Intel processor and 32 GB of RAM.",
    "No GPUs were used in this research.",
    "We made all the calculations using a desktop computer with CPU Intel Core i5-4690, 3.5 GHz.",
    "All experiments were run on CPUs only; we do not require a GPU.",
]


@pytest.mark.parametrize("sentence", CPU_ONLY)
def test_cpu_only(sentence: str) -> None:
    """Said, or a CPU machine named with no GPU anywhere: no GPU, none counted, no GPU memory."""
    fields = answers(sentence).fields
    assert fields.gpu_required.value is False
    assert (fields.gpu_count.value, fields.gpu_memory_required.value, fields.gpu_models.value) == (0, 0, ())


NOTHING = [
    "We evaluate on three data sets and report accuracy.",
    "The Extended Neural GPU is a baseline that we train with its defaults.",
    "We used values of 2.8, 3.7, 6.0 and 9.5 TFLOPS for K80, K40, M40 and P100 GPUs, respectively.",
    "Notably, the model can be deployed on a single GPU with 40GB of memory.",
    "They trained their model on 512 V100 GPUs.",
    "Smith et al. (2020) use 64 V100 GPUs for a week.",
    "Sections T4 and A10 of the survey are used in the experiments.",
    "This step could be sped up by the GPU, which we did not attempt.",
    "A rough estimate suggests that the network could be trained on few GPUs within a week.",
    "The detector runs at 65 FPS on a Tesla V100.",
    "The sampler ex-P100 evaluates h at every step.",
    "Deep learning methods require GPUs to run, while the boosting methods only use CPUs.",
    "We analyse GPUCB, a bandit algorithm, and run experiments with it.",
    "The layers were split, which was designed for two GPUs in [3].",
    "In total, training took 640 GPU hours.",
    "We use a world model that is state of the art on numerous single-GPU benchmarks.",
    "We develop GPU kernels with CUDA to speed up training.",
    "We thank the laboratory for GPU compute.",
    "On a standard desktop GPU, training should take a few hours.",
    'import os os.environ["CUDA_VISIBLE_DEVICES"] = "0" # determine GPU number os.environ["TF_GPU"] = "true" train_model()',
]


@pytest.mark.parametrize("sentence", NOTHING)
def test_what_only_seems_to_speak_of_the_own_runs(sentence: str) -> None:
    """Model names, estimates, deployment, other people's hardware, thanks and listings say nothing of what is needed."""
    fields = answers(sentence).fields
    assert fields.gpu_required.value is None
    assert (fields.gpu_count.value, fields.gpu_memory_required.value, fields.gpu_models.value) == (None, None, None)


def test_related_work_does_not_count() -> None:
    """Hardware in a related-work section is other people's."""
    assert answers("We note training on 8 V100 GPUs.", heading="Related Work").fields.gpu_required.value is None


def test_a_cpu_machine_beside_any_gpu_is_no_proof() -> None:
    """A CPU server is named, but code or prose elsewhere speaks of a GPU: the paper does not say."""
    fields = answers(
        "All experiments were run on an Intel Xeon server.", "The network could also be exported for a GPU with CUDA."
    ).fields
    assert fields.gpu_required.value is None


def test_a_total_that_is_not_printed_stays_open() -> None:
    """GPUs per node without the number of nodes give no count, even where a side experiment uses one GPU."""
    fields = answers(
        "We train on clusters. Each node in the A100 cluster contains 8 GPUs.", "We test on a single GPU."
    ).fields
    assert fields.gpu_required.value is True
    assert fields.gpu_count.value is None


def test_the_largest_run_counts() -> None:
    """Several own runs: the count and memory of the largest, with its own sentence as proof."""
    fields = answers("We fine-tune with a single H100 GPU.", "We train the large model on 8 H100 80G GPUs.").fields
    assert (fields.gpu_count.value, fields.gpu_memory_required.value) == (8, 80)
    assert fields.gpu_count.evidence[0].quote == "We train the large model on 8 H100 80G GPUs."


def test_models_are_listed_once_as_printed() -> None:
    """A model named twice is one model; its short form adds nothing."""
    fields = answers("We train on NVIDIA A100 GPUs.", "Fine-tuning uses one A100 and one RTX 3090.").fields
    assert fields.gpu_models.value == ("NVIDIA A100", "RTX 3090")


def test_all_experiments_go_before_side_runs() -> None:
    """What is said of all experiments is the answer; a card that only times something does not raise it."""
    fields = answers(
        "We use NVIDIA Tesla V100 for all experiments.", "We use an NVIDIA Quadro RTX8000 for Table 1."
    ).fields
    assert (fields.gpu_count.value, fields.gpu_memory_required.value) == (None, 32)


def test_sizes_of_several_runs() -> None:
    """A size printed for one card does not stand for a larger card; a size printed elsewhere for the same card does."""
    fields = answers(
        "We train the small model on a TITAN X 12 GB GPU.", "We train the large model on an RTX 3090 GPU."
    ).fields
    assert (fields.gpu_memory_required.value, fields.gpu_memory_required.derivation) == (24, "24 GB from RTX 3090")
    fields = answers(
        "All models were trained on a single V100.", "All models were trained on a V100 card with 16GB memory."
    ).fields
    assert fields.gpu_memory_required.value == 16


def test_what_the_work_needs_goes_before_what_the_card_has() -> None:
    """A size of GPU memory without a card is the need."""
    fields = answers("We train on RTX 3090 GPUs.", "Training requires less than 10GB of GPU memory.").fields
    assert (fields.gpu_memory_required.value, fields.gpu_memory_required.derivation) == (10, None)


def test_machines_under_a_hardware_heading() -> None:
    """A bare list of machines counts where the section is about hardware."""
    assert (
        answers("AMD EPYC 7543 32-Core Processors, 256 GiB RAM.", heading="C Hardware").fields.gpu_required.value
        is False
    )
    assert answers("AMD EPYC 7543 32-Core Processors, 256 GiB RAM.", heading="Data").fields.gpu_required.value is None


def test_the_other_side_of_a_comparison_does_not_count() -> None:
    """What others ran on stands behind `whereas`."""
    fields = answers("The set-up differs in that we use a TITAN RTX whereas they have used a TESLA V100.").fields
    assert fields.gpu_memory_required.value == 24


def test_the_checklist_names_no_gpu() -> None:
    """The checklist's question, which every paper of that venue prints, leaves a CPU-only paper CPU-only."""
    question = "The paper should indicate the type of compute workers CPU or GPU, internal cluster, or cloud provider."
    assert answers("All experiments were run on an Intel Xeon server.", question).fields.gpu_required.value is False


def test_artificial_intelligence_is_no_processor() -> None:
    """`Intelligence` begins with a maker's name; it is no machine."""
    assert answers("We run experiments on Artificial Intelligence.").fields.gpu_required.value is None


def test_requirements_are_the_sentences() -> None:
    """`compute_requirements` is what the paper prints, in its order."""
    text = "We train on 8 V100 GPUs."
    assert answers("We like widgets.", text).fields.compute_requirements.value == text


@pytest.mark.parametrize(
    ("text", "gb", "count"),
    [
        ("We ran our experiments on RTX 2080 Tis and V100s.", 32, None),
        ("We train on one H200 node. Each worker trains with 1 GPU and 32 GB memory.", 141, 1),
        ("We select the number of heads fitting into our GPU memory of 8 GB.", 8, None),
        ("A total of 100 populations were evolved over 50 generations, utilizing an RTX 2070 GPU.", 8, 1),
        ("Our experiments ran on A100s in clusters. All experiments used a single GPU at a time.", 80, 1),
    ],
)
def test_plurals_parts_and_all(text: str, gb: float, count: int | None) -> None:
    """Names in the plural are names; memory beside a GPU is the machine's; what is said of all experiments goes first."""
    fields = answers(text).fields
    assert (fields.gpu_memory_required.value, fields.gpu_count.value) == (gb, count)


def test_an_alternative_is_no_setup() -> None:
    """`one hour on a TPU, or a few hours on a GPU` does not count GPUs."""
    assert answers("We can train it in 1 hour on a single TPU, or a few hours on a GPU.").fields.gpu_count.value is None


def test_latencies_are_of_use() -> None:
    """The card on which latencies were measured is not the one that trained."""
    text = "Run time latencies were measured using an NVIDIA 3080 Ti GPU."
    fields = answers(text, "We train on 8 GPUs each with 4 samples per batch.").fields
    assert (fields.gpu_models.value, fields.gpu_count.value) == (None, 8)
