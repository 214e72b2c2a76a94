#!/usr/bin/python3
"""How fast photos come from a phone's page, compared with curl sending the same files to the same server, and how much memory that takes.

    benches/phone.py                       100 photos of 4 MB, with target/release/vitrine
    benches/phone.py --program target/debug/vitrine --photos 20
"""

import argparse
import hashlib
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "tests/window"))
sys.dont_write_bytecode = True

from chromium import Chromium  # noqa: E402
from waiting import wait_for  # noqa: E402


class Receiver:
    """`vitrine import --from-phone` with a data directory of its own."""

    def __init__(self, program, directory):
        command = [program, "--data-dir", directory, "--language", "en", "import", "--from-phone", "--dry-run"]
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"http://([\d.:]+)/#(\w+)", line):
                self.host, self.secret = found.groups()
                break

    def peak_mb(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024

    def stop(self):
        self.process.kill()
        self.process.wait()


def cookie(receiver):
    connection = http.client.HTTPConnection(receiver.host)
    headers = {"Content-Type": "application/json", "Origin": f"http://{receiver.host}"}
    connection.request("POST", "/session", json.dumps({"secret": receiver.secret, "page": "the page of a benchmark"}), headers)
    return connection.getresponse().headers["Set-Cookie"].split(";")[0]


def with_curl(program, files, directory):
    receiver = Receiver(program, directory)
    config = []
    headers = [f"Cookie: {cookie(receiver)}", f"Origin: http://{receiver.host}", "Expect:"]
    for file in files:
        name, size = hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_size
        config += ["next"] if config else []
        config += [f'url = "http://{receiver.host}/photos/{name}?length={size}&from=0"', f'upload-file = "{file}"', 'output = "/dev/null"', "fail"]
        config += [f'header = "{header}"' for header in headers]
    begin = time.monotonic()
    subprocess.run(["curl", "-sS", "-K", "-"], input="\n".join(config), text=True, check=True)
    seconds = time.monotonic() - begin
    memory = receiver.peak_mb()
    receiver.stop()
    return seconds, memory


def with_page(program, files, directory):
    receiver = Receiver(program, directory)
    with Chromium(directory / "chromium", "en") as phone:
        phone.open(f"http://{receiver.host}/#{receiver.secret}")
        wait_for("the page", lambda: not phone.evaluate("document.querySelector('#sending').hidden"))
        begin = time.monotonic()
        phone.choose_files("#choose", files)
        wait_for("all photos", lambda: phone.evaluate("current.photos.filter((photo) => photo.state === 'sent').length") == len(files), 600)
        seconds = time.monotonic() - begin
    memory = receiver.peak_mb()
    receiver.stop()
    return seconds, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=PROJECT / "target/release/vitrine")
    parser.add_argument("--photos", type=int, default=100)
    parser.add_argument("--megabytes", type=int, default=4)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vitrine-phone-") as folder:
        folder = Path(folder)
        files = [folder / f"IMG_{number}.jpg" for number in range(chosen.photos)]
        for file in files:
            file.write_bytes(b"\xff\xd8\xff\xe0" + os.urandom(chosen.megabytes << 20))
        (folder / "page").mkdir()
        (folder / "curl").mkdir()
        page, memory = with_page(chosen.program, files, folder / "page")
        curl, _ = with_curl(chosen.program, files, folder / "curl")
        print(f"{len(files)} photos of {chosen.megabytes} MB: page {page:.1f} s, curl {curl:.1f} s, {page / curl:.2f} times; memory {memory:.0f} MB")


if __name__ == "__main__":
    main()
