#include "apps/cli/declarations.h"

#include <memory>
#include <utility>

namespace dplda::cli {

void Declarations::add(CLI::App& app, const CLI::Option* flag, Declaration declaration) {
  auto declarations = std::dynamic_pointer_cast<Declarations>(app.get_formatter());
  if (declarations == nullptr) {
    declarations = std::make_shared<Declarations>();
    app.formatter(declarations);
  }
  declarations->declarations_.insert_or_assign(flag, std::move(declaration));
}

std::string Declarations::make_option_name(const CLI::Option* option, bool positional) const {
  std::string name = CLI::Formatter::make_option_name(option, positional);
  const std::string value = "{false}";
  const std::size_t at = name.find(value);
  return at == std::string::npos ? name : name.erase(at, value.size());
}

const Declaration* Declarations::find(const CLI::App& app, const CLI::Option* flag) {
  const auto declarations = std::dynamic_pointer_cast<Declarations>(app.get_formatter());
  if (declarations == nullptr) return nullptr;
  const auto found = declarations->declarations_.find(flag);
  return found == declarations->declarations_.end() ? nullptr : &found->second;
}

}  // namespace dplda::cli
