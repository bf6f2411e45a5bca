"""Settings: what the environment says, read once at the edge and passed on. The only reader of the environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from pipeline.errors import UsageError

ConverterName = Literal["auto", "embedded", "grobid"]
EngineName = Literal["rules", "model"]


class Settings(BaseSettings):
    """Every setting is an environment variable: its name here in upper case behind `PAPER2TASK_`."""

    model_config = SettingsConfigDict(env_prefix="PAPER2TASK_", frozen=True, extra="ignore")

    data: Path = Field(default=Path(".paper2task"), description="Data folder: downloads, leases, logs.")
    contact: str = Field(
        default="", description="E-mail or address sent with each request, so that a site can reach you."
    )
    jobs: int = Field(
        default=8, ge=1, le=64, description="Papers under way at once; most of the time they wait for servers."
    )
    cpus: int = Field(
        default=max(1, os.cpu_count() or 1), ge=1, le=256, description="Processes that convert and read papers."
    )
    timeout_s: float = Field(
        default=30.0, gt=0, description="Seconds without a byte after which a request counts as stalled."
    )
    deadline_s: float = Field(default=600.0, gt=0, description="Seconds that one download may take in all.")
    retries: int = Field(
        default=4, ge=0, le=10, description="How often a request is tried again after 429, 5xx or a broken connection."
    )
    host_interval_s: float = Field(default=0.5, ge=0, description="Least seconds between two requests to one host.")
    host_connections: int = Field(default=4, ge=1, le=32, description="Most connections to one host at once.")
    max_pdf_mb: int = Field(default=200, ge=1, description="A PDF larger than this is refused.")
    convert_s: float = Field(default=300.0, gt=0, description="Seconds that one paper may take to convert.")
    convert_memory_mb: int = Field(
        default=4096, ge=256, description="Address space that one converting process may use."
    )
    converter: ConverterName = Field(default="auto", description="auto, embedded or grobid.")
    grobid_url: str = Field(default="http://localhost:8070", description="Where a GROBID server would answer.")
    mirror: Path | None = Field(
        default=None,
        description="Folder with copies of repositories (owner/name or owner+name), read instead of asking hosts.",
    )
    lease_s: float = Field(
        default=60.0, gt=1, description="Seconds of silence after which another worker's unit is taken over."
    )
    engine: EngineName = Field(default="rules", description="rules (offline), or model, checked by the rules.")
    llm_base_url: str = Field(default="", description="Server of an OpenAI-compatible model, up to and with /v1.")
    llm_model: str = Field(default="", description="The model's name, as its server knows it.")
    llm_api_key: SecretStr = Field(default=SecretStr(""), description="Its key; a server of one's own needs none.")
    llm_jobs: int = Field(default=4, ge=1, le=64, description="Questions to the model under way at once.")
    llm_per_minute: float = Field(
        default=0, ge=0, description="Most questions to the model in a minute; 0 is no limit."
    )
    llm_timeout_s: float = Field(default=120.0, gt=0, description="Seconds of silence that count as a stalled answer.")
    llm_context: int = Field(default=32_000, ge=1024, description="Tokens that the model takes, question and answer.")
    llm_max_tokens: int | None = Field(
        default=None, ge=64, description="Most tokens of an answer; default the prompt's."
    )
    llm_prices: Path | None = Field(default=None, description="Your own file of prices, like pipeline/llm/prices.toml.")
    llm_max_usd_run: float = Field(
        default=5.0,
        ge=0,
        description="US dollars that one venue, prompt and model may cost, however often interrupted.",
    )
    llm_max_usd_venue: float = Field(default=20.0, ge=0, description="US dollars that one venue may cost in all.")
    openreview_username: str = Field(default="", description="Login for OpenReview, which refuses anonymous calls.")
    openreview_password: SecretStr = Field(default=SecretStr(""), description="Its password.")
    semantic_scholar_key: SecretStr = Field(default=SecretStr(""), description="Optional key for Semantic Scholar.")


def load_settings(**overrides: Any) -> Settings:
    """The settings of this process; `overrides` (command-line options that were given) win. UsageError on a bad value."""
    try:
        return Settings(**{key: value for key, value in overrides.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        raise UsageError(f"setting PAPER2TASK_{name} is {first['input']!r}: {first['msg']}") from error
