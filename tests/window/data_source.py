"""A separate program that offers data to the window, files to drag, or text or a picture on the clipboard; or reads the clipboard.

    data_source.py drag X Y PATH…     opens a small window at X, Y to drag the files from, and exits after the drag
    data_source.py clipboard          offers the text from standard input until the program is stopped
    data_source.py picture PATH       offers a picture on the clipboard until the program is stopped
    data_source.py files PATH…        offers files on the clipboard, as a file manager does after Copy
    data_source.py copied             prints the text that another program has put on the clipboard, and exits

Otherwise, each line on standard output is an event: `ready`, and for a drag `begun`, then `dropped` or `refused`.
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("GdkPixbuf", "2.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk

SIZE = 40


def report(event):
    print(event, flush=True)


def offer_files(x, y, paths):
    # The window is not managed, so it is at this exact position, above all others, and does not take the focus.
    window = Gtk.Window(type=Gtk.WindowType.POPUP)
    window.set_default_size(SIZE, SIZE)
    handle = Gtk.EventBox()
    window.add(handle)
    handle.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
    handle.drag_source_add_uri_targets()
    uris = [Path(path).resolve().as_uri() for path in paths]
    outcome = ["dropped"]

    def ended(*_):
        report(outcome[0])
        # The receiver may still request the data.
        GLib.timeout_add(300, Gtk.main_quit)

    handle.connect("drag-begin", lambda *_: report("begun"))
    handle.connect("drag-data-get", lambda _widget, _drag, data, *_: data.set_uris(uris))
    handle.connect("drag-failed", lambda *_: outcome.__setitem__(0, "refused") or True)
    handle.connect("drag-end", ended)
    window.connect("map-event", lambda *_: report("ready"))
    window.move(x, y)
    window.show_all()


def offer_text(text):
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    clipboard.set_text(text, -1)
    report("ready")


def print_copied_text():
    text = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text()
    sys.stdout.buffer.write((text or "").encode())


def offer_picture(path):
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    clipboard.set_image(GdkPixbuf.Pixbuf.new_from_file(path))
    report("ready")


def offer_copied_files(paths):
    # Gtk.Clipboard cannot offer other types than texts and pictures from Python, so a hidden window owns the selection.
    uris = "\r\n".join(Path(path).resolve().as_uri() for path in paths) + "\r\n"
    owner = Gtk.Invisible()
    Gtk.selection_add_target(owner, Gdk.SELECTION_CLIPBOARD, Gdk.Atom.intern("text/uri-list", False), 0)

    def give(_widget, data, *_):
        data.set(data.get_target(), 8, uris.encode())

    owner.connect("selection-get", give)
    Gtk.selection_owner_set(owner, Gdk.SELECTION_CLIPBOARD, Gdk.CURRENT_TIME)
    report("ready")
    return owner


if __name__ == "__main__":
    if sys.argv[1] == "copied":
        print_copied_text()
        sys.exit()
    if sys.argv[1] == "drag":
        offer_files(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
    elif sys.argv[1] == "picture":
        offer_picture(sys.argv[2])
    elif sys.argv[1] == "files":
        kept = offer_copied_files(sys.argv[2:])
    else:
        offer_text(sys.stdin.buffer.read().decode())
    Gtk.main()
