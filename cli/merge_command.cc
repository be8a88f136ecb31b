// tandem db merge: the runs of other stores into one.
#include <iostream>

#include "cli/exit_status.h"
#include "cli/project_commands.h"
#include "results/store/merge.h"

namespace cli {

int merge_command(const MergeOptions& options) {
  using results::store::Access;
  using results::store::Store;
  Store into = Store::open(options.into, Access::ReadWrite);
  for (const auto& path : options.from) {
    const auto merged = merge(Store::open(path, Access::ReadOnly), into);
    std::cout << path << ": " << merged.added << " runs added, " << merged.present << " there already";
    if (merged.running > 0) std::cout << ", " << merged.running << " still measured and left out";
    if (merged.imported > 0) std::cout << ", " << merged.imported << " imported and left out (`tandem import` takes their files)";
    std::cout << "\n" << std::flush;
  }
  return kFine;
}

}  // namespace cli
