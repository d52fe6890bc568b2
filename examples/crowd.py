"""Topics of texts that nobody sees: every contributor perturbs its own note, a server learns from the reports.

Run it with `PYTHONPATH=build/release/python python3 examples/crowd.py`, or after `pip install --no-build-isolation .`.
The notes are invented, so that everybody may run this. With --repeatable it uses the key below and prints
examples/crowd.txt, byte for byte; a key that everybody can read protects nobody, whatever the statement says of it.
"""

import json
import os
import re
import sys
import tempfile

import dplda

repeatable = "--repeatable" in sys.argv[1:]
secret = {"key": b"not secret: it is in the example"} if repeatable else {}
if repeatable:
    print("NOT PRIVATE: the key of this run is public. What is said below holds under secret ones.\n")

# Stand-ins: 20,000 notes, and a public list of words. The list comes from other notes: words chosen by looking at the
# protected ones would give some of them away.
with tempfile.TemporaryDirectory() as folder:
    notes_path, other_path = os.path.join(folder, "notes.txt"), os.path.join(folder, "other.txt")
    dplda.run("generate", "clinic", documents=20000, seed=7, output=notes_path)
    dplda.run("generate", "clinic", documents=5000, seed=1000, output=other_path)
    with open(notes_path, encoding="utf-8") as file:
        notes = [re.findall("[a-z]+", line.lower()) for line in file]
    with open(other_path.replace(".txt", ".topics.json"), encoding="utf-8") as file:
        words = sorted({word for topic in json.load(file)["topics"] for word in topic["words"]})

# At each contributor: one note, one report. epsilon is per bit; at most 20 different words of a note count.
# Here one call perturbs all of them, as each contributor would perturb its own.
reports = dplda.perturb(notes, words=words, assume_public_vocab=True, epsilon=3, cap=20, **secret)
print(f"{len(reports)} reports of {len(reports.words)} words, {len(bytes(reports)) // len(reports)} bytes each")
print(reports.cost)

# The server receives bytes, and nothing else of the notes.
received = dplda.Reports(bytes(reports))

# At the server: learn through the known noise.
lda = dplda.LPLDA(n_components=20, max_iter=100, **secret).fit(received)
for topic, shown in sorted(enumerate(lda.top_words(7)), key=lambda each: -lda.model_.prevalence[each[0]])[:12]:
    print(f"{100 * lda.model_.prevalence[topic]:5.1f}%  {' '.join(shown)}")

# The server can say what it did, and to whom it matters.
print()
print(lda.ledger_)

# A contributor can find the topics of its own note without sending it.
mine = [["wheezing", "cough", "inhaler", "albuterol", "breath"]]
best = int(lda.transform(mine)[0].argmax())
print("a note of one's own:", " ".join(lda.top_words(7)[best]))
