#include "web/server/content.h"

#include <gtest/gtest.h>
#include <zlib.h>

namespace web {
namespace {

std::string inflated(std::string_view bytes) {
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  std::string out(1 << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST(ContentTest, WhatIsGzippedComesBack) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += std::to_string(i * 7919 % 1000);
  EXPECT_LT(gzipped(text).size(), text.size() / 2);
  EXPECT_EQ(inflated(gzipped(text)), text);
  EXPECT_EQ(inflated(gzipped("")), "");
}

TEST(ContentTest, ReadsAcceptEncoding) {
  for (const char* field : {"gzip", "br, gzip", "gzip, deflate, br, zstd", "*", "gzip;q=0.5", "br;q=0, *;q=0.1"}) {
    EXPECT_TRUE(accepts_gzip(field)) << field;
  }
  for (const char* field : {"", "br", "identity", "gzip;q=0", "gzip;q=0.000, *", "*;q=0", "xgzip"}) {
    EXPECT_FALSE(accepts_gzip(field)) << field;
  }
}

TEST(ContentTest, TagsFollowTheBytes) {
  EXPECT_EQ(tag_of(""), "cbf29ce484222325");      // the published offset basis of 64-bit FNV-1a
  EXPECT_EQ(tag_of("foobar"), "85944171f73967e8");  // its published test vector
  EXPECT_NE(tag_of("a"), tag_of("b"));
}

}  // namespace
}  // namespace web
