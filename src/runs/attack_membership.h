// Membership inference as users ask for it: which documents was a model trained on?
#pragma once

#include <functional>
#include <string>

#include "runs/membership.h"
#include "runs/watcher.h"

namespace dplda::runs {

// Throws InputError if options were given that mean nothing: those of the other method, and those
// that keep a model's state, since the models of an attack are many and nobody's. `given`: whether
// an option was.
void refuse_idle(const MembershipRequest& request,
                 const std::function<bool(const std::string&)>& given);

// Trains models that nobody keeps; nothing is released. Throws InputError where options, labels and
// documents do not go together, and Stopped if the watcher ended it before anything could be said.
MembershipOutcome attack_membership(const MembershipRequest& request, Watcher& watcher);

}  // namespace dplda::runs
