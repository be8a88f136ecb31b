#include "web/server/assets.h"

#include <stdexcept>
#include <utility>

#include "web/static/embedded.h"

namespace web {
namespace {

constexpr std::string_view kShell = "index.html";
constexpr std::string_view kCompressed = ".gz";

std::string_view type_of(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".txt", "text/plain; charset=utf-8"},
  };
  for (const auto& [suffix, type] : kTypes) {
    if (name.ends_with(suffix)) return type;
  }
  throw std::logic_error("an embedded file has an unknown type");
}

}  // namespace

Assets::Assets() {
  for (const page::EmbeddedFile& file : page::embedded_files()) {
    std::string_view name = file.name;
    const bool compressed = name.ends_with(kCompressed);
    if (compressed) name.remove_suffix(kCompressed.size());
    Content& content = by_path_["/" + std::string(name)];
    content.type = type_of(name);
    (compressed ? content.gzip : content.identity) = file.content;
    if (!compressed) content.tag = tag_of(file.content);
  }
}

const Content* Assets::find(std::string_view path) const {
  const auto found = by_path_.find(path);
  return found == by_path_.end() ? nullptr : &found->second;
}

const Content& Assets::shell() const { return by_path_.find("/" + std::string(kShell))->second; }

}  // namespace web
