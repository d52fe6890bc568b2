"""Fits run beside other threads, show how far they are, end when asked to, and leave nothing behind."""

import contextlib
import gc
import io
import os
import resource
import signal
import subprocess
import sys
import threading
import traceback
import unittest
from contextlib import redirect_stderr

from shared import KEY, counts, directory, estimator


class Callbacks(unittest.TestCase):
    def test_a_callback_is_told_of_every_sweep(self):
        seen = []
        estimator("LDA", callback=lambda done, total: seen.append((done, total))).fit(counts())
        self.assertEqual(seen, [(sweep, 5) for sweep in range(1, 6)])

    def test_a_stream_tells_of_every_batch(self):
        seen = []
        estimator("OnlineLDA", batch=50, callback=lambda *far: seen.append(far)).fit(counts())
        self.assertEqual(seen, [(50, 120), (100, 120), (120, 120)])

    def test_a_true_answer_ends_the_fit_with_a_model(self):
        for name in ("LDA", "HDPLDA"):
            fitted = estimator(name, max_iter=50, callback=lambda done, total: done == 3).fit(counts())
            self.assertEqual(fitted.n_iter_, 3)
            self.assertEqual(fitted.components_.shape, (4, 40))

    def test_what_a_callback_raises_arrives_and_the_model_so_far_is_kept(self):
        def fails(done, total):
            if done == 2:
                raise LookupError("enough")

        for name in ("HDPLDA", "LPLDA"):
            stopped = estimator(name, max_iter=50, callback=fails)
            try:
                stopped.fit(counts())
                self.fail("nothing was raised")
            except LookupError:
                self.assertIn("in fails", traceback.format_exc())
            self.assertEqual(stopped.n_iter_, 2)
            self.assertEqual(stopped.transform(counts()).shape, (120, 4))

    def test_a_matrix_that_a_callback_spoils_does_not_end_the_process(self):
        for name in ("LDA", "HDPLDA", "DocumentLDA"):
            matrix = counts()

            def spoil(done, total):
                matrix.indices[:] = 10**8

            spoilt = estimator(name, callback=spoil)
            if name == "LDA":  # the last look at the documents: how coherent its topics are
                with self.assertRaisesRegex(ValueError, "changed during the fit"):
                    spoilt.fit(matrix)
            else:
                spoilt.fit(matrix)

    def test_a_bar_is_shown_where_it_is_asked_for(self):
        shown = io.StringIO()
        with redirect_stderr(shown):
            estimator("LDA", verbose=True).fit(counts())
        self.assertIn("5/5", shown.getvalue())

    def test_lines_are_shown_where_there_is_no_bar(self):
        shown = io.StringIO()
        hidden = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "tqdm"}
        sys.modules["tqdm.auto"] = None
        try:
            with redirect_stderr(shown):
                estimator("LDA", verbose=True).fit(counts())
        finally:
            del sys.modules["tqdm.auto"]
            sys.modules.update(hidden)
        self.assertIn("5/5 sweeps", shown.getvalue())


class Threads(unittest.TestCase):
    def test_other_threads_run_while_a_fit_does(self):
        # The fit reads a checkpoint from a pipe, within the library, and waits there for a writer: a fit that held the
        # interpreter's lock would wait for ever.
        with directory() as folder:
            pipe = os.path.join(folder, "pipe")
            os.mkfifo(pipe)
            opened = []

            def writer():
                with open(pipe, "wb"):
                    opened.append(True)

            other = threading.Thread(target=writer)
            other.start()
            with self.assertRaises(ValueError):  # a pipe is no checkpoint
                estimator("LDA", max_iter=1, resume=pipe).fit(counts())
            other.join()
        self.assertEqual(opened, [True])

    def test_fits_in_several_threads_do_not_disturb_one_another(self):
        expected = estimator("HDPLDA", key=KEY).fit(counts()).components_.tobytes()
        found = []
        threads = [
            threading.Thread(
                target=lambda: found.append(estimator("HDPLDA", key=KEY).fit(counts()).components_.tobytes())
            )
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 4)


    def test_one_stream_is_fed_by_one_thread_at_a_time(self):
        stream, refused = estimator("OnlineLDA", batch=10).partial_fit(counts()), []

        def feed(done, total):
            try:
                stream._stream.learn(stream._following(counts()))
            except ValueError as error:
                refused.append(str(error))

        stream.callback = feed
        stream.partial_fit(counts())
        self.assertRegex(refused[0], "another thread")
        self.assertEqual(stream.n_documents_seen_, 240)


class Interrupts(unittest.TestCase):
    def test_control_c_ends_a_fit_and_keeps_the_model_of_the_sweeps_so_far(self):
        with directory() as folder:
            state = os.path.join(folder, "state")
            stopped = estimator("HDPLDA", max_iter=10_000_000, checkpoint=state, every=1)
            with _interrupting_when(lambda: os.path.exists(state)), self.assertRaises(KeyboardInterrupt):
                stopped.fit(counts())
        self.assertGreater(stopped.n_iter_, 0)
        self.assertLess(stopped.n_iter_, 10_000_000)
        self.assertTrue(stopped.ledger_.is_private)
        # What was charged ahead and not made is given back.
        self.assertEqual(stopped.ledger_.record["releases"][1]["count"], stopped.n_iter_)

    def test_control_c_ends_a_stream_between_batches(self):
        with directory() as folder:
            ledger = os.path.join(folder, "ledger")  # written to before the first batch, of 2000, each of 2000 sweeps
            stopped = estimator("OnlineLDA", max_iter=2000, batch=10, ledger=ledger)
            with _interrupting_when(lambda: os.path.exists(ledger)), self.assertRaises(KeyboardInterrupt):
                stopped.fit(counts(20000))
        self.assertEqual(stopped.n_documents_seen_ % 10, 0)
        self.assertGreater(stopped.n_documents_seen_, 0)

    def test_control_c_within_a_callback_ends_a_fit_there(self):
        def interrupt(done, total):
            if done == 3:
                os.kill(os.getpid(), signal.SIGINT)

        stopped = estimator("HDPLDA", max_iter=50, callback=interrupt)
        with self.assertRaises(KeyboardInterrupt):
            stopped.fit(counts())
        self.assertEqual(stopped.n_iter_, 3)


class Resources(unittest.TestCase):
    def test_a_hundred_fits_leave_nothing_behind(self):
        matrix = counts(200, 2000)
        fits = [estimator("HDPLDA", 50, max_iter=1), estimator("LPLDA", 50, max_iter=1), estimator("LDA", 50, max_iter=1)]

        def fit_all(times):
            for index in range(times):
                fits[index % 3].fit(matrix).transform(matrix)

        fit_all(30)  # whatever is kept for good is there then
        gc.collect()
        objects, before = len(gc.get_objects()), _resident()
        fit_all(100)
        gc.collect()
        # A fit that kept no more than its model would leave 100 times 400,000 bytes. A tenth of that is the noise of
        # the allocator.
        self.assertLess(_resident() - before, 4_000_000)
        self.assertLess(len(gc.get_objects()) - objects, 100)

    def test_the_import_brings_in_nothing_but_the_library(self):
        def modules(statement):
            code = f"{statement}; import sys; print(*(name.split('.')[0] for name in sys.modules))"
            run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
            return set(run.stdout.split())

        self.assertEqual(modules("import dplda") - modules("import importlib"), {"dplda"})


@contextlib.contextmanager
def _interrupting_when(seen):
    """Ctrl-C, as soon as something was seen."""
    left = threading.Event()

    def watch():
        while not seen() and not left.is_set():
            left.wait(0.001)
        if not left.is_set():
            os.kill(os.getpid(), signal.SIGINT)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        left.set()
        watcher.join()


def _resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


if __name__ == "__main__":
    unittest.main()
