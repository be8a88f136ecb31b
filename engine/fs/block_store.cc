#include "engine/fs/block_store.h"

#include <ctime>

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <utility>

#include "engine/fs/metadata_compaction.h"

namespace engine {
namespace {

// The calling thread's CPU time: phases of an opening must not count one another's waiting.
std::chrono::nanoseconds ThreadCpu() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

std::string RandomName() {
  std::random_device random;
  char name[33];
  for (int part = 0; part < 4; ++part) std::snprintf(name + 8 * part, 9, "%08x", random());
  return name;
}

Status UnknownBlock(BlockId id) { return Status::NotFound("there is no block " + std::to_string(id.value)); }

// Runs work(0) ... work(count - 1) on a thread each, or on this one if it is alone; returns the first failure in order.
template <typename Work>
Status RunInThreads(std::size_t count, const Work& work) {
  if (count == 1) return work(0);
  std::vector<Status> outcomes(count);
  std::vector<std::thread> threads;
  for (std::size_t index = 0; index < count; ++index) {
    threads.emplace_back([&, index] { outcomes[index] = work(index); });
  }
  for (std::thread& thread : threads) thread.join();
  const auto failure = std::ranges::find_if(outcomes, [](const Status& outcome) { return !outcome.ok(); });
  return failure == outcomes.end() ? Status::Ok() : std::move(*failure);
}

// Stems of all containers in a directory, in order: a container is known by either of its files.
Status ListContainers(const std::string& directory, Access access, std::vector<std::string>* stems) {
  std::vector<std::string> names;
  if (Status status = ListDirectory(directory, &names); !status.ok()) return status;
  const std::string metadata = Container::MetadataPath("");
  const std::string data = Container::DataPath("");
  const std::string leftover = CompactionPath("");
  std::set<std::string> found;
  for (const std::string& name : names) {
    const std::string path = directory + "/" + name;
    if (name.ends_with(metadata)) found.insert(path.substr(0, path.size() - metadata.size()));
    if (name.ends_with(data)) found.insert(path.substr(0, path.size() - data.size()));
    if (name.ends_with(leftover) && access == Access::kReadWrite) {  // of a compaction that a crash cut off
      if (Status status = RemoveFile(path); !status.ok()) return status;
    }
  }
  stems->assign(found.begin(), found.end());
  return Status::Ok();
}

}  // namespace

BlockStore::BlockStore(BlockStoreOptions options)
    : options_(std::move(options)),
      map_memory_(options_.memory),
      files_(options_.most_open_files),
      map_((options_.block_map != nullptr ? options_.block_map : FindBlockMapVariant(kBlockMapAfter))
               ->make(&map_memory_)) {
  for (const std::string& path : options_.directories) {
    directories_.push_back(std::make_unique<Directory>());
    directories_.back()->path = path;
  }
}

BlockStore::~BlockStore() = default;

Status BlockStore::Open(BlockStoreOptions options, std::unique_ptr<BlockStore>* store, OpenReport* report) {
  const ContainerOptions& limits = options.recovery.container;
  if (options.directories.empty() || options.threads_per_directory < 1 || limits.most_bytes < 1 ||
      limits.most_blocks < 1) {
    return Status::InvalidArgument("a block store needs a directory, a thread, and room in its containers");
  }
  std::unique_ptr<BlockStore> opened(new BlockStore(std::move(options)));
  OpenReport found;
  if (Status status = opened->OpenDirectories(&found); !status.ok()) return status;
  if (report != nullptr) *report = found;
  *store = std::move(opened);
  return Status::Ok();
}

Status BlockStore::OpenDirectories(OpenReport* report) {
  std::vector<OpenReport> reports(directories_.size());
  Status status = RunInThreads(directories_.size(), [&](std::size_t index) {
    return OpenDirectory(directories_[index].get(), &reports[index]);
  });
  for (const OpenReport& one : reports) *report += one;
  return status;
}

Status BlockStore::OpenDirectory(Directory* directory, OpenReport* report) {
  std::vector<std::string> stems;
  if (Status status = ListContainers(directory->path, options_.recovery.container.access, &stems); !status.ok())
    return status;
  std::atomic<std::size_t> next{0};
  std::vector<OpenReport> reports(static_cast<std::size_t>(options_.threads_per_directory));
  Status status = RunInThreads(
      reports.size(), [&](std::size_t index) { return OpenContainers(directory, stems, &next, &reports[index]); });
  for (const OpenReport& one : reports) *report += one;
  return status;
}

Status BlockStore::OpenContainers(Directory* directory, std::span<const std::string> stems,
                                  std::atomic<std::size_t>* next, OpenReport* report) {
  for (std::size_t index = (*next)++; index < stems.size(); index = (*next)++) {
    if (Status status = OpenContainer(directory, stems[index], report); !status.ok()) return status;
  }
  return Status::Ok();
}

Status BlockStore::OpenContainer(Directory* directory, const std::string& stem, OpenReport* report) {
  const auto begin = ThreadCpu();
  RecoveredContainer recovered;
  Status status = RecoverContainer(stem, options_.recovery, &files_, &recovered, report);
  const auto replayed = ThreadCpu();
  report->replay_cpu += replayed - begin;
  if (!status.ok()) return status;
  NeverUseAgain(recovered.replayed.highest_id);
  if (recovered.container == nullptr) return Status::Ok();
  {
    const std::lock_guard guard(directory->mutex);
    if (recovered.container->Room() > 0) {
      directory->available.push_back(recovered.container.get());
    }
    directory->containers.push_back(std::move(recovered.container));
  }
  status = MergeBlocks(stem, &recovered.replayed.blocks);
  report->merge_cpu += ThreadCpu() - replayed;
  return status;
}

Status BlockStore::MergeBlocks(const std::string& stem, ContainerBlocks* blocks) {
  const auto twice = map_->Merge(blocks, options_.fill);
  if (!twice.has_value()) return Status::Ok();
  return Status::Corruption("block " + std::to_string(twice->value) + " is alive both in " + stem + " and in " +
                            map_->Find(*twice)->container()->stem());
}

void BlockStore::NeverUseAgain(BlockId highest) {
  std::uint64_t next = next_id_.load();
  while (next <= highest.value && !next_id_.compare_exchange_weak(next, highest.value + 1)) {
  }
}

Status BlockStore::Create(std::span<const Slice> contents, std::vector<BlockId>* ids) {
  ids->clear();
  if (options_.recovery.container.access == Access::kReadOnly) {
    return Status::IllegalState("the store was opened for reading only");
  }
  Directory* const directory = directories_[next_directory_++ % directories_.size()].get();
  while (!contents.empty()) {
    Container* container = nullptr;
    if (Status status = TakeContainer(directory, &container); !status.ok()) return status;
    const auto room = static_cast<std::size_t>(container->Room());
    const std::size_t count = std::min(contents.size(), room);
    Status status = AppendTo(container, contents.first(count), ids);
    PutBack(directory, container);
    if (!status.ok()) return status;
    contents = contents.subspan(count);
  }
  return Status::Ok();
}

Status BlockStore::TakeContainer(Directory* directory, Container** container) {
  {
    const std::lock_guard guard(directory->mutex);
    if (!directory->available.empty()) {
      *container = directory->available.back();
      directory->available.pop_back();
      return Status::Ok();
    }
  }
  std::unique_ptr<Container> created;
  const std::string stem = directory->path + "/" + RandomName();
  Status status = Container::Create(stem, options_.recovery.container, &files_, &created);
  if (!status.ok()) return status;
  *container = created.get();
  const std::lock_guard guard(directory->mutex);
  directory->containers.push_back(std::move(created));
  return Status::Ok();
}

void BlockStore::PutBack(Directory* directory, Container* container) {
  if (container->Room() == 0) return;
  const std::lock_guard guard(directory->mutex);
  directory->available.push_back(container);
}

Status BlockStore::AppendTo(Container* container, std::span<const Slice> contents, std::vector<BlockId>* ids) {
  std::uint64_t id = next_id_.fetch_add(contents.size());
  std::vector<NewBlock> blocks;
  for (const Slice bytes : contents) blocks.push_back({BlockId{id++}, bytes});
  std::vector<BlockRef> created;
  if (Status status = container->Append(blocks, &created); !status.ok()) return status;
  for (BlockRef& block : created) {
    ids->push_back(block->id());
    map_->Insert(std::move(block));  // the id is new, so it cannot be present
  }
  return Status::Ok();
}

Status BlockStore::Read(BlockId id, std::string* contents) const {
  const BlockRef block = map_->Find(id);
  if (block == nullptr) return UnknownBlock(id);
  contents->resize(static_cast<std::size_t>(block->length()));
  Slice bytes;
  return block->container()->Read(*block, 0, contents->size(), contents->data(), &bytes);
}

Status BlockStore::Delete(std::span<const BlockId> ids) {
  if (options_.recovery.container.access == Access::kReadOnly) {
    return Status::IllegalState("the store was opened for reading only");
  }
  Status outcome;
  std::map<Container*, std::vector<BlockRef>> by_container;
  for (const BlockId id : ids) {
    BlockRef block = map_->Erase(id);  // whoever erases it is the one to delete it
    if (block == nullptr) {
      outcome = UnknownBlock(id);
    } else {
      by_container[block->container()].push_back(std::move(block));
    }
  }
  for (auto& [container, blocks] : by_container) {
    Status status = container->Delete(blocks);
    if (status.ok()) continue;
    for (BlockRef& block : blocks) map_->Insert(std::move(block));  // they are still there
    outcome = std::move(status);
  }
  return outcome;
}

}  // namespace engine
