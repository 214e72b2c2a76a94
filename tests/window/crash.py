"""The program fails, and the next start offers the details: without tokens, files, folders and texts of the person."""

import signal
import subprocess

from desktop import stop
from photos import photo
from waiting import wait_for

PHOTOS = 48
# In front of the system's library: from some moment on, the system refuses every further thread. A library that the program
# uses then panics, as it does on a computer without resources.
REFUSES_THREADS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
    return access(getenv("NO_MORE_THREADS"), F_OK) == 0 ? EPERM : create(thread, attributes, run, argument);
}
"""


def crash(environment, language):
    """After a failure the details are offered once. Closed as usual, the program has nothing to report."""
    directory, data = environment.directory, environment.directory / "data"
    folder = directory / "Grandmother"
    folder.mkdir()
    # So many are read by several threads.
    for number in range(PHOTOS):
        photo(folder / f"Secret carpet {number}.jpg", hue=number / PHOTOS, light=0.5)
    report = data / "crash.txt"
    with environment.shop() as shop:
        with environment.open(shop, language=language, variables=refusing_threads(directory)) as window:
            zone = window.find("import-empty-title")
            (directory / "full").touch()
            window.drop([folder], zone)
            wait_for("the report of the failure", lambda: report.exists() and "Vitrine" in report.read_text(encoding="utf-8"))
            # What the person sees then is that nothing works any more.
            stop(window.process, signal.SIGKILL)
        written = report.read_text(encoding="utf-8")
        assert "thread" in written and "Vitrine" in written, written
        for private in (shop.token, "Grandmother", "Secret", str(directory), str(environment.desktop.home), "Practice"):
            assert private not in written, (private, written)

        with environment.open(shop, language=language) as window:
            window.find("notifications-crashed")
            window.press("notifications-crashed-copy")
            wait_for("the copied details", lambda: window.copied() == written)
        with environment.open(shop, language=language) as window:
            window.find("import-empty-title")
            assert not window.look("notifications-crashed"), "it is offered once"
        assert not report.exists()


def refusing_threads(directory):
    """The variables with which the program gets no more threads once the file `full` is there."""
    source, library = directory / "threads.c", directory / "threads.so"
    source.write_text(REFUSES_THREADS, encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "NO_MORE_THREADS": str(directory / "full")}
