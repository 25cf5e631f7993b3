"""``python -m rulebinder``: the rulebinder command."""

import atexit
import gc
import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(
        signal.SIGINT, signal.SIG_DFL
    )  # Ctrl-C while the program is still read ends it quietly

gc.disable()  # it takes a tenth of a build, and a library has no cycles that it would find
atexit.register(
    gc.freeze
)  # when a program ends, Python looks through all that is left, even if that is disabled

try:
    from .cli import main
except (ImportError, MemoryError, OSError) as failure:
    sys.exit(f"rulebinder: error: the program cannot be read ({str(failure) or 'out of memory'})")

if __name__ == "__main__":
    main(prog_name="rulebinder")
