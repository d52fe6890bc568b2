#include "text/stop_words.h"

#include <array>

namespace dplda {

namespace {

constexpr auto kEnglish = std::to_array<std::string_view>({
    "a",         "about",    "above",    "after",      "again",      "against",   "all",
    "also",      "although", "always",   "am",         "among",      "an",        "and",
    "any",       "anybody",  "anyone",   "anything",   "are",        "aren't",    "as",
    "at",        "be",       "because",  "been",       "before",     "behind",    "being",
    "below",     "between",  "both",     "but",        "by",         "can",       "can't",
    "cannot",    "could",    "couldn't", "did",        "didn't",     "do",        "does",
    "doesn't",   "doing",    "don't",    "down",       "during",     "each",      "either",
    "else",      "even",     "ever",     "every",      "everybody",  "everyone",  "everything",
    "few",       "for",      "from",     "further",    "had",        "hadn't",    "has",
    "hasn't",    "have",     "haven't",  "having",     "he",         "he'd",      "he'll",
    "he's",      "her",      "here",     "here's",     "hers",       "herself",   "him",
    "himself",   "his",      "how",      "how's",      "however",    "i",         "i'd",
    "i'll",      "i'm",      "i've",     "if",         "in",         "into",      "is",
    "isn't",     "it",       "it'd",     "it'll",      "it's",       "its",       "itself",
    "just",      "let's",    "many",     "may",        "me",         "might",     "mightn't",
    "more",      "most",     "much",     "must",       "mustn't",    "my",        "myself",
    "neither",   "never",    "no",       "nobody",     "none",       "nor",       "not",
    "nothing",   "now",      "of",       "off",        "on",         "once",      "only",
    "onto",      "or",       "other",    "others",     "ought",      "our",       "ours",
    "ourselves", "out",      "over",     "own",        "same",       "shall",     "shan't",
    "she",       "she'd",    "she'll",   "she's",      "should",     "shouldn't", "since",
    "so",        "some",     "somebody", "someone",    "something",  "sometimes", "still",
    "such",      "than",     "that",     "that'd",     "that'll",    "that's",    "the",
    "their",     "theirs",   "them",     "themselves", "then",       "there",     "there's",
    "these",     "they",     "they'd",   "they'll",    "they're",    "they've",   "this",
    "those",     "though",   "through",  "to",         "too",        "under",     "until",
    "up",        "upon",     "us",       "very",       "was",        "wasn't",    "we",
    "we'd",      "we'll",    "we're",    "we've",      "were",       "weren't",   "what",
    "what's",    "when",     "when's",   "where",      "where's",    "whether",   "which",
    "while",     "who",      "who'd",    "who'll",     "who's",      "whom",      "whose",
    "why",       "why's",    "will",     "with",       "within",     "without",   "won't",
    "would",     "wouldn't", "yet",      "you",        "you'd",      "you'll",    "you're",
    "you've",    "your",     "yours",    "yourself",   "yourselves",
});

}  // namespace

std::span<const std::string_view> english_stop_words() { return kEnglish; }

}  // namespace dplda
