"""Makes the figures of reference.json anew, for the lines in it, with Pango and the font the program ships.

Debian: apt-get install python3-gi gir1.2-pango-1.0 gir1.2-pangocairo-1.0 python3-gi-cairo; then /usr/bin/python3 make_reference.py
"""
import json, os, pathlib, tempfile, unicodedata

here = pathlib.Path(__file__).parent
fonts = here.parent.parent / "assets" / "fonts"
work = tempfile.mkdtemp()
config = pathlib.Path(work) / "fonts.conf"
config.write_text(f"<fontconfig><dir>{fonts}</dir><cachedir>{work}</cachedir></fontconfig>")
os.environ["FONTCONFIG_FILE"] = str(config)

import cairo, gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo

context = PangoCairo.create_context(cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 8, 8)))
options = cairo.FontOptions()
options.set_hint_style(cairo.HINT_STYLE_NONE)
options.set_hint_metrics(cairo.HINT_METRICS_OFF)
PangoCairo.context_set_font_options(context, options)
context.set_round_glyph_positions(False)


def runs_rtl(text):
    """Rules P2 and P3. Pango's own guess looks into isolates."""
    depth = 0
    for c in text:
        kind = unicodedata.bidirectional(c)
        if kind in ("LRI", "RLI", "FSI"):
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in ("L", "R", "AL"):
            return kind != "L"
    return False


def lines(text, width=None, ellipsis=False, rtl=None):
    """The text's lines: where each starts, and its clusters. It runs as its first strong character does, unless `rtl` says."""
    rtl = runs_rtl(text) if rtl is None else rtl
    context.set_base_dir(Pango.Direction.RTL if rtl else Pango.Direction.LTR)
    layout = Pango.Layout.new(context)
    layout.set_auto_dir(False)
    font = Pango.FontDescription.from_string("Vazirmatn, Noto Sans Hebrew")
    font.set_absolute_size(20 * Pango.SCALE)
    layout.set_font_description(font)
    layout.set_text(text, -1)
    if width:
        layout.set_width(width * Pango.SCALE)
        layout.set_wrap(Pango.WrapMode.WORD_CHAR)
        layout.set_alignment(Pango.Alignment.LEFT)
    if ellipsis:
        layout.set_ellipsize(Pango.EllipsizeMode.END)
    assert layout.get_unknown_glyphs_count() == 0 and (width or layout.get_line_count() == 1), text
    starts = [line.start_index for line in layout.get_lines_readonly()]
    found = [[] for _ in starts]
    at = layout.get_iter()
    while True:
        run = at.get_run_readonly()
        if run is not None:
            _, box = at.get_cluster_extents()
            level = run.item.analysis.level % 2
            cluster = (at.get_index(), box.x / Pango.SCALE, box.width / Pango.SCALE, run.item.offset, level)
            found[starts.index(at.get_line_readonly().start_index)].append(cluster)
        if not at.next_cluster():
            break
    if ellipsis and rtl:
        # Pango gives the ellipsis the room that is left over.
        index, x, room, *rest = found[0][0]
        found[0][0] = (index, x + room - ELLIPSIS, ELLIPSIS, *rest)
    return [(begin, clusters(text, line)) for begin, line in zip(starts, found)]


def clusters(text, found):
    left = min((x for _, x, width, _, _ in found if width > 0), default=0)
    return [[start(text, found, *cluster), round(cluster[1] - left, 2), round(cluster[2], 2)] for cluster in found]


def start(text, found, index, x, width, offset, rtl):
    """In a right-to-left run Pango names a cluster's last grapheme; its start is where the cluster before ends."""
    if not rtl:
        return index
    before = [other[0] for other in found if other[3] == offset and other[0] < index]
    if not before:
        return offset
    rest = text.encode()[max(before):].decode()
    length = 1
    while length < len(rest) and (unicodedata.combining(rest[length]) or rest[length] in "\u200c\u200d"):
        length += 1
    return max(before) + len(rest[:length].encode())


ELLIPSIS = lines("…")[0][1][0][2]


def visible(text):
    return "".join("\\u%04x" % ord(c) if unicodedata.category(c) == "Cf" and c != "\u200c" else c for c in text)


made = (
    f"Pango {Pango.version_string()} (HarfBuzz shaping, FriBidi ordering) with Vazirmatn-Regular 33.0.3 and NotoSansHebrew-Regular 3.000 at 20 px, no hinting, glyph "
    "positions not rounded; see make_reference.py. From left to right: [first byte of the cluster, left edge, advance] in pixels."
)
path = here / "reference.json"
old = json.loads(path.read_text("utf8"))


def written(figures):
    return ",\n".join("  " + visible(json.dumps(one, ensure_ascii=False, separators=(",", ":"))) for one in figures)


one_line = [{"text": t, "rtl": runs_rtl(t), "clusters": lines(t)[0][1]} for t in (line["text"] for line in old["lines"])]
# Both ways, whatever their first strong character says.
both = [{"text": t, "ltr": lines(t, rtl=False)[0][1], "rtl": lines(t, rtl=True)[0][1]} for t in (line["text"] for line in old["both"])]
# In a place of some width: wrapped, or (one line) ending in an ellipsis. Positions count from the line's left edge.
fitted = [
    {"text": t, "width": width, "ellipsis": ellipsis, "lines": [{"start": begin, "clusters": line} for begin, line in lines(t, width, ellipsis)]}
    for t, width, ellipsis in ((f["text"], f["width"], f["ellipsis"]) for f in old["fitted"])
]
parts = (json.dumps(made), written(one_line), written(both), written(fitted))
path.write_text('{"made": %s,\n "lines": [\n%s\n],\n "both": [\n%s\n],\n "fitted": [\n%s\n]}\n' % parts, "utf8")
