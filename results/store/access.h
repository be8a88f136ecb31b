// What a store is opened for.
#pragma once

namespace results::store {

enum class Access { ReadWrite, ReadOnly };

}  // namespace results::store
