"""What Python costs beside the command line: NIPS, 50 topics, 200 sweeps, the same run under the same key.

bench/python_overhead.py PROGRAM CORPUS [RUNS]: needs PYTHONPATH. CPU and wall seconds of whole processes, in turn; the
least of RUNS (default 5). The models must be the same bit for bit. Then what imports take.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

FIT = """
import sys
import dplda
dplda.HDPLDA(50, max_iter=200, target_epsilon=4000, key=sys.argv[2], no_ledger=True).fit(sys.argv[1]).model_.save(sys.argv[3])
"""
EMPTY = "import numpy, scipy.sparse, sklearn.base"
IMPORTS = ["pass", "import numpy", "import numpy, dplda", "import numpy; from dplda import HDPLDA"]


def seconds(command):
    """(CPU, wall) of a process and its threads."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, end - begin


def main():
    program, corpus = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with tempfile.TemporaryDirectory() as folder:
        key, theirs, ours = (os.path.join(folder, name) for name in ("key", "theirs.npz", "ours.npz"))
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(os.urandom(32))
        commands = {
            "dplda train": [program, "train", corpus, "--recipe", "hdp", "--topics", "50", "--sweeps", "200",
                            "--target-epsilon", "4000", "--key-file", key, "--no-ledger", "--quiet", "--force", "-o",
                            theirs],
            "Python, whole process": [sys.executable, "-c", FIT, corpus, key, ours],
            "of which imports": [sys.executable, "-c", EMPTY],
        }
        least = {name: (float("inf"), float("inf")) for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                least[name] = tuple(map(min, least[name], seconds(command)))
        import numpy

        with numpy.load(theirs) as one, numpy.load(ours) as other:
            if one["phi"].tobytes() != other["phi"].tobytes():
                sys.exit("the models differ")
    for name, (cpu, wall) in least.items():
        print(f"{name:<24} {cpu:7.2f} s CPU {wall:7.2f} s")
    base = least["dplda train"]
    fit = [least["Python, whole process"][i] - least["of which imports"][i] for i in (0, 1)]
    print(f"the fit in Python beside the program: {100 * (fit[0] / base[0] - 1):+.1f}% CPU, {100 * (fit[1] / base[1] - 1):+.1f}% time")
    print("the models are the same bit for bit")
    for statement in IMPORTS:
        times = [seconds([sys.executable, "-c", statement]) for _ in range(2 * runs)]
        print(f"{statement:<40} {min(cpu for cpu, _ in times):6.3f} s CPU {min(wall for _, wall in times):6.3f} s")


if __name__ == "__main__":
    main()
