// Runs a fuzz target on the inputs kept in corpus/NAME, then on inputs that are bent from these and from its seeds, the
// same ones in every run.
//   fuzz_NAME [seconds]        for so long, as many as there are
//   fuzz_NAME --inputs N       so many; 0: the kept ones alone
// An input that crashes the target, takes longer than ten seconds or more than 1 GiB of memory, is left behind as
// crash-input; mended, it belongs into corpus/NAME.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string_view>

#include "fuzz_target.h"

extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

std::string current;  // the input under test, for the crash handlers

void save_input() {
  const int file = ::open("crash-input", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return;
  [[maybe_unused]] const auto written = ::write(file, current.data(), current.size());
  ::close(file);
}

void on_signal(int signal) {
  save_input();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

class Mutator {
 public:
  explicit Mutator(std::vector<std::string> seeds) : seeds_(std::move(seeds)) {
    for (const std::string& seed : seeds_) collect_words(seed);
  }

  std::string next() {
    std::string input = seeds_[below(seeds_.size())];
    for (std::size_t n = 1 + below(6); n > 0; --n) bend(input);
    return input;
  }

 private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : std::size_t(random_() % bound); }

  void collect_words(std::string_view text) {
    constexpr std::string_view gaps = " ,=\t\r\n";
    for (std::size_t at = 0; at < text.size() && words_.size() < 2000;) {
      const std::size_t first = text.find_first_not_of(gaps, at);
      if (first == std::string_view::npos) return;
      const std::size_t last = std::min(text.find_first_of(gaps, first), text.size());
      words_.emplace_back(text.substr(first, last - first));
      at = last;
    }
  }

  void bend(std::string& s) {
    static constexpr std::array<std::string_view, 18> extremes = {
        "-1",    "0",   "1",         "2147483647", "2147483648", "-2147483649", "99999999999999999999",
        "1e999", "nan", "1e-320",    "4294967296", "",           "*",           "$",
        "\"",    "1.5", "999999999", "1e8"};
    const std::size_t at = below(s.size() + 1), length = below(std::min<std::size_t>(s.size() - at + 1, 64));
    switch (below(10)) {
      case 0:
        if (at < s.size()) s[at] = char(random_());
        break;
      case 1:
        if (at < s.size()) s[at] = char(s[at] ^ (1 << below(8)));
        break;
      case 2:
        s.insert(at, 1, char(random_()));
        break;
      case 3:
        s.erase(at, length);
        break;
      case 4:
        s.insert(at, s.substr(at, length));
        break;
      case 5:
        s.resize(at);
        break;
      case 6:
        replace_word(s, at, std::string(extremes[below(extremes.size())]));
        break;
      case 7:
        replace_word(s, at, words_.empty() ? "" : words_[below(words_.size())]);
        break;
      case 8:
        move_line(s, at);
        break;
      default: {  // the head of this one, the tail of another
        const std::string& other = seeds_[below(seeds_.size())];
        const std::size_t from = below(other.size() + 1);
        s = s.substr(0, at) + other.substr(from);
      }
    }
  }

  static void replace_word(std::string& s, std::size_t at, const std::string& word) {
    constexpr std::string_view gaps = " ,=\t\r\n";
    const std::size_t first = s.find_first_not_of(gaps, at);
    if (first == std::string::npos) return;
    const std::size_t last = std::min(s.find_first_of(gaps, first), s.size());
    s.replace(first, last - first, word);
  }

  void move_line(std::string& s, std::size_t at) {
    const std::size_t first = s.find('\n', at);
    if (first == std::string::npos) return;
    const std::size_t last = std::min(s.find('\n', first + 1), s.size());
    const std::string line = s.substr(first, last - first);
    s.erase(first, last - first);
    s.insert(below(s.size() + 1), line);
  }

  std::vector<std::string> seeds_, words_;
  std::mt19937_64 random_{20'240'601};
};

/// Files of corpus/NAME in the order of their names.
std::vector<std::string> kept_inputs(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> inputs;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return inputs;
}

constexpr unsigned longest = 10;       // [s]
constexpr long largest = 1024 * 1024;  // [KiB], of the whole program

/// Under a sanitizer memory is the sanitizer's.
bool counts_memory() { return __sanitizer_set_death_callback == nullptr; }

long peak_memory() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

void run(const std::string& input) {
  current = input;
  ::alarm(longest);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current.data()), current.size());
  if (!counts_memory() || peak_memory() <= largest) return;
  std::printf("an input took %ld MiB of memory\n", peak_memory() / 1024);
  save_input();
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  const bool counted = argc > 2 && std::string_view(argv[1]) == "--inputs";
  const long wanted = counted ? std::atol(argv[2]) : std::numeric_limits<long>::max();
  const double seconds = counted ? std::numeric_limits<double>::infinity() : argc > 1 ? std::atof(argv[1]) : 60;
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGALRM}) std::signal(signal, on_signal);
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(save_input);
  std::vector<std::string> seeds = fuzz_seeds();
  const std::vector<std::string> kept = kept_inputs(TRUNNION_FUZZ_CORPUS);
  seeds.insert(seeds.end(), kept.begin(), kept.end());
  for (const std::string& seed : seeds) run(seed);
  Mutator mutator(seeds);
  const auto begin = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  long count = 0;
  for (; count < wanted && passed() < seconds; ++count) run(mutator.next());
  ::alarm(0);
  std::printf("%zu kept and %ld bent inputs in %.1f s, no crash, at most %ld MiB\n", kept.size(), count, passed(),
              peak_memory() / 1024);
  return 0;
}
