#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "privacy/narrow_noise.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "privacy/narrow_noise.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
using D16 = hn::ScalableTag<std::uint16_t>;
using V16 = hn::Vec<D16>;

// Entry `index` of 64.
HWY_INLINE V16 looked_up(const std::uint16_t* column, V16 index) {
  const D16 d;
  const V16 low = hn::LoadU(d, column), high = hn::LoadU(d, column + 32);
  return V16{_mm512_permutex2var_epi16(low.raw, index.raw, high.raw)};
}

template <std::size_t kGroup>
HWY_INLINE void draw_by_search(const NarrowTable& table, const std::uint64_t* words,
                               std::size_t count, std::int16_t* out) {
  constexpr int kShift = std::countr_zero(kGroup);
  const D16 d;
  const hn::RebindToSigned<D16> signed_d;
  const hn::Repartition<std::uint64_t, D16> word_d;
  const std::uint16_t* last = table.columns.data() + 64 * (kGroup - 1);
  for (std::size_t i = 0; i < count; i += hn::Lanes(word_d)) {
    const V16 word = hn::BitCast(d, hn::LoadU(word_d, words + i));
    const V16 draw = hn::ShiftRight<1>(word);
    // How many groups lie above the draw altogether; then how many of the next one.
    V16 above = hn::Zero(d);
    for (std::uint16_t step = 32; step > 0; step /= 2) {
      const V16 head =
          looked_up(last, hn::Add(above, hn::Set(d, static_cast<std::uint16_t>(step - 1))));
      above = hn::IfThenElse(hn::Gt(head, draw), hn::Add(above, hn::Set(d, step)), above);
    }
    const V16 group = above;
    auto open = hn::Eq(looked_up(last, group), draw);
    above = hn::ShiftLeft<kShift>(above);
    for (std::size_t column = 0; column + 1 < kGroup; ++column) {
      const V16 head = looked_up(table.columns.data() + 64 * column, group);
      above = hn::IfThenElse(hn::Gt(head, draw), hn::Add(above, hn::Set(d, 1)), above);
      open = hn::Or(open, hn::Eq(head, draw));
    }
    open = hn::Or(open, hn::Eq(above, hn::Set(d, static_cast<std::uint16_t>(table.heads))));
    const auto negative = hn::TestBit(word, hn::Set(d, 1));
    const V16 noise = hn::IfThenElse(negative, hn::Sub(hn::Zero(d), above), above);
    const V16 result = hn::IfThenElse(open, hn::Or(above, hn::Set(d, 0x8000)), noise);
    hn::StoreU(hn::BitCast(signed_d, result), signed_d, out + 4 * i);
  }
}

HWY_INLINE void draw_cells(const NarrowTable& table, const std::uint64_t* words, std::size_t count,
                           std::int16_t* out) {
  if (table.group == 1) draw_by_search<1>(table, words, count, out);
  if (table.group == 2) draw_by_search<2>(table, words, count, out);
  if (table.group == 4) draw_by_search<4>(table, words, count, out);
}
#else
HWY_INLINE void draw_cells(const NarrowTable& table, const std::uint64_t* words, std::size_t count,
                           std::int16_t* out) {
  const std::int16_t* magnitudes = table.magnitudes.data();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t part = 0; part < 4; ++part) {
      const std::uint64_t word = words[i] >> (16 * part);
      const int magnitude = magnitudes[(word >> 1) & 0x7fff];
      const int sign = magnitude < 0 ? 0 : -static_cast<int>(word & 1);
      out[4 * i + part] = static_cast<std::int16_t>((magnitude ^ sign) - sign);
    }
  }
}
#endif

constexpr std::int16_t kLeastNoise = -static_cast<std::int16_t>(kMostNarrow);

// Adds noise to cells and keeps those that are open.
class Adding {
 public:
  Adding(const std::int16_t* noise, const std::int32_t* counts, std::span<std::int32_t> out,
         OpenCell* open)
      : noise_(noise), counts_(counts), out_(out), open_(open) {}

  // As many of the cells that are left as fill vectors of D.
  template <class D>
  HWY_INLINE void add_vectors(D d) {
    const hn::Rebind<std::int16_t, D> narrow;
    const auto most = hn::Set(d, std::numeric_limits<std::int32_t>::max());
    for (; done_ + hn::Lanes(d) <= out_.size(); done_ += hn::Lanes(d)) {
      auto noise = hn::LoadU(narrow, noise_ + done_);
      const auto is_open = hn::Lt(noise, hn::Set(narrow, kLeastNoise));
      if (HWY_UNLIKELY(!hn::AllFalse(narrow, is_open))) {
        keep_open(hn::Lanes(d));
        noise = hn::IfThenZeroElse(is_open, noise);
      }
      const auto more = hn::PromoteTo(d, noise);
      const auto count = hn::LoadU(d, counts_ + done_);
      const auto sum = hn::Add(count, more);
      // Too large where both have one sign and their sum has the other.
      const auto over = hn::AndNot(hn::Xor(count, more), hn::Xor(count, sum));
      const auto bound = hn::Xor(hn::BroadcastSignBit(count), most);
      hn::StoreU(hn::IfVecThenElse(hn::BroadcastSignBit(over), bound, sum), d, &out_[done_]);
    }
  }

  HWY_INLINE void add_rest() {
    for (; done_ < out_.size(); ++done_) {
      const std::int16_t noise = noise_[done_];
      if (noise < kLeastNoise) keep_open(1);
      out_[done_] = saturated_sum(counts_[done_], noise < kLeastNoise ? 0 : noise);
    }
  }

  std::size_t opened() const { return opened_; }

 private:
  void keep_open(std::size_t cells) {
    for (std::size_t i = done_; i < done_ + cells; ++i) {
      if (noise_[i] >= kLeastNoise) continue;
      open_[opened_++] = {.cell = static_cast<std::uint16_t>(i),
                          .above = static_cast<std::uint16_t>(noise_[i] - NarrowTable::kOpen)};
    }
  }

  const std::int16_t* noise_;
  const std::int32_t* counts_;
  std::span<std::int32_t> out_;
  OpenCell* open_;
  std::size_t done_ = 0;
  std::size_t opened_ = 0;
};

std::size_t draw_and_add(const NarrowTable& table, std::span<const std::uint64_t> words,
                         const std::int32_t* counts, std::span<std::int32_t> out, OpenCell* open) {
  std::int16_t noise[32 * kMostBlocks];
  draw_cells(table, words.data(), words.size(), noise);
  Adding adding(noise, counts, out, open);
  adding.add_vectors(hn::CappedTag<std::int32_t, 16>());
  adding.add_vectors(hn::CappedTag<std::int32_t, 4>());
  adding.add_rest();
  return adding.opened();
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(draw_and_add);

NarrowTable::NarrowTable(std::span<const std::uint16_t> of_thresholds)
    : heads(of_thresholds.size()), magnitudes(std::size_t{1} << kNarrowBits) {
  std::size_t above = heads;
  for (std::size_t draw = 0; draw < magnitudes.size(); ++draw) {
    while (above > 0 && of_thresholds[above - 1] <= draw) --above;
    const bool open = above == heads || of_thresholds[above] == draw;
    magnitudes[draw] = static_cast<std::int16_t>(open ? kOpen + static_cast<int>(above) : above);
  }
  const auto end = std::find(of_thresholds.begin(), of_thresholds.end(), 0);
  const auto not_zero = static_cast<std::size_t>(end - of_thresholds.begin());
  // The last place is left to a 0, which is above no draw.
  while (64 * group <= not_zero) group *= 2;
  columns.resize(64 * group);
  for (std::size_t m = 0; m < not_zero; ++m)
    columns[64 * (m % group) + m / group] = of_thresholds[m];
}

std::size_t add_narrow(const NarrowTable& table, std::span<const std::uint64_t> words,
                       std::span<const std::int32_t> counts, std::span<std::int32_t> out,
                       std::span<OpenCell, 32 * kMostBlocks> open) {
  return HWY_DYNAMIC_DISPATCH(draw_and_add)(table, words, counts.data(), out, open.data());
}

}  // namespace dplda
#endif  // HWY_ONCE
