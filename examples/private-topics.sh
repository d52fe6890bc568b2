#!/usr/bin/env bash
# examples/private-topics.sh [--repeatable] [DIRECTORY]: a trusted curator publishes topics of clinic notes, whole notes protected.
# The notes are invented, so that everybody may run this; with your own notes begin at step 2. Files go to DIRECTORY, which must
# not exist yet (default: a new one in the system's temporary files). The program is build/release/dplda, or what DPLDA_PROGRAM
# names. --repeatable uses the key below: it prints examples/private-topics.txt, byte for byte. A key that everybody can read
# protects nobody, whatever the statement says of it; never use one for notes of real people.
set -euo pipefail
program=${DPLDA_PROGRAM:-$(cd "$(dirname "$0")/.." && pwd)/build/release/dplda}
repeatable=
if [[ ${1:-} == --repeatable ]]; then repeatable=1 && shift; fi
directory=${1:-$(mktemp -d)/notes}
mkdir "$directory"
cd "$directory"
key=()
if [[ $repeatable ]]; then
  (umask 077 && printf 'not secret: it is in the example' > key) # 32 bytes, for their owner only
  key=(--key-file key)
  echo 'NOT PRIVATE: the key of this run is public, so that its output repeats. What the statement says holds under a secret one.'
  echo
fi

# Shows a command and its output; progress is left out.
run() {
  echo "\$ dplda $*"
  "$program" "$@" 2> errors | sed -E 's/, [0-9.]+ s\)/, ... s)/; s/ on [0-9]{4}-[0-9]{2}-[0-9]{2}:/ on (the day):/' || { cat errors >&2 && exit 1; }
  echo
}

# 1. Stand-ins: 20,000 notes to be protected, and a public list of words. The list comes from other notes: words chosen by
#    looking at the protected notes would give some of them away.
run generate clinic --documents 20000 --seed 7 -o notes.txt
run generate clinic --documents 5000 --seed 1000 -o other.txt
grep -oE '"[a-z]+": 0' other.topics.json | cut -d'"' -f2 | sort -u > words.txt

# 2. Plan first: what a run costs does not depend on the notes, so nothing has to be tried out on them.
run plan --recipe doc --target-epsilon 3 --topics 24

# 3. Count the words of the list. Everything else in the notes (names, misspellings) stays out.
run prepare notes.txt --vocab words.txt -o notes.npz

# 4. Decide on a budget and train once. The ledger beside notes.npz adds up all runs on these notes, their copies and parts, and
#    keeps the budget. Without a key file, as you should run it, the noise comes from the operating system and is forgotten.
run ledger limit notes.npz.ledger --budget-epsilon 4 --budget-delta 1e-6
run train notes.npz --recipe doc --target-epsilon 3 --topics 24 "${key[@]}" -o model.npz

# 5. A second run is refused, even on a copy of the notes: together they would cost more than was promised.
cp notes.npz copy.npz
echo '$ dplda train copy.npz --recipe doc --target-epsilon 3 --topics 30 -o second.npz'
code=0
"$program" train copy.npz --recipe doc --target-epsilon 3 --topics 30 -o second.npz > refused 2>&1 || code=$?
grep '^dplda:' refused | sed "s|$(pwd -P)/||"
echo "exit code $code"
echo

# 6. Publish: share only the model that is checked and stripped here, and the statement. Do not share the report, the corpus
#    file, topic shares of single notes or perplexities on them.
run publish model.npz -o public.npz --statement statement.txt

# 7. What a reader of the model sees.
run topics public.npz --words 8

# 8. Only for invented notes: how much of what was planted did a reader get?
run recover public.npz other.topics.json

echo "files: $directory" >&2
