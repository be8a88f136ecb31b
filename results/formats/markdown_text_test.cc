#include "results/formats/markdown_text.h"

#include <gtest/gtest.h>

namespace results::formats {
namespace {

TEST(MarkdownText, PlainNamesStayReadable) {
  EXPECT_EQ(markdown_text("client/in_flight_set ops=33289"), "client/in_flight_set ops=33289");
  EXPECT_EQ(markdown_text("std::unordered_set"), "std::unordered_set");
}

TEST(MarkdownText, NothingIsMarkup) {
  EXPECT_EQ(markdown_text("a|b"), "a&#124;b");
  EXPECT_EQ(markdown_text("`code`"), "&#96;code&#96;");
  EXPECT_EQ(markdown_text("<img src=x>"), "&lt;img src=x&gt;");
  EXPECT_EQ(markdown_text("&lt;"), "&amp;lt;");
  EXPECT_EQ(markdown_text("*a* _b_ ~c~"), "\\*a\\* \\_b\\_ \\~c\\~");
  EXPECT_EQ(markdown_text("a\\|b"), "a\\\\&#124;b");
  EXPECT_EQ(markdown_text("--> x"), "--&gt; x");
}

TEST(MarkdownText, NobodyIsMentionedAndNothingIsLinked) {
  EXPECT_EQ(markdown_text("@someone #12"), "&#64;someone &#35;12");
  EXPECT_EQ(markdown_text("https://example.org"), "https&#58;//example.org");
  EXPECT_EQ(markdown_text("www.example.org"), "www&#46;example.org");
  EXPECT_EQ(markdown_text("![a](b)"), "&#33;&#91;a&#93;(b)");
}

TEST(MarkdownText, IsOneLine) {
  EXPECT_EQ(markdown_text("a\nb"),
            "a\xEF\xBF\xBD"
            "b");
}

TEST(MarkdownPreformatted, KeepsLinesAndEndsNowhereElse) {
  EXPECT_EQ(markdown_preformatted("one\n\n</pre> *two*"), "<pre>\none\n\n&lt;/pre&gt; *two*\n</pre>\n");
}

}  // namespace
}  // namespace results::formats
