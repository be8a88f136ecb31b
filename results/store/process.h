// Which process measures a run, so that a run that a killed process left "running" can be told from a living one.
#pragma once

#include <string>
#include <string_view>

namespace results::store {

// Host, boot, process namespace, process id and start time of the calling process, as one text.
std::string this_process();

// True only if the process of that text is certainly gone: it ran on this host, before the last boot or in a process
// namespace that can be looked into. Of another host nothing is known.
bool is_gone(std::string_view process);

}  // namespace results::store
