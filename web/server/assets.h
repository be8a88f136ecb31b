// The page's files, carried inside the program.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "web/server/content.h"

namespace web {

class Assets {
 public:
  Assets();

  // By URL path: "/app.js". Null if there is none.
  [[nodiscard]] const Content* find(std::string_view path) const;

  // The one HTML document; which page it shows, its script reads from the address.
  [[nodiscard]] const Content& shell() const;

 private:
  std::map<std::string, Content, std::less<>> by_path_;
};

}  // namespace web
