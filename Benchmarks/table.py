"""The rows of all measurements: making them, and showing them as a table of text or of Markdown."""

HEADINGS = {
    "authentication": "One authentication, CPU time",
    "no question": "One call that asks nothing, CPU time",
    "counting": "Counting a try, CPU time: all of the module at its cheapest hash beside",
    "floor": "The floor, CPU time: pam_authenticate beside the least that has to be done",
    "enrolled": "How many are enrolled, CPU time",
    "program": "A whole program, CPU time",
    "loading": "dlopen and dlclose in a process with libpam and libcrypt, CPU time",
    "memory": "What an authentication adds to a process with libpam and libcrypt",
    "at once": "Many at once, by the clock: one's share of the time; yescrypt at cost 7",
    "pattern space": "The pattern space, CPU time",
    "audit": "patternctl audit, by the clock; the ratio is that of the gains",
    "pads": "The pads, by the clock",
}


def row(part, pair, ours, peer, bar, rounds):
    """One of two medians, in milliseconds."""
    return {
        "part": part, "pair": pair, "unit": "ns", "rounds": rounds, "ours": ours * 1e6, "peer": peer * 1e6,
        "ratio": ours / peer, "low": None, "high": None, "bar": bar, "met": bar is None or ours / peer <= bar}


def quantity(value, unit):
    """Three digits and a unit."""
    if unit == "files":
        return f"{value:.0f}"
    if unit == "bytes":
        return f"{value / 1024:.0f} KiB"
    for name, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {name}" if value < 999.5 * size else f"{value / size:.0f} {name}"
    return f"{value:.0f} ns"


def cells(found):
    """The texts of a row: name, ours, theirs, ratio, interval, bar."""
    interval = "" if found["low"] is None else f"{found['low']:.3f} to {found['high']:.3f}"
    bar = "" if found["bar"] is None else f"{found['bar']:.2f}" + ("" if found["met"] else " MISSED")
    texts = [found["pair"], quantity(found["ours"], found["unit"]), quantity(found["peer"], found["unit"]),
             f"{found['ratio']:.3f}", interval, bar]
    if "instructions" in found:
        texts += [" / ".join(f"{number / 1e3:,.0f}" for number in found["instructions"]),
                  " / ".join(f"{number:.0f}" for number in found["system_calls"])]
    return texts


def titles(rows):
    counted = any("instructions" in found for found in rows)
    return ["", "ours", "theirs", "ratio", "95 % interval", "bar at most"] + (
        ["thousand instructions", "system calls"] if counted else [])


def parts(rows):
    """The rows by their parts, in the order in which they came."""
    found = {}
    for each in rows:
        found.setdefault(each["part"], []).append(each)
    return found


def plain(rows):
    """For a terminal."""
    names = titles(rows)
    texts = [names] + [cells(found) for found in rows]
    widths = [max(len(line[column]) for line in texts if column < len(line)) for column in range(len(names))]

    def line(words):
        return "  ".join(word.rjust(width) if 0 < column < 4 else word.ljust(width)
                         for column, (word, width) in enumerate(zip(words, widths))).rstrip()

    shown = [line(names)]
    for part, found in parts(rows).items():
        shown += [HEADINGS[part], *(line(cells(each)) for each in found)]
    return "\n".join(shown)


def markdown(rows):
    """For a page: one table a part."""
    shown = []
    for part, found in parts(rows).items():
        names = titles(found)
        shown += ["", f"## {HEADINGS[part]}", "", "| " + " | ".join(names) + " |",
                  "|---" + "|--:" * 3 + "|---" * (len(names) - 4) + "|"]
        shown += ["| " + " | ".join(cells(each) + [""] * (len(names) - len(cells(each)))) + " |" for each in found]
    return "\n".join(shown)
