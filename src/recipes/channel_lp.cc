#include "recipes/channel_lp.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/errors.h"
#include "collect/reports.h"
#include "recipes/channel_fit.h"
#include "recipes/training.h"

namespace dplda {
namespace {

// The last of so many parts of the sweeps is averaged for publication.
constexpr std::int64_t kAveragedPart = 4;

class ChannelMethod final : public Method {
 public:
  explicit ChannelMethod(const Workbench& bench)
      : bench_(bench),
        fit_(bench.reports->bits, Channel(bench.reports->parameters.threshold),
             static_cast<std::size_t>(bench.options.topics), bench.options.alpha,
             *bench.options.beta, bench.streams, bench.pool),
        sums_(fit_.phi().size()) {}

  void sweep(Chain&, const Prior&, std::uint32_t sweep) override {
    if (!is_averaged(sweep)) return fit_.sweep(sweep);
    std::vector<double> presences;
    fit_.sweep(sweep, &presences);
    ++averaged_;
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += presences[i];
  }

  Published publish(const Chain&, const Prior&, std::uint32_t) override {
    if (averaged_ == 0) return fit_.published(fit_.counts());
    std::vector<double> means(sums_);
    for (double& mean : means) mean /= averaged_;
    return fit_.published(means);
  }

  // How many sweeps were averaged, their sums, the last counts, phi, and the documents' rates, two
  // in a number.
  std::span<const std::int64_t> kept() const override {
    kept_.clear();
    const auto note = [&](double value) { kept_.push_back(std::bit_cast<std::int64_t>(value)); };
    note(averaged_);
    for (const double sum : sums_) note(sum);
    for (const double count : fit_.counts()) note(count);
    for (const double value : fit_.phi()) note(value);
    const std::vector<float>& rates = fit_.rates().values;
    for (std::size_t i = 0; i < rates.size(); i += 2) {
      const float second = i + 1 < rates.size() ? rates[i + 1] : 0.0F;
      kept_.push_back(
          static_cast<std::int64_t>(std::uint64_t{std::bit_cast<std::uint32_t>(second)} << 32 |
                                    std::bit_cast<std::uint32_t>(rates[i])));
    }
    return kept_;
  }

  void keep(std::span<const std::int64_t> kept) override {
    const std::size_t cells = sums_.size();
    std::vector<float>& rates = fit_.rates().values;
    if (kept.size() != 1 + 3 * cells + (rates.size() + 1) / 2)
      throw InputError("the checkpoint does not hold what recipe lp needs; start the run again");
    const auto value = [&](std::size_t i) { return std::bit_cast<double>(kept[i]); };
    averaged_ = value(0);
    for (std::size_t i = 0; i < cells; ++i) {
      sums_[i] = value(1 + i);
      fit_.counts()[i] = value(1 + cells + i);
      fit_.phi()[i] = value(1 + 2 * cells + i);
    }
    const std::span<const std::int64_t> pairs = kept.subspan(1 + 3 * cells);
    for (std::size_t i = 0; i < rates.size(); ++i) {
      rates[i] = std::bit_cast<float>(
          static_cast<std::uint32_t>(static_cast<std::uint64_t>(pairs[i / 2]) >> (i % 2 * 32)));
    }
  }

 private:
  bool is_averaged(std::uint32_t sweep) const {
    const std::int64_t sweeps = bench_.options.sweeps;
    return sweep > sweeps - std::max<std::int64_t>(1, sweeps / kAveragedPart);
  }

  const Workbench bench_;
  ChannelFit fit_;
  std::vector<double> sums_;  // of the presences of the last sweeps
  double averaged_ = 0;       // how many
  mutable std::vector<std::int64_t> kept_;
};

}  // namespace

std::unique_ptr<Method> channel_method(const Workbench& bench) {
  return std::make_unique<ChannelMethod>(bench);
}

}  // namespace dplda
