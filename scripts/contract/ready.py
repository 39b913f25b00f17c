"""Waits until the URL responds with 200, while the process lives, for at most a minute."""

import os
import sys
import time
import urllib.error
import urllib.request

address, process = sys.argv[1], int(sys.argv[2])
end = time.monotonic() + 60
while time.monotonic() < end:
    try:
        os.kill(process, 0)
        with urllib.request.urlopen(address, timeout=5):
            sys.exit(0)
    except ProcessLookupError:
        sys.exit("the server has ended")
    except (urllib.error.URLError, OSError):
        time.sleep(0.02)
sys.exit("the server is not ready")
