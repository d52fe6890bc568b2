"""Models go on to other people's tools with the same topics."""

import unittest

import numpy as np

import dplda
import dplda._data
from shared import counts, estimator, quietly


class Exports(unittest.TestCase):
    def setUp(self):
        words = [f"w{column:02}" for column in range(40)]
        self.matrix = counts()
        self.fitted = estimator("LDA", max_iter=100, random_state=1, words=words).fit(self.matrix)

    def test_the_five_inputs_of_pyldavis_are_what_it_checks_for(self):
        inputs = self.fitted.to_pyldavis(self.matrix)
        topics, words = self.fitted.components_.shape
        self.assertEqual(
            list(inputs), ["topic_term_dists", "doc_topic_dists", "doc_lengths", "vocab", "term_frequency"]
        )
        self.assertEqual(inputs["topic_term_dists"].shape, (topics, words))
        self.assertEqual(inputs["doc_topic_dists"].shape, (120, topics))
        self.assertEqual((len(inputs["vocab"]), len(inputs["term_frequency"])), (words, words))
        # pyLDAvis refuses rows whose sums are not 1 to numpy.isclose's tolerance of 1e-8 + 1e-5.
        for name in ("topic_term_dists", "doc_topic_dists"):
            np.testing.assert_allclose(inputs[name].sum(axis=1), 1, rtol=1e-12)
        np.testing.assert_array_equal(inputs["doc_lengths"], self.matrix.toarray().sum(axis=1))
        np.testing.assert_array_equal(inputs["term_frequency"], self.matrix.toarray().sum(axis=0))

    def test_documents_in_other_words_are_matched_by_spelling(self):
        words = self.fitted.model_.words
        turned = dplda._data.documents_of(self.matrix, words, True).matched_to(words[::-1])
        for name, value in self.fitted.to_pyldavis(self.matrix).items():
            np.testing.assert_array_equal(self.fitted.to_pyldavis(turned)[name], value)

    def test_documents_without_words_are_left_out_of_a_picture(self):
        matrix = self.matrix.toarray()
        matrix[3] = 0
        inputs = self.fitted.to_pyldavis(matrix)
        self.assertEqual(inputs["doc_topic_dists"].shape[0], 119)
        self.assertEqual(len(inputs["doc_lengths"]), 119)

    def test_a_picture_of_protected_documents_is_warned_of(self):
        private = estimator("HDPLDA").fit(self.matrix)
        with self.assertWarnsRegex(dplda.PrivacyWarning, "nothing protects them"):
            private.to_pyldavis(self.matrix)

    def test_a_gensim_model_has_the_same_topics_and_words(self):
        lda = self.fitted.to_gensim()
        np.testing.assert_allclose(lda.get_topics(), self.fitted.components_, rtol=1e-4, atol=1e-7)
        column = {word: index for index, word in enumerate(self.fitted.model_.words)}
        for topic, words in enumerate(self.fitted.top_words(5)):
            theirs = [word for word, _ in lda.show_topic(topic, 5)]
            probabilities = [
                [self.fitted.components_[topic, column[word]] for word in each] for each in (words, theirs)
            ]
            np.testing.assert_allclose(*probabilities)  # words of equal probability may change places

    def test_a_gensim_model_sees_the_same_topics_in_documents(self):
        lda = self.fitted.to_gensim()
        shares = self.fitted.transform(self.matrix)
        agreed = 0
        for row, own in zip(self.matrix.toarray(), shares):
            bag = [(int(word), int(row[word])) for word in np.flatnonzero(row)]
            theirs = max(lda.get_document_topics(bag), key=lambda each: each[1])[0]
            agreed += theirs == own.argmax()
        # Two ways of inference; documents of two topics in equal parts may go either way.
        self.assertGreater(agreed, 0.9 * len(shares))

    def test_a_private_model_goes_to_gensim_as_it_is(self):
        private = quietly(lambda: estimator("DocumentLDA", random_state=1).fit(self.matrix))
        np.testing.assert_allclose(private.to_gensim().get_topics(), private.components_, rtol=1e-4, atol=1e-7)


if __name__ == "__main__":
    unittest.main()
