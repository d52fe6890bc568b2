// Learns topics so that no single document can be told from them, and says what that cost.
//
//   example         fresh noise from the operating system: private
//   example SEED    repeatable, by whoever knows the seed: not private
#include <dplda/dplda.h>

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace {

// The words to look for. They are public: chosen without a look at the documents.
const std::vector<std::string> kWords = {"asthma", "cough",    "inhaler", "wheeze", "back", "leg",
                                         "lumbar", "sciatica", "itch",    "eczema", "rash", "skin"};

// Stands in for documents of your own: 2000 notes of 30 words, three of four about one condition.
std::vector<std::vector<std::string>> made_up_notes() {
  std::mt19937 random(7);
  std::vector<std::vector<std::string>> notes(2000);
  for (std::vector<std::string>& note : notes) {
    const std::size_t condition = random() % 3;
    for (int word = 0; word < 30; ++word) {
      const bool stray = random() % 4 == 0;
      note.push_back(kWords[stray ? random() % kWords.size() : condition * 4 + random() % 4]);
    }
  }
  return notes;
}

void learn(const char* seed) {
  const dplda::Documents notes =
      dplda::Documents::of_tokens(made_up_notes(), kWords, dplda::WordOrigin::kPublic);

  // Options have the names of the command line's flags. Recipe doc protects whole documents.
  dplda::Settings settings("doc");
  settings.set("topics", 3).set("target-epsilon", 3);
  if (seed != nullptr) settings.set("seed", seed);

  // What it is going to cost is known before any document is looked at.
  std::cout << dplda::plan(settings).text << '\n';

  const dplda::TopicModel model = dplda::fit(notes, settings).model;
  for (std::size_t topic = 0; topic < model.topics(); ++topic) {
    std::cout << "topic " << topic << ':';
    for (const std::string& word : model.top_words(topic, 4)) std::cout << ' ' << word;
    std::cout << '\n';
  }
  std::cout << '\n' << model.statement();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    learn(argc > 1 ? argv[1] : nullptr);
    return EXIT_SUCCESS;
  } catch (const dplda::BudgetExhausted& error) {  // nothing was released
    std::cerr << "example: " << error.what() << '\n';
    return 3;
  } catch (const dplda::InputError& error) {  // an option or a document is wrong
    std::cerr << "example: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {  // dplda::SystemError: the machine failed
    std::cerr << "example: " << error.what() << '\n';
    return 1;
  }
}
