// A command that does exactly the work it is told to, and says how much. usage: known_work KIND AMOUNT
//   spin     AMOUNT thousand dependent integer steps
//   memory   AMOUNT thousand steps through a chain of 64 MiB, each a cache line that no prefetcher foresees
//   sleep    AMOUNT naps of a millisecond, as of a program that waits for its disk again and again
//   threads  as spin, in each of two threads
//   fail     exit status AMOUNT
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

std::uint64_t spin(long thousands) {
  std::uint64_t state = 88172645463325252U;
  for (long i = 0; i < thousands * 1000; ++i) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
  }
  return state;
}

constexpr std::size_t kLine = 64 / sizeof(std::uint32_t);  // of a cache, in elements
constexpr std::size_t kLines = (64U << 20U) / 64;

// One cycle through all lines in a random order (Sattolo).
std::vector<std::uint32_t> chain() {
  std::vector<std::uint32_t> order(kLines);
  std::iota(order.begin(), order.end(), 0U);
  std::uint64_t state = 1;
  for (std::size_t i = kLines - 1; i > 0; --i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    std::swap(order[i], order[(state >> 33U) % i]);
  }
  std::vector<std::uint32_t> next(kLines * kLine);
  for (std::size_t i = 0; i < kLines; ++i) next[i * kLine] = order[i];
  return next;
}

std::uint64_t walk(long thousands) {
  const std::vector<std::uint32_t> next = chain();
  std::uint32_t line = 0;
  for (long i = 0; i < thousands * 1000; ++i) line = next[line * kLine];
  return line;
}

std::uint64_t spin_in_two_threads(long thousands) {
  std::uint64_t other = 0;
  std::thread thread([&] { other = spin(thousands); });
  const std::uint64_t own = spin(thousands);
  thread.join();
  return own ^ other;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 64;
  const std::string kind = argv[1];
  const long amount = std::atol(argv[2]);
  std::uint64_t answer = 0;
  if (kind == "spin") answer = spin(amount);
  if (kind == "memory") answer = walk(amount);
  if (kind == "threads") answer = spin_in_two_threads(amount);
  for (long nap = 0; kind == "sleep" && nap < amount; ++nap) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (kind == "fail") std::fprintf(stderr, "known_work fails, as it was told to\n");
  std::printf("did %ld units\nanswer %llu\n", amount, static_cast<unsigned long long>(answer));
  return kind == "fail" ? static_cast<int>(amount) : 0;
}
