// cdp-plus: CDP-LDA+. As cdp, with fresh noise in every sweep. Protects nobody; a baseline of the
// paper.
#include "recipes/cdp.h"

namespace dplda {

const Recipe kCdpPlusRecipe = {
    .name = "cdp-plus",
    .summary = "CDP-LDA+, a baseline: fresh noise in every sweep, not private",
    .defaults = [] { return nlohmann::ordered_json::object(); },
    .resolve = cdp_resolve,
    .plan = [](const TrainOptions& options) { return cdp_plan(options, NoiseTimes::kEverySweep); },
    .method = [](const Workbench& bench,
                 const TokenSequences&) { return cdp_method(bench, NoiseTimes::kEverySweep); }};

}  // namespace dplda
