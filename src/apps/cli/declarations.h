// What was declared about a flag and CLI11 has no place for: what it may be and for whom it is.
// Man pages and completions are made of it.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "base/options.h"

namespace dplda::cli {

struct Declaration {
  std::string help;
  std::vector<std::string> choices = {};   // empty: anything
  std::string standard = {};               // the default; empty: none
  std::vector<std::string> only_for = {};  // see Option::only_for
};

// The declarations of an app's flags. They travel with the app as its formatter of help, the one
// thing that an app carries along unseen.
class Declarations : public CLI::Formatter {
 public:
  // Makes a note of `flag`, which is of `app`.
  static void add(CLI::App& app, const CLI::Option* flag, Declaration declaration);
  // Null if nothing was noted.
  static const Declaration* find(const CLI::App& app, const CLI::Option* flag);

  // Shows a name that switches something off as a name, without the value that it stands for.
  std::string make_option_name(const CLI::Option* option, bool positional) const override;

 private:
  std::map<const CLI::Option*, Declaration> declarations_;
};

}  // namespace dplda::cli
