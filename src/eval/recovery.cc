#include "eval/recovery.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace dplda {

namespace {

// Row-major: planted x learnt.
std::vector<double> cosines(const PlantedTopics& planted, const Model& model) {
  std::vector<double> lengths(model.topics());
  for (std::size_t k = 0; k < model.topics(); ++k) {
    double square = 0;
    for (const double p : model.topic(k)) square += p * p;
    lengths[k] = std::sqrt(square);
  }
  std::vector<double> result;
  for (const PlantedTopic& topic : planted) {
    std::vector<double> products(model.topics(), 0);
    double square = 0;
    for (const auto& [word, probability] : topic.words) {
      square += probability * probability;
      const auto id = model.vocabulary().find(word);
      if (!id) continue;
      for (std::size_t k = 0; k < model.topics(); ++k)
        products[k] += probability * static_cast<double>(model.topic(k)[*id]);
    }
    for (std::size_t k = 0; k < model.topics(); ++k)
      result.push_back(products[k] / (std::sqrt(square) * lengths[k]));
  }
  return result;
}

// The Hungarian method with potentials: rows are assigned one after the other along cheapest
// augmenting paths. Costs are minimised; index 0 stands for "none". REQUIRES: rows <= columns.
class Hungarian {
 public:
  Hungarian(std::size_t rows, std::size_t columns)
      : rows_(rows),
        columns_(columns),
        row_of_(columns + 1, 0),
        u_(rows + 1, 0),
        v_(columns + 1, 0) {}

  template <class Cost>
  std::vector<std::size_t> solve(Cost&& cost) {
    for (std::size_t row = 1; row <= rows_; ++row) add_row(row, cost);
    std::vector<std::size_t> column_of(rows_);
    for (std::size_t column = 1; column <= columns_; ++column)
      if (row_of_[column] > 0) column_of[row_of_[column] - 1] = column - 1;
    return column_of;
  }

 private:
  template <class Cost>
  void add_row(std::size_t row, Cost& cost) {
    std::vector<double> slack(columns_ + 1, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> previous(columns_ + 1, 0);
    std::vector<bool> reached(columns_ + 1, false);
    std::size_t column = 0;
    row_of_[0] = row;
    while (row_of_[column] != 0) {
      reached[column] = true;
      const std::size_t from = row_of_[column];
      std::size_t nearest = 0;
      for (std::size_t j = 1; j <= columns_; ++j) {
        if (reached[j]) continue;
        const double reduced = cost(from - 1, j - 1) - u_[from] - v_[j];
        if (reduced < slack[j]) {
          slack[j] = reduced;
          previous[j] = column;
        }
        if (nearest == 0 || slack[j] < slack[nearest]) nearest = j;
      }
      const double step = slack[nearest];
      for (std::size_t j = 0; j <= columns_; ++j) {
        if (reached[j]) {
          u_[row_of_[j]] += step;
          v_[j] -= step;
        } else {
          slack[j] -= step;
        }
      }
      column = nearest;
    }
    for (; column != 0; column = previous[column]) row_of_[column] = row_of_[previous[column]];
  }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::size_t> row_of_;  // by column; 0: free
  std::vector<double> u_;            // potentials of rows and columns
  std::vector<double> v_;
};

}  // namespace

std::vector<std::size_t> best_assignment(std::span<const double> values, std::size_t rows,
                                         std::size_t columns) {
  if (rows <= columns)
    return Hungarian(rows, columns).solve([&](std::size_t row, std::size_t column) {
      return -values[row * columns + column];
    });
  const auto row_of = Hungarian(columns, rows).solve([&](std::size_t column, std::size_t row) {
    return -values[row * columns + column];
  });
  std::vector<std::size_t> column_of(rows, columns);
  for (std::size_t column = 0; column < columns; ++column) column_of[row_of[column]] = column;
  return column_of;
}

Recovery recovery(const PlantedTopics& planted, const Model& model) {
  const std::vector<double> all = cosines(planted, model);
  const std::size_t learnt = model.topics();
  const auto assigned = best_assignment(all, planted.size(), learnt);
  Recovery result;
  result.worst = result.assigned_worst = 1;
  double counted = 0;
  for (std::size_t p = 0; p < planted.size(); ++p) {
    const auto row = std::span(all).subspan(p * learnt, learnt);
    const auto best = std::max_element(row.begin(), row.end());
    RecoveredTopic topic{.name = planted[p].name,
                         .filler = planted[p].filler,
                         .best = static_cast<std::size_t>(best - row.begin()),
                         .cosine = *best,
                         .assigned = assigned[p],
                         .assigned_cosine = assigned[p] < learnt ? row[assigned[p]] : 0};
    if (!topic.filler) {
      result.worst = std::min(result.worst, topic.cosine);
      result.assigned_worst = std::min(result.assigned_worst, topic.assigned_cosine);
      result.mean += topic.cosine;
      result.assigned_mean += topic.assigned_cosine;
      ++counted;
    }
    result.topics.push_back(std::move(topic));
  }
  result.mean /= counted;
  result.assigned_mean /= counted;
  return result;
}

nlohmann::ordered_json to_json(const Recovery& recovery) {
  nlohmann::ordered_json topics = nlohmann::ordered_json::array();
  for (const RecoveredTopic& topic : recovery.topics)
    topics.push_back({{"name", topic.name},
                      {"filler", topic.filler},
                      {"best", topic.best},
                      {"cosine", topic.cosine},
                      {"assigned", topic.assigned},
                      {"assigned_cosine", topic.assigned_cosine}});
  return {{"worst", recovery.worst},
          {"mean", recovery.mean},
          {"assigned_worst", recovery.assigned_worst},
          {"assigned_mean", recovery.assigned_mean},
          {"topics", std::move(topics)}};
}

}  // namespace dplda
