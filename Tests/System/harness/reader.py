"""A screen reader's part, on a session bus of its own: finds the pad's dots by their names, chooses some by
their actions, then the button. Run by dbus-run-session with the program's words; prints what it read."""

import json
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

SECONDS = 20


def everything(accessible):
    """An accessible and all below it."""
    yield accessible
    for index in range(accessible.get_child_count()):
        child = accessible.get_child_at_index(index)
        if child:
            yield from everything(child)


def find(name: str):
    """The button with a name, once it is shown, among all that programs on this bus show."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            for accessible in everything(Atspi.get_desktop(0)):
                if (accessible.get_name() == name and accessible.get_role() == Atspi.Role.PUSH_BUTTON
                        and accessible.get_state_set().contains(Atspi.StateType.VISIBLE)):
                    return accessible
        except gi.repository.GLib.Error:
            pass  # it is being built
        time.sleep(0.05)
    raise SystemExit(f"nothing is named {name}")


def main():
    choices, command = json.loads(sys.argv[1]), sys.argv[2:]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    Atspi.init()
    found = []
    for name in choices:
        chosen = find(name)
        action = Atspi.Accessible.get_action_iface(chosen)
        found.append(chosen.get_state_set().contains(Atspi.StateType.FOCUSABLE))
        assert Atspi.Action.do_action(action, 0), name
    output, _ = program.communicate(timeout=SECONDS)
    print(json.dumps({"found": found, "status": program.returncode, "output": output}))


if __name__ == "__main__":
    main()
