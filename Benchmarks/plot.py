"""A picture of the rows, as SVG: each ratio as a bar, and authentications a second when there are many at once."""

import html
import math

import table

WIDTH, LEFT, RIGHT, LINE = 900, 400, 80, 20
WIDEST = 1.75  # the ratio at the right edge; what is above it is cut
CHART = 220  # the height of the curves
STYLE = """
  text { font: 12px sans-serif; fill: #24292f } .part { font-weight: bold } .faint { fill: #6e7781 }
  .back { fill: #ffffff } .bar { fill: #4c8dd6 } .over { fill: #d9822b } .line { stroke: #24292f }
  .limit { stroke: #cf222e; stroke-width: 2 } .grid { stroke: #d0d7de }
  .ours { stroke: #4c8dd6; fill: none; stroke-width: 2 } .theirs { stroke: #8c959f; fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .back { fill: #0d1117 } .line { stroke: #e6edf3 } .faint { fill: #8d96a0 }
    .grid { stroke: #30363d }
  }
"""


def text(x, y, words, name="", anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{name}" text-anchor="{anchor}">{html.escape(words)}</text>'


def stroke(x1, y1, x2, y2, name):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{name}"/>'


def place(ratio):
    return LEFT + (WIDTH - LEFT - RIGHT) * min(ratio, WIDEST) / WIDEST


def bars(rows, top):
    """A bar a row, a red mark where it may end at most; gives the elements and where they end."""
    drawn, y = [], top
    for part, found in table.parts(rows).items():
        y += LINE
        drawn.append(text(8, y, table.HEADINGS[part], "part"))
        for each in found:
            y += LINE
            end, is_over = place(max(each["ratio"], 0)), each["ratio"] > 1
            drawn.append(text(LEFT - 8, y, each["pair"], anchor="end"))
            drawn.append(f'<rect x="{LEFT}" y="{y - 11}" width="{end - LEFT:.1f}" height="13" '
                         f'class="{"over" if is_over else "bar"}"/>')
            drawn.append(text(WIDTH - 20, y, f"{each['ratio']:.2f}", anchor="end"))
            if each["bar"] is not None:
                drawn.append(stroke(place(each["bar"]), y - 13, place(each["bar"]), y + 4, "limit"))
        y += LINE // 2
    drawn.append(stroke(place(1), top, place(1), y, "line"))
    return drawn, y


def rounded_up(value):
    """To 1, 2, 4 or 8 times a power of ten, which four lines divide well."""
    power = 10 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 4, 8, 10) if step * power >= value)


def curves(rows, top):
    """Authentications a second against how many go on at once."""
    points = [(int(each["pair"].split()[-1]), 1e9 / each["ours"], 1e9 / each["peer"]) for each in rows]
    highest = rounded_up(max(max(ours, theirs) for _, ours, theirs in points))
    steps = max(math.log2(max(count for count, _, _ in points)), 1)
    bottom, left, right = top + LINE + CHART, 60, WIDTH - 130

    def at(count, value):
        return left + (right - left) * math.log2(count) / steps, bottom - CHART * value / highest

    drawn = [text(8, top + 8, "Authentications a second, as many at once (yescrypt at cost 7)", "part")]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = bottom - CHART * share
        drawn += [stroke(left, y, right, y, "grid"), text(left - 8, y + 4, f"{highest * share:.3g}", "faint", "end")]
    drawn += [text(at(count, 0)[0], bottom + 18, str(count), "faint", "middle") for count, _, _ in points]
    for place_, name, label in ((1, "ours", "pam_pattern"), (2, "theirs", "pam_unix")):
        path = [at(point[0], point[place_]) for point in points]
        drawn.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in path)}" class="{name}"/>')
        drawn.append(text(path[-1][0] + 8, path[-1][1] + 4, label))
    return drawn, bottom + 30


def picture(rows):
    """The whole SVG."""
    single = [each for each in rows if each["part"] != "at once"]
    crowd = [each for each in rows if each["part"] == "at once"]
    drawn, y = bars(single, 30)
    drawn.insert(0, text(place(1), 20, "as much as the peer", "faint", "middle"))
    drawn.insert(0, text(WIDTH - 20, 20, "ratio", "faint", "end"))
    drawn.insert(0, text(8, 20, "Shorter is better. Red: where it may end at most.", "faint"))
    if crowd:
        more, y = curves(crowd, y + 20)
        drawn += more
    body = "\n".join(drawn)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 10:.0f}" width="{WIDTH}">\n'
            f'<style>{STYLE}</style>\n<rect width="100%" height="100%" class="back"/>\n{body}\n</svg>\n')
