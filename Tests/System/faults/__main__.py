"""The command that plays the cells, run by ../faults.sh inside the tests' namespace. Usage:

    python3 -m faults [--cells N] [--table FILE] [SCENARIO...]

Without N it plays every cell. SCENARIO is part of a name, as the lines that it prints show them.
"""

import argparse
import pathlib
import sys
import tempfile

from faults import table
from faults.place import Place
from harness import store as stores, world
from harness.services import Services
from harness.snapshot import Kept
from harness.syslog import Syslog


def main() -> int:
    parser = argparse.ArgumentParser(prog="faults.sh", allow_abbrev=False)
    parser.add_argument("--cells", type=int, metavar="N")
    parser.add_argument("--table", metavar="FILE")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO")
    options = parser.parse_args()
    names = [name for name in table.SCENARIOS
             if not options.scenarios or any(part in name for part in options.scenarios)]
    if not names or options.cells is not None and options.cells < 1:
        parser.error("no such scenario" if not names else "--cells: at least 1")
    settings = Kept(world.SETTINGS.parent)
    settings.path(world.SETTINGS.name).write_text("cost = 1\nnodelay\n")
    outcomes = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        place = Place(stores.Store(world.STORE), Services(folder / "pam.d"), Syslog().take, folder)
        for scenario in names:
            outcome = table.play(scenario, place, options.cells)
            outcomes.append(outcome)
            print(f"{scenario}: {len(outcome.calls)} calls, {table.summary([outcome])}, "
                  f"{outcome.seconds:.0f} s", flush=True)
            for violation in outcome.violations:
                print(f"  violated: {violation}", flush=True)
    settings.restore()
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write(table.rendered(outcomes))
    print(table.summary(outcomes))
    return 1 if any(outcome.violated for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
