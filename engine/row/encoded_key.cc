#include "engine/row/encoded_key.h"

#include <bit>
#include <limits>
#include <type_traits>

#include "engine/row/cells.h"

namespace engine {
namespace {

static_assert(std::endian::native == std::endian::little, "keys are turned from little to big endian");

std::uint32_t SwapBytes(std::uint32_t value) { return __builtin_bswap32(value); }
std::uint64_t SwapBytes(std::uint64_t value) { return __builtin_bswap64(value); }

template <class Integer>
auto ToOrderedBits(Integer value) {
  using Bits = std::make_unsigned_t<Integer>;
  constexpr Bits kSignBit = Bits{1} << (std::numeric_limits<Bits>::digits - 1);
  return SwapBytes(static_cast<Bits>(static_cast<Bits>(value) ^ kSignBit));
}

template <class Integer>
void AppendOrdered(Integer value, std::string* key) {
  const auto bits = ToOrderedBits(value);
  key->append(reinterpret_cast<const char*>(&bits), sizeof(bits));
}

}  // namespace

void EncodeInt64(std::int64_t value, char* bytes) {
  const std::uint64_t bits = ToOrderedBits(value);
  std::memcpy(bytes, &bits, sizeof(bits));
}

KeyEncoder& KeyEncoder::AppendInt32(std::int32_t value) {
  AppendOrdered(value, key_);
  return *this;
}

KeyEncoder& KeyEncoder::AppendInt64(std::int64_t value) {
  AppendOrdered(value, key_);
  return *this;
}

KeyEncoder& KeyEncoder::AppendString(Slice value) {
  for (const char byte : value.view()) {
    key_->push_back(byte);
    if (byte == '\0') key_->push_back('\1');
  }
  key_->append(2, '\0');
  return *this;
}

KeyEncoder& KeyEncoder::AppendLastString(Slice value) {
  key_->append(value.view());
  return *this;
}

void EncodeRowKey(const Schema& schema, const std::uint8_t* row, std::string* key) {
  KeyEncoder encoder(key);
  for (std::size_t column = 0; column < schema.key_columns(); ++column) {
    const std::uint8_t* cell = row + schema.offset(column);
    switch (schema.columns()[column].type) {
      case ColumnType::kInt32:
        encoder.AppendInt32(LoadCell<std::int32_t>(cell));
        break;
      case ColumnType::kInt64:
        encoder.AppendInt64(LoadCell<std::int64_t>(cell));
        break;
      case ColumnType::kString:
        if (column + 1 == schema.key_columns()) {
          encoder.AppendLastString(LoadCell<Slice>(cell));
        } else {
          encoder.AppendString(LoadCell<Slice>(cell));
        }
        break;
    }
  }
}

}  // namespace engine
