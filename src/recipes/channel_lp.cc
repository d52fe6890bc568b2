#include "recipes/channel_lp.h"

#include <algorithm>
#include <vector>

#include "recipes/channel_fit.h"

namespace dplda {
namespace {

// The last of so many parts of the sweeps is averaged for publication.
constexpr std::int64_t kAveragedPart = 4;

class ChannelMethod final : public Method {
 public:
  ChannelMethod(const Workbench& bench, const Reports& reports, double beta)
      : prior_(flat_prior(bench.run, beta)),
        sweeps_(bench.run.sweeps),
        bits_(reports.bits.documents() * reports.bits.words()),
        fit_(reports.bits, Channel(reports.parameters.threshold), prior_.topics(), bench.run.alpha,
             beta, bench.random, bench.backend),
        sums_(fit_.phi().size()) {}

  std::uint64_t visited() const override { return bits_; }
  const Prior& prior() const override { return prior_; }

  void sweep(std::uint32_t sweep) override {
    if (!is_averaged(sweep)) return fit_.sweep(sweep);
    std::vector<double> presences;
    fit_.sweep(sweep, &presences);
    ++averaged_;
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += presences[i];
  }

  Published publish(std::uint32_t) override {
    if (averaged_ == 0) return fit_.published(fit_.counts());
    std::vector<double> means(sums_);
    for (double& mean : means) mean /= averaged_;
    return fit_.published(means);
  }

  void save(StateWriter& state) const override {
    state.put_one("averaged", averaged_);
    state.put("sums", sums_);
    state.put("counts", fit_.counts());
    state.put("phi", fit_.phi());
    state.put("rates", fit_.rates().values);
  }

  void restore(const StateReader& state) override {
    averaged_ = state.get_one<double>("averaged");
    sums_ = state.get<double>("sums", sums_.size());
    const std::vector<double> counts = state.get<double>("counts", sums_.size());
    const std::vector<double> phi = state.get<double>("phi", sums_.size());
    std::copy(counts.begin(), counts.end(), fit_.counts().begin());
    std::copy(phi.begin(), phi.end(), fit_.phi().begin());
    fit_.rates().values = state.get<float>("rates", fit_.rates().values.size());
  }

 private:
  bool is_averaged(std::uint32_t sweep) const {
    return sweep > sweeps_ - std::max<std::int64_t>(1, sweeps_ / kAveragedPart);
  }

  Prior prior_;
  std::int64_t sweeps_;
  std::uint64_t bits_;
  ChannelFit fit_;
  std::vector<double> sums_;  // of the presences of the last sweeps
  double averaged_ = 0;       // how many
};

}  // namespace

std::unique_ptr<Method> channel_method(const Workbench& bench, const Reports& reports,
                                       double beta) {
  return std::make_unique<ChannelMethod>(bench, reports, beta);
}

}  // namespace dplda
