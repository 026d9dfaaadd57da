"""One case of a sweep on a worker of a cluster. Sent there as it is: only the standard library, no other part."""
from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import time
from pathlib import Path


def _die_with_the_worker() -> None:
    """In the child: a case that is run again elsewhere must not find the one of a lost worker in its folder."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def run_case(program: str, case: dict[str, object]) -> dict[str, object]:
    """Runs the program on a case and writes its case.json, as a sweep on one machine does."""
    folder = Path(str(case["folder"]))
    folder.mkdir(parents=True, exist_ok=True)
    for earlier in ("case.json", "summary.json"):  # what is found there afterwards is of this run
        (folder / earlier).unlink(missing_ok=True)
    arguments = case["arguments"]
    assert isinstance(arguments, list)
    started = time.monotonic()
    done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace", check=False,
                          preexec_fn=_die_with_the_worker)
    if done.returncode < 0:
        raise RuntimeError(f"case {case['name']}: its process was killed by signal {-done.returncode}")
    said = [line.removeprefix("trunnion: ") for line in done.stderr.splitlines() if not line.startswith("warning: ")]
    message = "\n".join(said).strip() or f"ended with exit status {done.returncode}"
    outcome: dict[str, object] = {
        "case": case["name"], "key": case["key"], "status": "done" if done.returncode == 0 else "failed",
        "message": "" if done.returncode == 0 else message, "wall_s": time.monotonic() - started}
    temporary = folder / f".case.json.{os.getpid()}"
    temporary.write_text(json.dumps(outcome, indent=2) + "\n", encoding="utf-8")
    temporary.rename(folder / "case.json")
    return outcome
