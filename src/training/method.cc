#include "training/method.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"

namespace dplda {

void ChainMethod::save(StateWriter& state) const {
  state.put("alpha", prior_.alpha);
  state.put("offsets", chain_.tokens.offsets());
  state.put("words", chain_.tokens.words());
  state.put("topics", chain_.topics);
}

void ChainMethod::restore(const StateReader& state) {
  prior_.alpha = state.get<double>("alpha", prior_.topics());
  const auto positive = [](double value) { return std::isfinite(value) && value > 0; };
  if (!std::all_of(prior_.alpha.begin(), prior_.alpha.end(), positive))
    state.refuse("its priors are damaged");
}

Prior flat_prior(const RunOptions& run, double beta) {
  return {.alpha = std::vector<double>(static_cast<std::size_t>(run.topics), run.alpha),
          .beta = beta};
}

Chain saved_chain(const StateReader& state, std::uint32_t words, std::size_t topics,
                  Backend& backend, std::uint64_t first) {
  auto offsets = state.get<std::uint64_t>("offsets");
  auto tokens = state.get<std::uint32_t>("words");
  auto drawn = state.get<Topic>("topics");
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != tokens.size() ||
      !std::is_sorted(offsets.begin(), offsets.end()))
    state.refuse("its documents are damaged");
  if (drawn.size() != tokens.size()) state.refuse("words and topics do not fit");
  if (std::any_of(tokens.begin(), tokens.end(), [&](std::uint32_t w) { return w >= words; }))
    state.refuse("a word is out of range");
  if (std::any_of(drawn.begin(), drawn.end(), [&](Topic k) { return k >= topics; }))
    state.refuse("a topic is out of range");
  Chain chain{TokenSequences(std::move(offsets), std::move(tokens), words, first), std::move(drawn),
              TopicTable(topics, words)};
  chain.tokens.set_longest(backend.parts().most(chain.tokens.longest()));
  backend.recount(chain);
  return chain;
}

void check_alpha(double alpha, std::uint64_t longest) {
  constexpr double kAlphaError = 0.01;  // relative
  const AlphaFractions fractions = alpha_fractions(std::vector<double>{alpha}, longest);
  const double used =
      static_cast<double>(fractions.numerators[0]) / static_cast<double>(fractions.denominator);
  if (std::abs(used / alpha - 1) <= kAlphaError) return;
  throw InputError(
      fmt::format("with a document of {} tokens the snapshot sampler can hold an alpha of {} only "
                  "as {}; choose that one, split the longest documents or use `sampler sequential`",
                  longest, alpha, used));
}

}  // namespace dplda
