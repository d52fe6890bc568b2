"""Reports, as contributors make them and a client that was written from docs/use/reports.md alone would."""

import gzip
import hashlib
import json
import math
import os
import secrets
import struct
import unittest

from program import Case

PAGE = os.path.join("docs", "use", "reports.md")
COMMON = ["apple", "bread", "cheese", "dates", "eggs", "figs", "grapes", "honey"]


# The client: nothing below knows of the program.

def record(tag, body):
    head = tag + struct.pack("<I", len(body)) + body
    return head + hashlib.blake2b(head, digest_size=16).digest()


class Agreement:
    """The public parameters."""

    def __init__(self, words, threshold, cap=0, flags=0, origin=1):
        self.words, self.threshold, self.cap, self.flags = words, threshold, cap, flags
        self.text = b"".join(word.encode() + b"\n" for word in words)
        self.digest = hashlib.blake2b(self.text, digest_size=32).digest()
        self.origin = origin

    def header(self):
        return record(b"dplH", struct.pack("<IIQIIB", 1, len(self.words), self.threshold, self.cap,
                                           self.flags, self.origin) + self.digest + self.text)

    def report(self, present):
        """Perturbs a set of words, with the operating system's randomness."""
        kept = sorted(present, key=lambda _: secrets.randbits(64))
        kept = set(kept[:self.cap] if self.cap else kept)
        bits = bytearray((len(self.words) + 7) // 8)
        for t, word in enumerate(self.words):
            bit = (word in kept) ^ (secrets.randbits(64) < self.threshold)
            bits[t // 8] |= bit << (t % 8)
        return self.raw_report(secrets.token_bytes(16), bytes(bits))

    def raw_report(self, id, bits):
        return record(b"dplR", id + self.digest + struct.pack(
            "<QIII", self.threshold, self.cap, self.flags, len(self.words)) + bits)


def records(stream):
    at = 0
    while at < len(stream):
        tag, size = stream[at:at + 4], struct.unpack_from("<I", stream, at + 4)[0]
        body, check = stream[at + 8:at + 8 + size], stream[at + 8 + size:at + 24 + size]
        assert hashlib.blake2b(stream[at:at + 8 + size], digest_size=16).digest() == check
        yield tag, body
        at += 24 + size


def read(stream):
    """The agreement, and (id, set of words) of each report."""
    agreement, reports = None, []
    for tag, body in records(stream):
        if tag == b"dplH":
            version, count, threshold, cap, flags, origin = struct.unpack_from("<IIQIIB", body)
            words = body[57:].decode().split("\n")[:-1]
            assert version == 1 and count == len(words)
            agreement = Agreement(words, threshold, cap, flags, origin)
            assert agreement.digest == body[25:57] and agreement.header() == record(tag, body)
        else:
            assert tag == b"dplR" and body[16:48] == agreement.digest
            assert struct.unpack_from("<QIII", body, 48) == (
                agreement.threshold, agreement.cap, agreement.flags, len(agreement.words))
            bits = int.from_bytes(body[68:], "little")
            assert len(body) == 68 + (len(agreement.words) + 7) // 8
            assert bits < 1 << len(agreement.words)
            reports.append((body[:16], {word for t, word in enumerate(agreement.words)
                                        if bits >> t & 1}))
    return agreement, reports


def threshold_of(epsilon):
    """Close enough to compare with: the exact one needs more digits."""
    return 2 ** 64 / (1 + math.exp(epsilon))


class PerturbTest(Case):
    text = False

    def setUp(self):
        super().setUp()
        self.write("notes.txt", "".join(" ".join(COMMON[:m % 6]) + " unlisted\n" for m in range(600)))
        self.write("list", "\n".join(COMMON) + "\n")

    def perturb(self, *flags, code=0, output="reports.dpr", vocab=True):
        listed = ["--vocab", self.path("list")] if vocab else []
        return self.run_program("perturb", self.path("notes.txt"), *listed, *flags, "-o",
                                self.path(output), code=code)

    def bytes_of(self, name="reports.dpr"):
        return self.read(name)

    def info(self, name="reports.dpr"):
        return json.loads(self.run_program("info", "--json", self.path(name)).stdout)

    def test_another_client_reads_what_the_program_writes(self):
        self.perturb("--epsilon", "2", "--cap", "3")
        agreement, reports = read(self.bytes_of())
        self.assertEqual(agreement.words, COMMON)
        self.assertEqual((agreement.cap, agreement.flags, agreement.origin), (3, 0, 1))
        self.assertAlmostEqual(agreement.threshold / threshold_of(2), 1, 12)
        self.assertEqual(len(reports), 600)
        self.assertEqual(len({id for id, _ in reports}), 600)
        # Words that no document has are ones at the rate of the flips: 1200 bits, 5 deviations.
        q = agreement.threshold / 2 ** 64
        ones = sum(len(words & {"grapes", "honey"}) for _, words in reports)
        self.assertLess(abs(ones - 1200 * q), 5 * math.sqrt(1200 * q * (1 - q)))

    def test_the_program_reads_what_another_client_writes(self):
        agreement = Agreement(COMMON + ["zoë"], int(threshold_of(1)), cap=2)
        stream = agreement.header() + b"".join(
            agreement.report(set(COMMON[:m % 7])) for m in range(100))
        self.write("theirs.dpr", stream)
        facts = self.info("theirs.dpr")
        self.assertEqual(facts["reports"], 100)
        self.assertEqual(sum(facts["refused"].values()), 0)
        self.assertEqual(facts["words"], 9)
        self.assertEqual(facts["cap"], 2)
        self.assertEqual(facts["threshold"], str(agreement.threshold))
        self.assertEqual(facts["vocabulary_origin"], "public")
        self.write("theirs.dpr.gz", gzip.compress(stream + agreement.report(set())))
        self.assertEqual(self.info("theirs.dpr.gz")["reports"], 101)

    def test_what_is_wrong_is_counted_and_the_rest_is_kept(self):
        agreement = Agreement(COMMON, int(threshold_of(1)))
        good = [agreement.report({"apple"}) for _ in range(5)]
        damaged = bytearray(good[0])
        damaged[30] ^= 1
        stream = (agreement.header() + good[0] + bytes(damaged) + good[1] + b"noise" + good[2] +
                  Agreement(COMMON, 12345).report({"eggs"}) + agreement.header() + good[3] +
                  good[1] + good[4][:-1])
        self.write("theirs.dpr", stream)
        facts = self.info("theirs.dpr")
        self.assertEqual(facts["reports"], 4)
        refused = {name: count for name, count in facts["refused"].items() if count}
        self.assertEqual(refused, {"damaged": 1, "foreign": 1, "parameters": 1, "duplicate": 1,
                                   "cut_short": 1})
        shown = self.run_program("info", self.path("theirs.dpr")).stdout.decode()
        self.assertIn("1 damaged", shown)

    def test_the_vectors_of_the_page(self):
        with open(PAGE, encoding="utf-8") as file:
            page = file.read().split("## Test vectors")[1]
        blocks, lines = [], []
        for line in page.splitlines() + [""]:
            if line.startswith("    "):
                lines.append(line.strip())
            elif lines:
                blocks.append("".join(lines))
                lines = []
        header, report, digest = blocks
        agreement = Agreement(list("abcdefgh") + ["é"], 1 << 62, cap=2, flags=1)
        self.assertEqual(agreement.header().hex(), header)
        id = bytes([*range(8, 16), *range(8)])
        self.assertEqual(agreement.raw_report(id, bytes([5, 1])).hex(), report)
        self.write("vector.dpr", bytes.fromhex(header + report))
        facts = self.info("vector.dpr")
        self.assertEqual(facts["digest"], digest)
        self.assertEqual(facts["reports"], 1)
        self.assertTrue(facts["seed_known"])
        self.assertEqual(facts["each_report"][0]["pure_epsilon"], "infinite")

    def test_the_cost_is_told_with_unit_and_view(self):
        told = self.perturb("--epsilon", "3", "--quiet").stderr.decode()
        self.assertIn("each report: epsilon 3, pure [unit: presence, view: report]", told)
        self.assertIn("each report: epsilon 6, pure [unit: word, view: report]", told)
        self.assertIn("unit: document, view: report]", told)
        for line in told.splitlines():
            if "epsilon" in line:
                self.assertIn("unit", line)
                self.assertIn("view: report", line)

    def test_a_contributors_ledger_adds_up(self):
        self.write("key", bytes(range(32)))
        os.chmod(self.path("key"), 0o600)
        flags = ["--epsilon", "0.01", "--key-file", self.path("key"), "--ledger",
                 self.path("mine.ledger")]
        told = self.perturb(*flags).stderr.decode()
        # 600 documents at 0.01 a bit.
        self.assertIn("this contributor in all: epsilon 6, pure", told)
        first = self.bytes_of()
        ledger = self.bytes_of("mine.ledger")
        self.perturb(*flags)
        self.assertEqual(self.bytes_of(), first)
        self.assertEqual(self.bytes_of("mine.ledger"), ledger)
        self.perturb(*flags, "--cap", "2")
        self.assertNotEqual(self.bytes_of("mine.ledger"), ledger)
        self.run_program("ledger", "verify", self.path("mine.ledger"))

    def test_a_known_seed_protects_nobody(self):
        told = self.perturb("--epsilon", "3", "--seed", "1").stderr.decode()
        self.assertIn("NOT PRIVATE", told)
        first = self.bytes_of()
        self.assertEqual(read(first)[0].flags, 1)
        self.perturb("--epsilon", "3", "--seed", "1", "--threads", "3")
        self.assertEqual(self.bytes_of(), first)
        self.perturb("--epsilon", "3", "--seed", "1", "--ledger", self.path("l"), code=2)
        self.assertFalse(os.path.exists(self.path("l")))

    def test_words_from_the_documents_are_not_sent(self):
        done = self.perturb("--epsilon", "3", vocab=False, code=2)
        self.assertIn(b"--vocab", done.stderr)
        self.assertFalse(os.path.exists(self.path("reports.dpr")))
        self.run_program("prepare", self.path("notes.txt"), "--assume-public-vocab", "-o",
                         self.path("notes.npz"))
        self.run_program("perturb", self.path("notes.npz"), "--epsilon", "3", "-o",
                         self.path("reports.dpr"))
        self.assertEqual(read(self.bytes_of())[0].origin, 2)

    def test_a_list_that_is_not_taken_whole_is_told(self):
        with open(self.path("list"), "a") as file:
            file.write("two words\n")
        told = self.perturb("--epsilon", "3").stderr.decode()
        self.assertIn("1 entries of", told)
        self.assertEqual(read(self.bytes_of())[0].words, COMMON)

    def test_refusals(self):
        for flags in (["--epsilon", "0"], ["--epsilon", "50"], [], ["--epsilon", "1", "--cap", "-1"],
                      ["--epsilon", "1", "--seed", "1", "--key-file", self.path("list")],
                      ["--epsilon", "1", "--key-file", self.path("list")],
                      ["--epsilon", "1", "--ledger", self.path("reports.dpr")]):
            done = self.perturb(*flags, code=2)
            self.assertEqual(done.stderr.decode().count("dplda:"), 1)
            self.assertFalse(os.path.exists(self.path("reports.dpr")))

    def test_reports_go_down_a_pipe(self):
        seeded = ["--vocab", self.path("list"), "--epsilon", "1", "--seed", "4"]
        self.perturb("--epsilon", "1", "--seed", "4")
        piped = self.run_program("perturb", self.path("notes.txt"), *seeded, "-o", "-")
        self.assertEqual(piped.stdout, self.bytes_of())


if __name__ == "__main__":
    unittest.main()
