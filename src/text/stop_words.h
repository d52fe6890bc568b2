// Words that carry no topic.
#pragma once

#include <span>
#include <string_view>

namespace dplda {

// English function words and contractions, as the tokenizer writes them, in alphabetical order.
std::span<const std::string_view> english_stop_words();

}  // namespace dplda
