#!/usr/bin/env python3
"""How quickly the window opens, beside an empty window of eframe in the same run; its memory; and what it costs while idle.

    cargo build --release && cargo build --release --example empty_window
    benches/start.py                      # or: benches/start.py PROGRAM EMPTY_WINDOW

Needs Xvfb. Each start is a new process with a new data directory; both programs take turns. Fails when a bound is missed.
"""

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STARTS = 15
IDLE_SECONDS = 20
MAX_RATIO = 1.5


def start(command, environment):
    """Starts a program and waits for its first frame. Returns the process and the seconds."""
    began = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = []
    for line in process.stderr:
        if "first frame" in line:
            return process, time.monotonic() - began
        said.append(line)
    sys.exit(f"{command[0]} ended before its first frame:\n{''.join(said)}")


def stop(process):
    process.send_signal(signal.SIGKILL)
    process.wait()


def memory(process):
    """The memory of a process, in megabytes: all of it, and its own."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{process.pid}/status").read_text().splitlines())
    kilobytes = {name: int(fields[name].split()[0]) for name in ("VmRSS", "RssAnon")}
    return kilobytes["VmRSS"] / 1024, kilobytes["RssAnon"] / 1024


def ticks(process):
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def main():
    given = [Path(argument).resolve() for argument in sys.argv[1:]]
    program, empty = given or [ROOT / "target/release/vitrine", ROOT / "target/release/examples/empty_window"]
    read, write = os.pipe()
    display = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24"], pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with tempfile.TemporaryDirectory() as home, open(read, encoding="ascii") as number:
        environment = {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "DISPLAY": ":" + number.readline().strip()}
        try:
            return measure(program, empty, {**environment, "VITRINE_LOG": "vitrine=info"}, Path(home))
        finally:
            stop(display)


def measure(program, empty, environment, home):
    times = {"empty window": [], "Vitrine": []}
    for turn in range(STARTS):
        for name, command in [("empty window", [empty]), ("Vitrine", [program, "--data-dir", home / str(turn)])]:
            process, seconds = start(command, environment)
            times[name].append(seconds)
            stop(process)
    medians = {name: statistics.median(of) for name, of in times.items()}
    ratio = medians["Vitrine"] / medians["empty window"]
    for name, seconds in medians.items():
        print(f"{name}: first frame after {seconds * 1000:.0f} ms (fastest {min(times[name]) * 1000:.0f} ms)")
    print(f"beside the empty window: {ratio:.2f} (at most {MAX_RATIO})")

    process, _ = start([program, "--data-dir", home / "idle"], environment)
    # Until nothing happens any more: what starting left to do.
    before = None
    while before != (before := ticks(process)):
        time.sleep(2)
    everything, own = memory(process)
    print(f"memory: {everything:.0f} MB, of which its own {own:.0f} MB; program: {program.stat().st_size / 1e6:.1f} MB")
    time.sleep(IDLE_SECONDS)
    idle = ticks(process) - before
    print(f"processor time while idle for {IDLE_SECONDS} s: {idle} ticks (0)")
    stop(process)
    return 0 if ratio <= MAX_RATIO and idle == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
