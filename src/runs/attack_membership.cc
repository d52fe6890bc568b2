#include "runs/attack_membership.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "corpus/prepare.h"
#include "runs/attack_methods.h"
#include "runs/record_file.h"
#include "training/recipe.h"

namespace dplda::runs {

void refuse_idle(const MembershipRequest& request,
                 const std::function<bool(const std::string&)>& given) {
  MembershipRequest copy = request;
  for (const Option& option : option_table(copy)) {
    if (option.only_for.empty() || option.only_for.front() == request.method) continue;
    if (!given(option.name)) continue;
    throw InputError(
        fmt::format("`{}` is for `method {}`; leave it out", option.name, option.only_for.front()));
  }
  for (const char* name : {"key-file", "checkpoint", "resume", "every", "monitor"}) {
    if (!given(name)) continue;
    throw InputError(fmt::format(
        "`{}` has no meaning here: an attack trains models of its own; leave it out", name));
  }
}

MembershipOutcome attack_membership(const MembershipRequest& request, Watcher& watcher) {
  MembershipRequest copy = request;
  check(option_table(copy));
  check(request.options);
  setup_of(request.options);  // before any data is read
  const bool lira = request.method == "lira";
  lira ? check_lira(request) : check_classifier(request);
  if (!request.record.empty() && request.record != "-" && !request.input.path.empty())
    refuse_among_inputs({request.input.path}, "json", request.record);
  RecordFile file(request.record, kOwnerOnly);
  const OpenSource input(request.input);
  return lira ? lira_attack(request, input.corpus(), file, watcher)
              : classifier_attack(request, input.corpus(), file, watcher);
}

}  // namespace dplda::runs
