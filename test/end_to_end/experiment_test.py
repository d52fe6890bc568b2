"""dplda experiment as a user sees it: one command, one report; nothing is worked out twice."""
import csv
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest
import xml.dom.minidom

PROGRAM = os.environ["DPLDA_PROGRAM"]
SMALL = ["exact-attack", "stream-prior"]


def run(*arguments, **keywords):
    return subprocess.run([PROGRAM, "experiment", *arguments], capture_output=True, text=True, **keywords)


def files_of(directory):
    root = pathlib.Path(directory)
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*"))
            if path.is_file() and "cells" not in path.parts}


class UpdateResults(unittest.TestCase):
    def test_a_quick_look_is_not_for_the_docs(self):
        tool = pathlib.Path(__file__).resolve().parents[2] / "tools" / "update-results"
        with tempfile.TemporaryDirectory() as directory:
            run("exact-attack", "--quick", "--data", "none", "-o", directory)
            refused = subprocess.run([tool, directory], capture_output=True, text=True)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("to the end first", refused.stderr)
            missing = subprocess.run([tool, directory + "/nothing"], capture_output=True, text=True)
            self.assertEqual(missing.returncode, 2)


class Experiment(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.path = self.directory.name

    def small(self, output, *more):
        return run(*SMALL, "--quick", "--data", "none", "-o", output, *more)

    def test_one_command_writes_one_report_and_every_figure(self):
        output = os.path.join(self.path, "results")
        done = self.small(output)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("report.html", done.stdout)
        page = pathlib.Path(output, "report.html").read_text()
        self.assertNotIn("http://", page.replace("http://www.w3.org/", ""))
        for name in SMALL:
            xml.dom.minidom.parse(os.path.join(output, "figures", name + ".svg"))
            with open(os.path.join(output, "figures", name + ".csv")) as file:
                rows = list(csv.DictReader(file))
            self.assertGreater(len(rows), 5)
            self.assertFalse([row for row in rows if row["y"] in ("nan", "")])

    def test_a_second_run_works_nothing_out_and_writes_the_same_bytes(self):
        output = os.path.join(self.path, "results")
        self.small(output)
        first = files_of(output)
        again = self.small(output, "--threads", "1")
        self.assertIn("0 runs to do", again.stderr)
        self.assertEqual(files_of(output), first)

    def test_any_number_of_threads_gives_the_same_figures(self):
        one, two = os.path.join(self.path, "one"), os.path.join(self.path, "two")
        self.small(one, "--threads", "1")
        self.small(two, "--threads", "3")
        self.assertEqual(files_of(one), files_of(two))

    def test_after_kill_9_the_same_command_goes_on_where_it_was(self):
        whole, broken = os.path.join(self.path, "whole"), os.path.join(self.path, "broken")
        self.small(whole)
        process = subprocess.Popen([PROGRAM, "experiment", *SMALL, "--quick", "--data", "none", "-o", broken, "--threads",
                                    "1"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        cells = pathlib.Path(broken, "cells")
        while process.poll() is None and len(list(cells.glob("*.json"))) < 3:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept = len(list(cells.glob("*.json")))
        self.assertGreaterEqual(kept, 3)
        done = self.small(broken)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"[1-9][0-9]* known")
        self.assertEqual(files_of(broken), files_of(whole))

    def test_figures_of_earlier_runs_stay_in_the_report(self):
        output = os.path.join(self.path, "results")
        run("stream-prior", "--quick", "--data", "none", "-o", output)
        run("exact-attack", "--quick", "--data", "none", "-o", output)
        page = pathlib.Path(output, "report.html").read_text()
        self.assertIn("by the size of the prior corpus", page)
        self.assertIn("What a total protects", page)

    def test_a_damaged_result_is_worked_out_anew(self):
        output = os.path.join(self.path, "results")
        self.small(output)
        first = files_of(output)
        cell = sorted(pathlib.Path(output, "cells").glob("*.json"))[0]
        cell.write_text(cell.read_text()[:40])
        again = self.small(output)
        self.assertIn("1 runs to do", again.stderr)
        self.assertEqual(files_of(output), first)

    def test_ctrl_c_keeps_what_was_worked_out(self):
        output = os.path.join(self.path, "results")
        # Hundreds of runs: it does not end by itself before the second of them is kept.
        process = subprocess.Popen([PROGRAM, "experiment", "all", "--quick", "--data", "none", "--seeds", "10", "-o",
                                    output],
                                   stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        cells = pathlib.Path(output, "cells")
        while process.poll() is None and len(list(cells.glob("*.json"))) < 2:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        self.assertEqual(process.returncode, 130)
        self.assertIn("the same command goes on", said)

    def test_a_table_is_printed_and_written_beside_no_report(self):
        output = os.path.join(self.path, "results")
        done = run("hdp-budget", "--quick", "--data", "none", "--seeds", "1", "-o", output)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 table: ", done.stderr)
        self.assertEqual(sorted(os.listdir(output)), ["cells", "tables"])
        with open(os.path.join(output, "tables", "hdp-budget.csv")) as file:
            rows = list(csv.DictReader(file))
        text = pathlib.Path(output, "tables", "hdp-budget.md").read_text()
        self.assertEqual(len([line for line in text.splitlines() if line.startswith("|")]), len(rows) + 2)
        for row in rows:
            self.assertIn(row["completion"], done.stdout)
            self.assertIn(f"| {row['completion']} |", text)
            self.assertGreater(float(row["completion"]), 100)

    def test_figures_and_tables_share_one_list(self):
        names = [line.split()[0] for line in run("list").stdout.splitlines()]
        self.assertLess(set(SMALL) | {"choosing", "document-level", "hdp-budget", "noise-check", "reports", "streams"},
                        set(names))
        refused = run("nosuch").stderr
        for name in names:
            self.assertIn(name, refused)

    def test_what_cannot_be_done_is_said_in_one_sentence(self):
        for arguments, code, words in [(["nosuch"], 2, "choose one of"), (["all", "--data", "/nonexistent"], 2, "no directory"),
                                       (["all", "--seeds", "0"], 2, "--seeds"),
                                       (["all", "list"], 2, "choose one of"), (["all", "-o", ""], 2, "name a directory"),
                                       (["lira", "--quick", "--data", "none", "-o", "/proc/nowhere"], 1, "cannot be created")]:
            failed = run(*arguments, cwd=self.path)
            self.assertEqual(failed.returncode, code, arguments)
            self.assertIn(words, failed.stderr)
            self.assertEqual(failed.stderr.strip().splitlines()[-1].count("dplda:"), 1)

    def test_a_corpus_that_is_not_whole_is_refused(self):
        folder = pathlib.Path(self.path, "data", "kos")
        folder.mkdir(parents=True)
        (folder / "docword.kos.txt").write_text("2\n2\n2\n1 1 1\n2 2 1\n")
        (folder / "vocab.kos.txt").write_text("a\nb\n")
        failed = run("lira", "--quick", "--data", os.path.join(self.path, "data"), "-o", os.path.join(self.path, "out"))
        self.assertEqual(failed.returncode, 2)
        self.assertIn("3430 are needed", failed.stderr)

    def test_a_model_is_shown_with_what_it_protects(self):
        notes, model = os.path.join(self.path, "notes.txt"), os.path.join(self.path, "model.npz")
        subprocess.run([PROGRAM, "generate", "clinic", "--documents", "300", "-o", notes], check=True)
        subprocess.run([PROGRAM, "train", notes, "--topics", "5", "--sweeps", "5", "--no-ledger", "--quiet", "-o", model],
                       check=True, capture_output=True)
        output = os.path.join(self.path, "results")
        done = run("stream-prior", "--quick", "--data", "none", "--model", model, "-o", output)
        self.assertEqual(done.returncode, 0, done.stderr)
        page = pathlib.Path(output, "report.html").read_text()
        self.assertIn("What it protects", page)
        self.assertIn("NOT PRIVATE", page)


if __name__ == "__main__":
    unittest.main()
