"""What the tests of the Python package share: a small corpus with topics in it, and the program."""

import os
import subprocess
import tempfile
import warnings

import numpy as np
import scipy.sparse

import dplda

PROGRAM = os.environ["DPLDA_PROGRAM"]
KEY = bytes(range(32))
HANG_LIMIT = 600  # seconds; only what would never end takes longer, on the slowest machine too

# What a private recipe must be told before it runs.
SETTINGS = {
    "LDA": {},
    "HDPLDA": {"target_epsilon": 100.0},
    "DocumentLDA": {"target_epsilon": 8.0},
    "LPLDA": {"epsilon": 3.0},
    "OnlineLDA": {},
    "OnlineLPLDA": {"epsilon": 3.0},
}
PRIVATE = ("HDPLDA", "DocumentLDA")


def counts(documents=120, words=40, topics=4, seed=0):
    """Documents of about 30 words, each about one or two of `topics` blocks of words."""
    draw = np.random.default_rng(seed)
    phi = np.full((topics, words), 0.1)
    for topic in range(topics):
        phi[topic, topic * words // topics : (topic + 1) * words // topics] = 5
    phi /= phi.sum(axis=1, keepdims=True)
    theta = draw.dirichlet(np.full(topics, 0.2), size=documents)
    rows = [draw.multinomial(20 + draw.integers(20), theta[m] @ phi) for m in range(documents)]
    return scipy.sparse.csr_matrix(np.array(rows, dtype=np.int32))


def estimator(name, n_components=4, max_iter=5, **more):
    """A small estimator of that name with public words, ready to fit."""
    settings = {"assume_public_vocab": True, **SETTINGS[name], **more}
    return getattr(dplda, name)(n_components, max_iter=max_iter, **settings)


def quietly(action):
    """Without the warnings that are not what a test is about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dplda.PrivacyWarning)
        warnings.simplefilter("ignore", dplda.NoiseWarning)
        return action()


def program(*arguments, check=True):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=check, capture_output=True, text=True)


def write_key(path, key=KEY):
    """A key file as it must be: for its owner only."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(key)


def directory():
    return tempfile.TemporaryDirectory()


def saved_corpus(matrix, path):
    """The same documents as a corpus file, its words stated to be public."""
    documents = dplda._data.documents_of(matrix, None, True)
    documents.save(path)
    return path
