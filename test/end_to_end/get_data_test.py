"""tools/get-data, as a user runs it, without the network.

The digests that it knows are those of real corpora. Where those are not at hand, a copy of the tool whose row for kos
describes a small invented corpus stands in: all but the figures of that row is the tool itself.
"""

import gzip
import hashlib
import http.server
import os
import re
import shutil
import socketserver
import subprocess
import threading
import unittest

from program import Case

TOOL = os.path.realpath("tools/get-data")
DATA = os.environ.get("DPLDA_DATA", "")

VOCAB = b"apple\npear\nplum\n"
DOCWORD = b"2\n3\n4\n1 1 2\n1 3 1\n2 2 5\n2 3 1\n"


def row_of(docword, vocab):
    header = docword.split(b"\n")[:3]
    blob = hashlib.sha1(b"blob %d\0" % len(docword) + docword).hexdigest()
    digests = [blob, hashlib.sha256(docword).hexdigest(), hashlib.sha256(vocab).hexdigest()]
    return " ".join(["kos", *(figure.decode() for figure in header), *digests, "fruits"])


class Mirror(http.server.BaseHTTPRequestHandler):
    """Serves `files`, sends no more than `most` bytes of one, and notes which bytes were asked for."""

    def do_GET(self):
        body = self.server.files[self.path.lstrip("/")]
        asked = self.headers.get("Range") if self.server.knows_ranges else None
        self.server.asked.append((self.path, self.headers.get("Range")))
        start = int(re.fullmatch(r"bytes=(\d+)-", asked).group(1)) if asked else 0
        self.send_response(206 if asked else 200)
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.send_header("Content-Length", str(len(body) - start))
        self.end_headers()
        self.wfile.write(body[start:][:self.server.most])

    def log_message(self, *_):
        pass


class GetData(Case):
    def setUp(self):
        super().setUp()
        self.tool = TOOL
        self.mirror = self.path("mirror")
        os.mkdir(self.mirror)

    def publish(self, docword, vocab, name="kos"):
        self.write(os.path.join("mirror", f"docword.{name}.txt.gz"), docword)
        self.write(os.path.join("mirror", f"vocab.{name}.txt"), vocab)

    def believe_in_fruits(self):
        """From here on kos is the invented corpus."""
        with open(TOOL, encoding="utf-8") as file:
            text, rows = re.subn("(?m)^kos .*$", row_of(DOCWORD, VOCAB), file.read())
        self.assertEqual(rows, 1)
        self.write(os.path.join("checkout", "tools", "get-data"), text.encode())
        self.tool = self.path("checkout", "tools", "get-data")
        os.chmod(self.tool, 0o755)

    def run_tool(self, *arguments, code=0):
        done = subprocess.run([self.tool, *arguments], capture_output=True, text=True, cwd=self.directory,
                              env=dict(os.environ, no_proxy="*"))
        self.assertEqual(done.returncode, code, done.stderr)
        if code:
            self.assertTrue(done.stderr.startswith("tools/get-data: "), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        else:
            self.assertEqual(done.stderr, "")
        return done

    def get(self, *names, code=0, mirror=None):
        return self.run_tool(*names, "--to", self.path("to"), "--mirror", mirror or "file://" + self.mirror, code=code)

    def installed(self):
        return sorted(os.path.relpath(os.path.join(place, name), self.path("to"))
                      for place, _, names in os.walk(self.path("to")) for name in names)

    def serve(self, files, most=1 << 30, knows_ranges=True):
        server = socketserver.TCPServer(("127.0.0.1", 0), Mirror)
        server.files, server.most, server.knows_ranges, server.asked = files, most, knows_ranges, []
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        self.addCleanup(server.server_close)
        self.addCleanup(thread.join)
        self.addCleanup(server.shutdown)
        return server, f"http://127.0.0.1:{server.server_address[1]}"

    def test_wrong_arguments_are_refused_in_a_sentence(self):
        for arguments, named in [((), "name a corpus"), (("koss",), "koss"), (("kos", "nope"), "nope"),
                                 (("--too", "x", "kos"), "--too"), (("kos", "--to"), "--to"), (("",), "corpus")]:
            self.assertIn(named, self.run_tool(*arguments, code=2).stderr)
        self.get("kos", "nope", code=2)
        self.assertFalse(os.path.exists(self.path("to")))

    def test_list_and_help_name_what_there_is(self):
        known = self.run_tool("--list").stdout
        self.assertEqual([line.split(":")[0] for line in known.splitlines()], ["kos", "nips", "enron"])
        for option in ("--to", "--mirror", "--list", "--help"):
            self.assertIn(option, self.run_tool("--help").stdout)

    def test_a_mirror_that_is_not_there_says_what_to_put_where(self):
        said = self.get("nips", code=1, mirror="file://" + self.path("nowhere")).stderr
        for part in (self.path("nowhere", "docword.nips.txt.gz"), "curl: (37)", "without a network",
                     "vocab.nips.txt", self.path("to", "nips")):
            self.assertIn(part, said)
        self.assertEqual(self.installed(), [])

    def test_a_directory_that_cannot_be_made_is_named(self):
        self.write("to", b"")
        self.assertIn(self.path("to", "kos"), self.get("kos", code=1).stderr)

    def test_what_is_right_is_installed_and_left_alone(self):
        self.believe_in_fruits()
        self.publish(gzip.compress(DOCWORD), VOCAB)
        self.get("kos")
        self.assertEqual(self.installed(), ["kos/docword.kos.txt.gz", "kos/vocab.kos.txt"])
        self.assertEqual(gzip.decompress(self.read("to", "kos", "docword.kos.txt.gz")), DOCWORD)
        self.assertEqual(self.read("to", "kos", "vocab.kos.txt"), VOCAB)
        shutil.rmtree(self.mirror)
        self.assertEqual(self.get("kos").stdout.count("is there already"), 2)

    def test_files_go_to_data_of_the_checkout_unless_told_otherwise(self):
        self.believe_in_fruits()
        self.publish(gzip.compress(DOCWORD), VOCAB)
        self.run_tool("kos", "--mirror", "file://" + self.mirror)
        self.assertEqual(self.read("checkout", "data", "kos", "vocab.kos.txt"), VOCAB)

    def test_text_counts_and_not_its_compression(self):
        self.believe_in_fruits()
        self.publish(gzip.compress(DOCWORD[:9], 1) + gzip.compress(DOCWORD[9:], 0), VOCAB)
        self.get("kos")

    def test_wrong_content_is_refused_and_not_installed(self):
        self.believe_in_fruits()
        right = gzip.compress(DOCWORD)
        for docword, why in [(b"<html>not found</html>", "gzip"), (b"", "gzip"), (right[:-3], "gzip"),
                             (right + b"more", "gzip"),
                             (gzip.compress(b"3" + DOCWORD[1:]), "2 documents"),
                             (gzip.compress(DOCWORD + b"2 1 1\n"), "8 lines in place of 7"),
                             (gzip.compress(DOCWORD.replace(b"5", b"6")), "git hash")]:
            self.publish(docword, VOCAB)
            self.assertIn(why, self.get("kos", code=1).stderr)
            self.assertEqual(self.installed(), [])
        for vocab, why in [(b"", "3 lines"), (b"apple\npear\n", "3 lines"), (b"apple\n\npear\nplum\n", "3 lines"),
                           (b"apple\npear\nplum tree\n", "3 lines"), (b"pear\napple\nplum\n", "SHA-256")]:
            self.publish(right, vocab)
            self.assertIn(why, self.get("kos", code=1).stderr)
            self.assertEqual(self.installed(), ["kos/docword.kos.txt.gz"])

    def test_a_wrong_file_is_replaced_by_a_right_one_or_not_at_all(self):
        self.believe_in_fruits()
        self.write(os.path.join("to", "kos", "vocab.kos.txt"), b"mine\n")
        self.publish(gzip.compress(DOCWORD), b"wrong\n")
        self.get("kos", code=1)
        self.assertEqual(self.read("to", "kos", "vocab.kos.txt"), b"mine\n")
        self.publish(gzip.compress(DOCWORD), VOCAB)
        self.assertIn("will be replaced", self.get("kos").stdout)
        self.assertEqual(self.read("to", "kos", "vocab.kos.txt"), VOCAB)

    def test_each_digest_is_looked_at(self):
        self.believe_in_fruits()
        self.publish(gzip.compress(DOCWORD), VOCAB)
        text = self.read("checkout", "tools", "get-data").decode()
        for digest in row_of(DOCWORD, VOCAB).split()[4:7]:
            self.write(os.path.join("checkout", "tools", "get-data"), text.replace(digest, "0" + digest[:-1]).encode())
            self.assertIn(digest, self.get("kos", code=1).stderr)

    def test_an_interrupted_download_goes_on_where_it_stopped(self):
        self.believe_in_fruits()
        docword = gzip.compress(DOCWORD)
        server, url = self.serve({"docword.kos.txt.gz": docword, "vocab.kos.txt": VOCAB}, most=20)
        self.assertIn("run this again", self.get("kos", code=1, mirror=url).stderr)
        self.assertEqual(self.installed(), ["kos/docword.kos.txt.gz.part"])
        server.most = 1 << 30
        self.get("kos", mirror=url)
        self.assertEqual(server.asked, [("/docword.kos.txt.gz", None), ("/docword.kos.txt.gz", "bytes=20-"),
                                        ("/vocab.kos.txt", None)])
        self.assertEqual(self.read("to", "kos", "docword.kos.txt.gz"), docword)
        self.assertEqual(self.installed(), ["kos/docword.kos.txt.gz", "kos/vocab.kos.txt"])

    def test_a_part_that_cannot_be_gone_on_from_is_begun_again(self):
        self.believe_in_fruits()
        docword = gzip.compress(DOCWORD)
        files = {"docword.kos.txt.gz": docword, "vocab.kos.txt": VOCAB}
        self.publish(docword, VOCAB)
        mirrors = [self.serve(files)[1], self.serve(files, knows_ranges=False)[1], "file://" + self.mirror]
        for mirror in mirrors:
            for part in (b"something else", docword[:10], docword, docword + b"and more"):
                if mirror == mirrors[0] and len(part) >= len(docword):
                    continue  # this server does not check ranges
                with self.subTest(mirror=mirrors.index(mirror), part=part):
                    shutil.rmtree(self.path("to"), ignore_errors=True)
                    self.write(os.path.join("to", "kos", "docword.kos.txt.gz.part"), part)
                    self.get("kos", mirror=mirror)
                    self.assertEqual(self.installed(), ["kos/docword.kos.txt.gz", "kos/vocab.kos.txt"])

    def test_enron_of_the_right_size_is_still_looked_at_closely(self):
        docword = b"39861\n28102\n3710420\n" + b"1 1 1\n" * 3710420
        self.publish(gzip.compress(docword, 1), b"word\n" * 28102, "enron")
        said = self.get("enron", code=1).stderr
        self.assertIn("de38d0d5f80df3ad9a46a79d712323e49a718c0a", said)
        self.assertIn(hashlib.sha1(b"blob %d\0" % len(docword) + docword).hexdigest(), said)
        self.assertEqual(self.installed(), [])

    def test_real_corpora_are_the_right_ones(self):
        for name in ("kos", "nips", "enron"):
            docword = os.path.join(DATA, name, f"docword.{name}.txt.gz")
            vocab = os.path.join(DATA, name, f"vocab.{name}.txt")
            with self.subTest(corpus=name):
                if not DATA or not os.path.exists(docword):
                    self.skipTest(f"needs the real {name} below DPLDA_DATA")
                os.symlink(docword, self.path("mirror", os.path.basename(docword)))
                os.symlink(vocab, self.path("mirror", os.path.basename(vocab)))
                with open(docword, "rb") as file:
                    self.write(os.path.join("to", name, f"docword.{name}.txt.gz.part"), file.read(10000))
                self.get(name)
                for path in (docword, vocab):
                    with open(path, "rb") as file:
                        self.assertEqual(self.read("to", name, os.path.basename(path)), file.read())


if __name__ == "__main__":
    unittest.main(verbosity=2)  # skipped tests are named
