#!/usr/bin/python3
"""Drives the window of the built program on a separate desktop. The README.md beside this file lists what it needs.

    tests/window/run.py                          every scenario, three at a time
    tests/window/run.py main-job persian         only these
    tests/window/run.py --desktops 1             one after another
"""

import argparse
import contextlib
import multiprocessing
import os
import queue
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

# Leaves nothing in the project except the traces of failures.
sys.dont_write_bytecode = True

PROJECT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("CARGO_TARGET_DIR", PROJECT / "target"))


def arguments():
    parser = argparse.ArgumentParser(description="Drives the window of the built program on a separate desktop.")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="the scenarios to run (default: all)")
    parser.add_argument("--program", type=Path, default=BUILT / "debug/vitrine", help="the built program")
    parser.add_argument("--failures", type=Path, default=BUILT / "window", help="the folder for the traces of failures")
    parser.add_argument("--products", type=int, default=24, help="the number of products of a large import (200: 500 photos)")
    parser.add_argument("--desktops", type=int, default=3, help="the number of desktops on which scenarios run at the same time")
    parser.add_argument("--check", action="store_true", help="only check whether this machine has the needed tools")
    return parser.parse_args()


def main():
    chosen = arguments()
    try:
        from desktop import missing_tools
        from scenarios import SCENARIOS
    except (ImportError, ValueError) as error:
        return f"Missing on this machine: {error}"
    if missing := missing_tools():
        return f"Missing on this machine: {', '.join(missing)}"
    if chosen.check:
        return 0
    if unknown := set(chosen.scenarios) - set(SCENARIOS):
        return f"There is no scenario {', '.join(sorted(unknown))}; there are {', '.join(SCENARIOS)}."
    program = chosen.program.resolve()
    if not program.exists():
        return f"{program} is not built: cargo build"
    chosen.program = program
    failed = [name for name, problem in run_all(chosen, chosen.scenarios or list(SCENARIOS)) if problem]
    if failed:
        return f"{len(failed)} failed: {', '.join(failed)}. See {chosen.failures}"
    return 0


def run_all(chosen, names):
    """Runs the scenarios on several desktops and prints each result. Returns pairs of name and error, if any."""
    # Each desktop has a process of its own: accessibility and the display belong to the whole process.
    context = multiprocessing.get_context("spawn")
    waiting, results = context.Queue(), context.Queue()
    # Only one program at a time has the usual port of the phone's page, which a page that is open needs after a restart.
    port = context.Lock()
    desktops = [context.Process(target=run_from, args=(waiting, results, chosen, port)) for _ in range(min(chosen.desktops, len(names)))]
    for name in [*names, *(None for _ in desktops)]:
        waiting.put(name)
    for desktop in desktops:
        desktop.start()
    done = []
    while len(done) < len(names):
        name, problem, seconds = next_result(results, desktops)
        print(f"{seconds:6.1f} s  {name}: {problem or 'ok'}", flush=True)
        done.append((name, problem))
    for desktop in desktops:
        desktop.join()
    return done


def next_result(results, desktops):
    """The next result. Fails when every desktop has ended without one."""
    while True:
        try:
            return results.get(timeout=1)
        except queue.Empty:
            if not any(desktop.is_alive() for desktop in desktops):
                raise SystemExit("A desktop ended before its scenarios.") from None


def run_from(waiting, results, chosen, port):
    """Runs waiting scenarios on one desktop until there are no more."""
    from desktop import Desktop
    from scenarios import SCENARIOS

    with Desktop() as desktop:
        for name in iter(waiting.get, None):
            with port if "from-phone" in name or "cards-printed" in name else contextlib.nullcontext():
                start = time.monotonic()
                problem = run_scenario(SCENARIOS[name], desktop, chosen.program, chosen.failures / name, chosen.products)
            results.put((name, problem, time.monotonic() - start))


def run_scenario(scenario, desktop, program, failures, products):
    """Runs a scenario. Returns the error, if any, after saving the traces of the failure."""
    from scenarios import Environment

    shutil.rmtree(failures, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="vitrine-scenario-") as directory:
        environment = Environment(desktop, program, Path(directory), failures, products)
        try:
            scenario(environment)
        except Exception as error:
            failures.mkdir(parents=True, exist_ok=True)
            (failures / "traceback.txt").write_text(traceback.format_exc(), encoding="utf-8")
            return str(error) or type(error).__name__
    return None


if __name__ == "__main__":
    sys.exit(main())
