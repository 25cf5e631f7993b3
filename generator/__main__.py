"""``python -m generator`` in a repository, as ``python -m rulebinder`` where the program is
installed.
"""

import runpy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

if __name__ == "__main__":
    runpy.run_module("rulebinder", run_name="__main__", alter_sys=True)
