"""The files of deployments and work pools: what they name exists."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from flows.ingest import ingest_venue
from tests.flows.stack import REPO

FILES = ("prefect.yaml", "flows/pools/docker.yaml", "flows/pools/kubernetes.yaml")


def _deployments(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((REPO / name).read_text())["deployments"]
    return found


@pytest.mark.parametrize("name", FILES)
def test_deployments_name_the_flow_and_its_parameters(name: str) -> None:
    """The entry point is the flow, each parameter is one of its own, and telemetry is off."""
    for deployment in _deployments(name):
        assert deployment["entrypoint"] == "flows.ingest.ingest_venue"
        assert set(deployment.get("parameters", {})) <= set(inspect.signature(ingest_venue.fn).parameters)
        environment = deployment["work_pool"]["job_variables"]["env"]
        assert environment["DO_NOT_TRACK"] == "1"
        assert environment["PREFECT_SERVER_ANALYTICS_ENABLED"] == "false"


def test_the_kubernetes_template_uses_only_what_it_declares() -> None:
    """Every `{{ name }}` of the job is a variable, and every variable of the deployment too."""
    template = json.loads((REPO / "flows/pools/kubernetes-job.json").read_text())
    declared = set(template["variables"]["properties"])
    used = set(re.findall(r"\{\{ (\w+) \}\}", json.dumps(template["job_configuration"])))
    assert used <= declared
    assert set(_deployments("flows/pools/kubernetes.yaml")[0]["work_pool"]["job_variables"]) <= declared


def test_every_parameter_is_described() -> None:
    """Prefect shows the docstring's lines beside the parameters."""
    described = set(re.findall(r"^\s+(\w+): ", inspect.getdoc(ingest_venue.fn) or "", re.MULTILINE))
    assert set(inspect.signature(ingest_venue.fn).parameters) <= described


def test_the_image_leaves_out_what_is_not_ours_to_copy() -> None:
    """Documents are whole papers of their authors, and data folders hold their PDFs."""
    ignored = (REPO / ".dockerignore").read_text().split()
    assert {"**/*.document.json", ".paper2task", ".git"} <= set(ignored)
    assert Path(REPO / "flows/pools/Dockerfile").is_file()
