"""The same counts in every format, as other software writes them, make the same corpus."""

import gzip
import io
import os
import subprocess
import unittest

import numpy
import scipy.io
import scipy.sparse

from program import Case


def counts():
    """Documents by words: an empty document, words in no document, a large count."""
    random = numpy.random.default_rng(1)
    table = random.poisson(0.3, size=(40, 60))
    table[7] = 0
    table[:, [5, 59]] = 0
    table[3, 4] = 2_000_000_000
    return scipy.sparse.csr_matrix(table)


def uci(matrix):
    lines = [str(n) for n in (*matrix.shape, matrix.nnz)]
    for document in range(matrix.shape[0]):
        row = matrix[document]
        # Words within a document may come in any order.
        lines += [f"{document + 1} {word + 1} {count}" for word, count in zip(row.indices[::-1], row.data[::-1])]
    return "\n".join(lines) + "\n"


def lda_c(matrix):
    rows = (matrix[document] for document in range(matrix.shape[0]))
    return "".join(" ".join([str(row.nnz), *(f"{w}:{c}" for w, c in zip(row.indices, row.data))]) + "\n"
                   for row in rows)


class BagFormats(Case):
    def setUp(self):
        super().setUp()
        self.matrix = counts()
        self.names = [f"word{i}" for i in range(self.matrix.shape[1])]
        self.list = self.write("list", "\n".join(self.names) + "\n")

    def prepared(self, path, *arguments):
        """The corpus as a table of documents by word names."""
        output = self.path("out.npz")
        self.run_program("prepare", "--quiet", path, "-o", output, *arguments)
        with numpy.load(output) as archive:
            words = [str(word) for word in archive["vocabulary"]]
        matrix = scipy.sparse.load_npz(output)
        self.assertTrue(matrix.has_canonical_format)
        self.assertEqual(matrix.shape[1], len(words))
        return [dict(zip((words[i] for i in row.indices), row.data))
                for row in (matrix[m] for m in range(matrix.shape[0]))]

    def expected(self, names=None):
        names = names or self.names
        rows = (self.matrix[m] for m in range(self.matrix.shape[0]))
        return [dict(zip((names[i] for i in row.indices), row.data)) for row in rows]

    def same(self, path, *arguments):
        self.assertEqual(self.prepared(path, "--word-list", self.list, *arguments), self.expected())

    def test_uci_plain_and_compressed_with_its_vocabulary(self):
        self.write("vocab.x.txt", "\n".join(self.names) + "\n")
        for path in (self.write("docword.x.txt", uci(self.matrix)),
                     self.write("docword.x.txt.gz", gzip.compress(uci(self.matrix).encode()))):
            self.assertEqual(self.prepared(path), self.expected())
        with_zstd = subprocess.run(["zstd", "-q", self.path("docword.x.txt")], check=False)
        self.assertEqual(with_zstd.returncode, 0)
        self.assertEqual(self.prepared(self.path("docword.x.txt.zst")), self.expected())

    def test_lda_c_with_and_without_names(self):
        path = self.write("ap.dat", lda_c(self.matrix))
        self.assertEqual(self.prepared(path), self.expected([str(i) for i in range(60)]))
        self.same(path)
        self.same(self.write("renamed", lda_c(self.matrix)), "--format", "ldac")

    def test_lda_c_without_names_matched_to_a_list(self):
        path = self.write("ap.dat", lda_c(self.matrix))
        kept = {"4", "30"}
        vocabulary = self.write("some", "30\n4\nother\n")
        expected = [{word: count for word, count in row.items() if word in kept}
                    for row in self.expected([str(i) for i in range(60)])]
        self.assertEqual(self.prepared(path, "--vocab", vocabulary), expected)

    def test_matrix_market_in_either_order_and_field(self):
        for name, matrix in (("rows", self.matrix), ("columns", self.matrix.tocsc()),
                             ("real", self.matrix.astype(float))):
            buffer = io.BytesIO()
            scipy.io.mmwrite(buffer, matrix)
            self.same(self.write(name + ".mtx", buffer.getvalue()))

    def test_every_sparse_format_of_scipy(self):
        for kind in ("csr", "csc", "coo"):
            for dtype in (numpy.int32, numpy.int64, numpy.uint32, numpy.float64):
                for compressed in (False, True):
                    with self.subTest(kind=kind, dtype=dtype, compressed=compressed):
                        path = self.path("m.npz")
                        scipy.sparse.save_npz(path, self.matrix.asformat(kind).astype(dtype), compressed)
                        self.same(path)

    def test_duplicates_zeros_and_disorder_in_a_csr_matrix(self):
        csr = self.matrix
        halves = numpy.repeat(csr.data, 2)
        halves[1::2] = halves[0::2] // 2
        halves[0::2] -= halves[1::2]
        order = numpy.concatenate([numpy.arange(2 * a, 2 * b)[::-1] for a, b in zip(csr.indptr, csr.indptr[1:])])
        messy = scipy.sparse.csr_matrix((halves[order], numpy.repeat(csr.indices, 2)[order], csr.indptr * 2),
                                        shape=csr.shape)
        self.assertFalse(messy.has_canonical_format)
        scipy.sparse.save_npz(self.path("m.npz"), messy)
        self.same(self.path("m.npz"))

    def test_a_corpus_file_reads_as_a_plain_matrix(self):
        scipy.sparse.save_npz(self.path("m.npz"), self.matrix)
        self.prepared(self.path("m.npz"), "--word-list", self.list)
        os.rename(self.path("out.npz"), self.path("corpus.npz"))
        self.assertEqual(self.prepared(self.path("corpus.npz")), self.expected())


if __name__ == "__main__":
    unittest.main()
