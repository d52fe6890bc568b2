#include "training/process_accounts.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dplda {
namespace {

struct Account {
  std::vector<std::uint64_t> marks;  // ascending
  std::vector<std::string> lines;
  std::shared_ptr<Account> joined;  // the account that it became part of
};

// One for the process: what fits release does not depend on who called them.
struct Accounts {
  std::mutex busy;
  std::vector<std::shared_ptr<Account>> all;
};

Accounts& accounts() {
  static Accounts instance;
  return instance;
}

// A ledger's access to an account. Of an account that was joined with others it hands out the lines
// that it has not handed out or written before.
class AccountBook final : public LedgerBook {
 public:
  explicit AccountBook(std::shared_ptr<Account> account) : account_(std::move(account)) {}

  std::vector<std::string> begin() override {
    accounts().busy.lock();
    while (account_->joined) account_ = account_->joined;
    std::multiset<std::string> known = known_;
    std::vector<std::string> lines;
    for (const std::string& line : account_->lines) {
      const auto at = known.find(line);
      if (at == known.end()) {
        lines.push_back(line);
      } else {
        known.erase(at);
      }
    }
    known_.insert(lines.begin(), lines.end());
    return lines;
  }
  void append(std::string_view line) override {
    account_->lines.emplace_back(line);
    known_.emplace(line);
  }
  void end() noexcept override { accounts().busy.unlock(); }

 private:
  std::shared_ptr<Account> account_;
  std::multiset<std::string> known_;
};

bool in_common(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return !both.empty();
}

// Everything that `from` holds goes to `to`.
void join(const std::shared_ptr<Account>& from, const std::shared_ptr<Account>& to) {
  to->lines.insert(to->lines.end(), from->lines.begin(), from->lines.end());
  std::vector<std::uint64_t> marks;
  std::set_union(from->marks.begin(), from->marks.end(), to->marks.begin(), to->marks.end(),
                 std::back_inserter(marks));
  to->marks = std::move(marks);
  from->joined = to;
  from->lines.clear();
}

}  // namespace

std::shared_ptr<LedgerBook> process_account(std::span<const std::uint64_t> marks) {
  Accounts& known = accounts();
  const std::lock_guard<std::mutex> alone(known.busy);
  auto account = std::make_shared<Account>();
  account->marks.assign(marks.begin(), marks.end());
  std::sort(account->marks.begin(), account->marks.end());
  std::vector<std::shared_ptr<Account>> rest;
  for (const std::shared_ptr<Account>& other : known.all) {
    if (in_common(other->marks, account->marks)) {
      join(other, account);
    } else {
      rest.push_back(other);
    }
  }
  rest.push_back(account);
  known.all = std::move(rest);
  return std::make_shared<AccountBook>(std::move(account));
}

}  // namespace dplda
