"""Man pages, as man reads them."""

import os
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("DPLDA_PROGRAM", "build/release/dplda")


def run(*arguments, code=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    return done


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"there is no {program}")


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.pages = os.path.join(cls.scratch.name, "some", "man")
        run("manual", "--directory", cls.pages)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def each_page(self):
        for name in sorted(os.listdir(self.pages)):
            yield os.path.join(self.pages, name)

    def test_there_is_a_page_for_every_verb_that_help_shows(self):
        def verbs(*path):
            lines = run(*path, "--help").stdout.partition("Subcommands:\n")[2].splitlines()
            return [line.split()[0] for line in lines if line.strip()]

        names = {"dplda.1"}
        for verb in verbs():
            names.add(f"dplda-{verb}.1")
            names.update(f"dplda-{verb}-{below}.1" for below in verbs(verb))
        self.assertIn("dplda-attack-membership.1", names)
        self.assertEqual(set(os.listdir(self.pages)), names)

    def test_a_page_is_the_same_alone_and_among_all(self):
        for arguments, name in (((), "dplda"), (("train",), "dplda-train"),
                                (("attack", "membership"), "dplda-attack-membership")):
            with open(os.path.join(self.pages, name + ".1")) as page:
                self.assertEqual(run("manual", *arguments).stdout, page.read())

    def test_every_flag_of_help_is_in_the_page(self):
        page = run("manual", "train").stdout.replace("\\-", "-")
        flags = {word.split(",")[-1] for line in run("train", "--help").stdout.splitlines()
                 for word in line.split()[:1] if word.startswith("-")}
        self.assertGreater(len(flags), 40)
        for flag in flags:
            self.assertIn(f"\\fB{flag}\\fR", page)

    def test_what_cannot_be_written_about_is_refused(self):
        self.assertIn("no verb 'trian'", run("manual", "trian", code=2).stderr)
        self.assertIn("--directory", run("manual", "train", "--directory", "x", code=2).stderr)
        taken = os.path.join(self.pages, "dplda.1")
        self.assertIn("--directory", run("manual", "--directory", taken + "/x", code=2).stderr)

    @needs("man")
    def test_man_formats_every_page_without_a_warning(self):
        for page in self.each_page():
            done = subprocess.run(
                ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page],
                capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
            self.assertEqual((done.returncode, done.stderr), (0, ""), page)
            self.assertIn("x T utf8", done.stdout)

    @needs("mandoc")
    def test_mandoc_finds_nothing_to_complain_of(self):
        for page in self.each_page():
            done = subprocess.run(["mandoc", "-T", "lint", page], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""), page)


if __name__ == "__main__":
    unittest.main()
