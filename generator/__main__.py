"""``python -m generator``: the rulebinder command."""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C while the program is still read ends it quietly

from .cli import main

if __name__ == "__main__":
    main(prog_name="rulebinder")
