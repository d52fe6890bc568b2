// cdp-plus: CDP-LDA+. As cdp, with fresh noise in every sweep. Protects nobody; a baseline of the
// paper.
#include "recipes/cdp.h"
#include "training/recipe.h"

namespace dplda {

const Recipe kCdpPlusRecipe = {
    .name = "cdp-plus",
    .summary = "CDP-LDA+, a baseline: fresh noise in every sweep, not private",
    .options = [] { return TrainOptions(CdpOptions(NoiseTimes::kEverySweep)); },
    .paper = [] { return paper_settings(); }};

}  // namespace dplda
