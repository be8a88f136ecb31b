// Counts what a program asks of the allocator. Linking it replaces the program's operator new by one that counts and
// then calls malloc, for every thread by itself: an addition to a thread-local variable, no sharing.
#pragma once

#include <cstdint>

namespace engine {

// Calls of operator new by this thread since it started. malloc itself is not counted.
std::uint64_t AllocationsOfThisThread();

}  // namespace engine
