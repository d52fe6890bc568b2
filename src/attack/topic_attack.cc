#include "attack/topic_attack.h"

#include <algorithm>
#include <cmath>

#include "base/errors.h"

namespace dplda {
namespace {

[[noreturn]] void refuse_recipe() {
  throw InputError(
      "this recipe draws no topics from a table that others see; attack hdp, cgs, cdp or cdp-plus");
}

double within(double count, double clip) { return std::min(std::max(count, 0.0), clip); }

}  // namespace

AttackSuccess WordBeliefs::success(std::span<const std::uint32_t> truth) const {
  AttackSuccess sum;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::span<const double> scores = std::span(scores_).subspan(i * words_, words_);
    const auto best = std::max_element(scores.begin(), scores.end());
    double total = 0;
    for (const double score : scores) total += std::exp(score - *best);
    if (best == scores.begin() + truth[i]) sum.accuracy += 1;
    sum.posterior += std::exp(scores[truth[i]] - *best) / total;
  }
  const auto tokens = static_cast<double>(truth.size());
  return {sum.accuracy / tokens, sum.posterior / tokens};
}

void TopicAttack::choose(const Chain& chain) {
  const TokenSequences& tokens = chain.tokens;
  const RandomStreams random(key_from_seed(seed_));
  RandomStream stream(random, Purpose::kAttackedToken);
  // Sampling without replacement, tokens in order: each is taken with the share of those still
  // wanted among those still to come.
  std::uint64_t wanted = std::min(wanted_, tokens.tokens());
  for (std::uint64_t m = 0; m < tokens.documents() && wanted > 0; ++m) {
    for (std::uint64_t token = tokens.begin(m); token < tokens.begin(m) + tokens.length(m);
         ++token) {
      if (stream.below(tokens.tokens() - token) >= wanted) continue;
      targets_.push_back({m, token});
      truth_.push_back(tokens.words()[token]);
      --wanted;
    }
  }
}

void TopicAttack::on_start(const Method& method, std::uint32_t, std::uint32_t) {
  if (method.chain() == nullptr) refuse_recipe();
  const Chain& chain = *method.chain();
  choose(chain);
  before_ = chain.topics;
  table_ = chain.table;
  const std::uint32_t words = chain.tokens.vocabulary();
  published_.emplace(targets_.size(), words);
  exact_.emplace(targets_.size(), words);
  full_.emplace(targets_.size(), words);
  // What the exact attacker knows beforehand: how frequent words are among the other tokens, each
  // counted once more than it occurs.
  std::vector<double> others(words, 1.0);
  for (const std::uint32_t word : chain.tokens.words()) others[word] += 1.0;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const std::span<double> scores = exact_->token(i);
    for (std::uint32_t t = 0; t < words; ++t)
      scores[t] = std::log(others[t] - (t == truth_[i] ? 1.0 : 0.0));
    std::copy(scores.begin(), scores.end(), full_->token(i).begin());
  }
}

// Tokens of a document are drawn in order: those before the target have their new topics, those
// after it their old ones.
void TopicAttack::count_document(const Chain& chain, const Target& target) {
  in_document_.assign(chain.table.topics(), 0);
  const std::uint64_t begin = chain.tokens.begin(target.document);
  const std::uint64_t end = begin + chain.tokens.length(target.document);
  for (std::uint64_t i = begin; i < target.token; ++i) ++in_document_[chain.topics[i]];
  for (std::uint64_t i = target.token + 1; i < end; ++i) ++in_document_[before_[i]];
}

// The paper: the product over sweeps of S[k][t] / sum_t S[k][t], counts not below 0 and smoothed by
// beta, so that noise makes no word impossible. What is the same for all words is left out.
void TopicAttack::add_published(std::size_t index, Topic topic) {
  const std::span<double> scores = published_->token(index);
  const double* seen = &seen_[topic * scores.size()];
  for (std::uint32_t t = 0; t < scores.size(); ++t) scores[t] += seen[t];
}

// What was released before the sweep: a table with noise, counts with what was added to them, or
// the counts.
void TopicAttack::see(const Method& method, double beta) {
  const TopicTable& table = method.released() != nullptr ? *method.released() : *table_;
  const Offsets* offsets = method.released() != nullptr ? nullptr : method.drawn_by().in_place;
  const bool added = offsets != nullptr && !offsets->table.empty();
  seen_.resize(table.topics() * table.words());
  for (std::uint32_t t = 0; t < table.words(); ++t) {
    for (std::size_t k = 0; k < table.topics(); ++k) {
      const double count =
          table.column(t)[k] + (added ? offsets->table[t * table.stride() + k] : 0.0);
      seen_[k * table.words() + t] = std::log(std::max(count, 0.0) + beta);
    }
  }
}

// W_k(t) / sum_k W_k(t) with the weights as run.
void TopicAttack::add_frozen(const SnapshotLaw& law, std::size_t index, Topic topic) {
  const std::size_t topics = law.topics();
  factors_.resize(topics);
  for (std::size_t k = 0; k < topics; ++k)
    factors_[k] = static_cast<double>(law.base()[k] + law.step()[k] * in_document_[k]);
  std::vector<std::uint32_t> column(topics);
  const std::span<double> scores = exact_->token(index);
  for (std::uint32_t t = 0; t < scores.size(); ++t) {
    law.copy_column(t, column);
    double sum = 0;
    for (std::size_t k = 0; k < topics; ++k) sum += column[k] * factors_[k];
    const double evidence = std::log(column[topic] * factors_[topic] / sum);
    scores[t] += evidence;
    full_->token(index)[t] += evidence;
  }
}

// The same with table_ at the moment of the draw, the target taken out.
void TopicAttack::add_in_place(const Offsets& offsets, const Prior& prior, std::size_t index,
                               Topic topic) {
  const std::size_t topics = prior.topics();
  std::vector<double> added(topics);
  if (offsets.document) offsets.document(targets_[index].document, added);
  factors_.resize(topics);
  for (std::size_t k = 0; k < topics; ++k) {
    const double total = static_cast<double>(table_->totals()[k]) +
                         (offsets.totals.empty() ? 0.0 : offsets.totals[k]) +
                         table_->words() * prior.beta;
    factors_[k] =
        (std::max(static_cast<double>(in_document_[k]) + added[k], 0.0) + prior.alpha[k]) / total;
  }
  const std::vector<double> nothing(offsets.table.empty() ? topics : 0);
  std::vector<std::uint32_t> column(topics);
  const std::span<double> scores = exact_->token(index);
  for (std::uint32_t t = 0; t < scores.size(); ++t) {
    const std::int32_t* counts = table_->column(t).data();
    const double* offset =
        offsets.table.empty() ? nothing.data() : &offsets.table[t * table_->stride()];
    double sum = 0;
    double drawn = 0;
    for (std::size_t k = 0; k < topics; ++k) {
      const double weight =
          (within(counts[k] + offset[k], offsets.clip) + prior.beta) * factors_[k];
      sum += weight;
      if (k == topic) drawn = weight;
    }
    scores[t] += std::log(drawn / sum);
    full_->token(index)[t] = scores[t];
  }
}

// If the word is t, the cell of t and of the topic that it had holds one more than the other tokens
// put there: how much likelier that makes the release, P(x - 1) / P(x) with P(x) ~ exp(-|x| / b).
void TopicAttack::add_release(const TopicTable& released, double scale, std::size_t index) {
  const Topic topic = before_[targets_[index].token];
  const std::span<double> scores = full_->token(index);
  for (std::uint32_t t = 0; t < scores.size(); ++t) {
    const std::int64_t others = table_->column(t)[topic] - (t == truth_[index] ? 1 : 0);
    const auto noise = static_cast<double>(released.column(t)[topic] - others);
    scores[t] += (std::abs(noise) - std::abs(noise - 1)) / scale;
  }
}

// Moves table_ on by the draws of tokens first..last.
void TopicAttack::replay(const Chain& chain, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t i = first; i < last; ++i) {
    const std::span<std::int32_t> column = table_->column(chain.tokens.words()[i]);
    --column[before_[i]];
    --table_->totals()[before_[i]];
    ++column[chain.topics[i]];
    ++table_->totals()[chain.topics[i]];
  }
}

void TopicAttack::on_draws(const Method& method) {
  const Chain& chain = *method.chain();
  const Prior& prior = method.prior();
  const DrawLaw law = method.drawn_by();
  if (law.frozen == nullptr && law.in_place == nullptr) refuse_recipe();
  see(method, prior.beta);
  std::uint64_t replayed = 0;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const std::uint64_t token = targets_[i].token;
    const Topic topic = chain.topics[token];
    add_published(i, topic);
    if (law.noise_scale > 0) add_release(*method.released(), law.noise_scale, i);
    count_document(chain, targets_[i]);
    if (law.frozen != nullptr) {
      add_frozen(*law.frozen, i, topic);
      continue;
    }
    replay(chain, replayed, token);
    replayed = token + 1;
    const std::uint32_t word = truth_[i];
    --table_->column(word)[before_[token]];
    --table_->totals()[before_[token]];
    add_in_place(*law.in_place, prior, i, topic);
    ++table_->column(word)[topic];
    ++table_->totals()[topic];
  }
  before_ = chain.topics;
  table_ = chain.table;
  const auto sweep = static_cast<std::uint32_t>(points_.size() + 1);
  points_.push_back(
      {sweep, published_->success(truth_), exact_->success(truth_), full_->success(truth_)});
}

}  // namespace dplda
