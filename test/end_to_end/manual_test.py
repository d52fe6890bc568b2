"""Man pages and completions, as man and the shells read them."""

import os
import shutil
import subprocess
import unittest

from program import SharedCase, run


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"needs {program}")


class Manual(SharedCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pages = cls.path("some", "man")
        run("manual", "--directory", cls.pages)

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


class Completions(SharedCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.scripts = {}
        for shell in ("bash", "zsh", "fish"):
            cls.scripts[shell] = cls.path("dplda." + shell)
            with open(cls.scripts[shell], "w") as script:
                script.write(run("completions", shell).stdout)
        cls.here = cls.path("here")
        os.makedirs(cls.path("here", "results"))
        for name in ("corpus one.npz", "corpus.npz"):
            open(cls.path("here", name), "w").close()

    def in_bash(self, *words):
        """What bash would offer for the last word."""
        code = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dplda; '
                'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(
            ["bash", "--norc", "-u", "-c", code, "bash", self.scripts["bash"], "dplda", *words],
            capture_output=True, text=True, cwd=self.here)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [line for line in done.stdout.splitlines() if line]

    @needs("bash")
    def test_bash_completes_verbs(self):
        self.assertEqual(self.in_bash("tr"), ["train"])
        self.assertEqual(self.in_bash("attack", ""), ["topics", "membership"])
        self.assertEqual(self.in_bash("attack", "m"), ["membership"])
        self.assertIn("train", self.in_bash("manual", ""))
        self.assertEqual(self.in_bash("completions", "z"), ["zsh"])
        self.assertIn("all", self.in_bash("experiment", "a"))

    @needs("bash")
    def test_bash_completes_the_flags_of_the_verb(self):
        self.assertEqual(self.in_bash("train", "--rec"), ["--recipe"])
        self.assertEqual(self.in_bash("train", "c.npz", "--recipe", "hdp", "--outp"), ["--output"])
        self.assertEqual(self.in_bash("topics", "--rec"), [])
        self.assertEqual(self.in_bash("attack", "membership", "--meth"), ["--method"])
        self.assertEqual(self.in_bash("--ver"), ["--version"])

    @needs("bash")
    def test_bash_completes_choices_with_and_without_an_equals_sign(self):
        recipes = self.in_bash("train", "--recipe", "")
        self.assertIn("cgs", recipes)
        self.assertIn("online-lp", recipes)
        self.assertEqual(self.in_bash("train", "--recipe", "=", "h"), ["hdp"])
        self.assertEqual(self.in_bash("train", "--recipe", "="), recipes)
        self.assertEqual(self.in_bash("train", "--topics", ""), [])

    @needs("bash")
    def test_bash_completes_paths_with_spaces_in_them(self):
        self.assertEqual(sorted(self.in_bash("train", "corp")), ["corpus one.npz", "corpus.npz"])
        self.assertEqual(sorted(self.in_bash("train", "-o", "corp")),
                         ["corpus one.npz", "corpus.npz"])
        self.assertEqual(self.in_bash("train", "--publish", ""), ["results"])

    @needs("bash")
    def test_bash_registers_the_function(self):
        done = subprocess.run(["bash", "--norc", "-c", 'source "$1"; complete -p dplda', "bash",
                               self.scripts["bash"]], capture_output=True, text=True)
        self.assertEqual(done.stdout, "complete -F _dplda dplda\n")

    @needs("zsh")
    def test_zsh_can_read_its_script(self):
        done = subprocess.run(["zsh", "-n", self.scripts["zsh"]], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    @needs("fish")
    def test_fish_can_read_its_script_and_completes_by_it(self):
        script = self.scripts["fish"]
        done = subprocess.run(["fish", "-n", script], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

        def offered(line):
            code = "source $argv[1]; complete -C $argv[2]"
            done = subprocess.run(["fish", "--no-config", "-c", code, script, line],
                                  capture_output=True, text=True, cwd=self.here,
                                  env={**os.environ, "HOME": self.scratch.name})
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return [each.split("\t")[0] for each in done.stdout.splitlines()]

        self.assertEqual(offered("dplda tr"), ["train"])
        self.assertEqual(offered("dplda train --rec"), ["--recipe"])
        self.assertIn("online-lp", offered("dplda train --recipe "))
        self.assertEqual(offered("dplda attack m"), ["membership"])
        self.assertEqual(offered("dplda train -o corpus.n"), ["corpus.npz"])
        self.assertEqual(offered("dplda train --publish r"), ["results/"])
        self.assertEqual(offered("dplda topics --rec"), [])

    def test_a_shell_that_nobody_knows_is_refused(self):
        self.assertIn("bash, zsh, fish", run("completions", "csh", code=2).stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)  # skipped tests are named
