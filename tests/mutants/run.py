#!/usr/bin/env python3
"""Takes the rules of the program out, one at a time, and shows that the tests notice: `tests/mutants/run.py [NAME…]`.

All mutants of mutants.toml are compiled into one copy of the program, where an environment variable chooses among them."""

import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or PROJECT / "target")
COPY = TARGET / "mutants"
CHOICE = "VITRINE_MUTANT"
# In the copy, each condition asks for its mutant.
SWITCH = f"""
pub fn is_mutant(name: &str) -> bool {{
    static CHOSEN: std::sync::LazyLock<Option<String>> = std::sync::LazyLock::new(|| std::env::var("{CHOICE}").ok());
    CHOSEN.as_deref() == Some(name)
}}
"""


def copy_with(mutants):
    """Copies the project, with all mutants in its sources. Files that did not change keep their times, for the compiler."""
    files = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=PROJECT, check=True, capture_output=True)
    texts = {}
    for name in filter(None, files.stdout.decode().split("\0")):
        if (PROJECT / name).is_file():
            texts[name] = (PROJECT / name).read_bytes()
    for mutant in mutants:
        for edit in mutant["edit"]:
            text = texts[edit["file"]].decode()
            if text.count(edit["original"]) != 1:
                sys.exit(f"{mutant['name']}: {edit['file']} has {text.count(edit['original'])} times: {edit['original']}")
            changed = edit["changed"].replace("MUTANT", f'crate::is_mutant("{mutant["name"]}")')
            texts[edit["file"]] = text.replace(edit["original"], changed).encode()
    for name in texts:
        if name == "src/lib.rs" or name.startswith("crates/") and name.endswith("/src/lib.rs"):
            texts[name] += SWITCH.encode()
    for old in [path for path in COPY.rglob("*") if path.is_file() and str(path.relative_to(COPY)) not in texts]:
        old.unlink()
    for name, text in texts.items():
        path = COPY / name
        if not path.is_file() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
            shutil.copymode(PROJECT / name, path)


def build():
    """Compiles the tests of the copy's libraries. Returns the program of each test."""
    command = ["cargo", "test", "--locked", "--lib", "--no-run", "--message-format=json-render-diagnostics"]
    # Cargo would take what is compiled from the copy for what the project has. With another setting it keeps both, and shares the libraries.
    manifests = [COPY / "Cargo.toml", *COPY.glob("crates/*/Cargo.toml")]
    names = [tomllib.loads(manifest.read_text())["package"]["name"] for manifest in manifests]
    command += [f"--config=profile.dev.package.{name}.codegen-units=250" for name in names]
    done = subprocess.run(command, cwd=COPY, env={**os.environ, "CARGO_TARGET_DIR": str(TARGET)}, stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit("the mutants do not compile")
    messages = map(json.loads, done.stdout.splitlines())
    program_of = {}
    for program in filter(None, (message.get("executable") for message in messages)):
        listed = subprocess.run([program, "--list"], cwd=COPY, capture_output=True, check=True).stdout.decode()
        program_of.update({line.removesuffix(": test"): program for line in listed.splitlines() if line.endswith(": test")})
    return program_of


def fails(program, mutant, numbers):
    """Whether the proof fails while the mutant is on. `numbers` chooses the worlds."""
    environment = {**os.environ, CHOICE: mutant["name"], **numbers}
    command = [program, "--exact", mutant["proof"], "--nocapture"]
    done = subprocess.run(command, cwd=COPY, env=environment, capture_output=True)
    return done.returncode != 0


def is_noticed(program, mutant, parts):
    for variable, most in mutant.get("most", {}).items():
        part = parts[variable]["part"]
        return any(fails(program, mutant, {variable: f"{first}..{min(first + part, most)}"}) for first in range(0, most, part))
    return fails(program, mutant, {})


def main():
    told = tomllib.loads((HERE / "mutants.toml").read_text())
    names = sys.argv[1:]
    chosen = [mutant for mutant in told["mutant"] if not names or mutant["name"] in names]
    copy_with(told["mutant"])
    program_of = build()
    for mutant in chosen:
        if mutant["proof"] not in program_of:
            sys.exit(f"{mutant['name']}: there is no test {mutant['proof']}")

    def tried(mutant):
        began = time.monotonic()
        noticed = is_noticed(program_of[mutant["proof"]], mutant, told["numbered"])
        print(f"{time.monotonic() - began:6.1f} s  {mutant['name']}: {'noticed' if noticed else 'NOT NOTICED'}", flush=True)
        return noticed

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        results = list(threads.map(tried, chosen))
    print(f"{results.count(True)} of {len(results)} noticed")
    sys.exit(0 if all(results) and results else 1)


if __name__ == "__main__":
    main()
