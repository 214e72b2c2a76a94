#!/usr/bin/python3
"""Drives the window of the built program on a desktop of its own. README.md beside this says what it needs.

    tests/window/run.py                          every scenario
    tests/window/run.py main-job persian         these
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

# Nothing is left behind in the project but what a failure shows.
sys.dont_write_bytecode = True

PROJECT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("CARGO_TARGET_DIR", PROJECT / "target"))


def arguments():
    parser = argparse.ArgumentParser(description="Drives the window of the built program on a desktop of its own.")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="those to play; else all")
    parser.add_argument("--program", type=Path, default=BUILT / "debug/vitrine", help="the built program")
    parser.add_argument("--failures", type=Path, default=BUILT / "window", help="where a failure leaves what was seen")
    parser.add_argument("--check", action="store_true", help="only say whether this machine has what is needed")
    return parser.parse_args()


def main():
    chosen = arguments()
    try:
        from desktop import Desktop, missing_tools
        from scenarios import SCENARIOS
    except (ImportError, ValueError) as error:
        return f"Missing here: {error}"
    if missing := missing_tools():
        return f"Missing here: {', '.join(missing)}"
    if chosen.check:
        return 0
    if unknown := set(chosen.scenarios) - set(SCENARIOS):
        return f"There is no scenario {', '.join(sorted(unknown))}; there are {', '.join(SCENARIOS)}."
    program = chosen.program.resolve()
    if not program.exists():
        return f"{program} is not built: cargo build"
    failed = []
    with Desktop() as desktop:
        for name in chosen.scenarios or SCENARIOS:
            began = time.monotonic()
            problem = play(SCENARIOS[name], desktop, program, chosen.failures / name)
            print(f"{time.monotonic() - began:6.1f} s  {name}: {problem or 'ok'}", flush=True)
            if problem:
                failed.append(name)
    if failed:
        return f"{len(failed)} failed: {', '.join(failed)}. What was seen: {chosen.failures}"
    return 0


def play(scenario, desktop, program, failures):
    """Plays one; what went wrong, if anything, with what was seen left behind."""
    from scenarios import Stage

    shutil.rmtree(failures, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="vitrine-scenario-") as directory:
        stage = Stage(desktop, program, Path(directory), failures)
        try:
            scenario(stage)
        except Exception as error:
            failures.mkdir(parents=True, exist_ok=True)
            (failures / "traceback.txt").write_text(traceback.format_exc(), encoding="utf-8")
            return str(error) or type(error).__name__
    return None


if __name__ == "__main__":
    sys.exit(main())
