"""A model for other people's tools."""

import warnings

import numpy as np

from ._statement import PrivacyWarning


def pyldavis_inputs(model, documents, threads):
    """The five arguments of pyLDAvis.prepare()."""
    if documents.words != model.words:
        documents = documents.matched_to(model.words)
    counts = documents.to_csr()
    lengths = np.asarray(counts.sum(axis=1)).ravel()
    known = lengths > 0  # pyLDAvis divides by lengths
    if model.is_private:
        warnings.warn(
            "doc_topic_dists, doc_lengths and term_frequency are those of the documents given here, and nothing "
            "protects them: a page made of them shows more than the model; use documents that are public",
            PrivacyWarning,
            stacklevel=3,
        )
    frequency = np.asarray(counts.sum(axis=0)).ravel()
    shares = model.infer(documents, threads)[known].astype(np.float64)
    topics = np.asarray(model.phi, dtype=np.float64)
    return {
        "topic_term_dists": topics / topics.sum(axis=1, keepdims=True),
        "doc_topic_dists": shares / shares.sum(axis=1, keepdims=True),
        "doc_lengths": lengths[known],
        "vocab": list(model.words),
        "term_frequency": frequency,
    }


# A gensim model holds pseudo-counts, of which it takes expected logarithms: with this many words a topic those are the
# logarithms of phi to four digits for words of probability 1e-4 and more.
_PSEUDO_WORDS = 1e8


def gensim_model(model):
    """A gensim LdaModel with the same topics."""
    from gensim.corpora import Dictionary
    from gensim.models import LdaModel

    id2word = Dictionary()
    id2word.token2id = {word: index for index, word in enumerate(model.words)}
    id2word.id2token = dict(enumerate(model.words))
    lda = LdaModel(
        id2word=id2word,
        num_topics=model.topics,
        alpha=np.asarray(model.alpha, dtype=np.float64),
        eta=model.beta,
        dtype=np.float64,
    )
    topics = np.asarray(model.phi, dtype=np.float64)
    # gensim's own state is sstats + eta.
    lda.state.sstats = np.maximum(topics * _PSEUDO_WORDS - model.beta, 1e-12 - model.beta)
    lda.sync_state()
    return lda
