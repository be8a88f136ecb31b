#include "cli/config_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <sstream>
#include <tuple>
#include <utility>

#include "cli/quantities.h"
#include "harness/model/error.h"
#include "harness/model/glob.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using harness::UsageError;

[[noreturn]] void refuse(const std::string& file, const toml::source_region& where, const std::string& sentence) {
  throw UsageError(file + ":" + std::to_string(where.begin.line) + ": " + sentence);
}

[[noreturn]] void refuse_key(const std::string& file, const toml::key& key, const std::string& full,
                             const std::vector<std::string>& known) {
  const auto closest = harness::closest_names(full, known, 1);
  refuse(file, key.source(), "there is no key '" + full + "'" +
                                 (closest.empty() ? "" : "; the closest is '" + closest.front() + "'"));
}

// One node of the file that is to become a value; every complaint about it names its place and its key.
struct Field {
  const toml::node& node;
  const std::string& file;
  std::string key;

  [[noreturn]] void refuse(const std::string& wanted) const {
    cli::refuse(file, node.source(), "'" + key + "' must be " + wanted);
  }

  [[nodiscard]] std::string text(const std::string& wanted = "a text") const {
    const auto value = node.value_exact<std::string>();
    if (!value) refuse(wanted);
    return *value;
  }

  // A text that `parse` understands; its sentence says what it wants.
  template <class Parse>
  [[nodiscard]] auto parsed(const std::string& wanted, Parse parse) const {
    const std::string said = text(wanted);
    try {
      return parse(said);
    } catch (const harness::Error& error) {
      cli::refuse(file, node.source(), "'" + key + "': " + error.what());
    }
  }

  // Each element of a list, as a field of its own.
  template <class Each>
  void elements(const std::string& wanted, Each each) const {
    const toml::array* array = node.as_array();
    if (array == nullptr) refuse(wanted);
    for (const toml::node& element : *array) each(Field{element, file, key});
  }

  // Each key of a table; a key that is not known is refused. In the order of the file.
  template <class Each>
  void entries(const std::string& wanted, Each each) const {
    const toml::table* table = node.as_table();
    if (table == nullptr) refuse(wanted);
    std::vector<std::pair<const toml::key*, const toml::node*>> ordered;
    for (const auto& [name, value] : *table) ordered.emplace_back(&name, &value);
    std::ranges::sort(ordered, {}, [](const auto& entry) {
      const auto at = entry.first->source().begin;
      return std::tuple(at.line, at.column);
    });
    for (const auto& [name, value] : ordered) each(*name, Field{*value, file, key + "." + std::string(name->str())});
  }
};

void read(const Field& field, std::string& value) { value = field.text(); }

void read(const Field& field, std::int64_t& value) {
  const auto number = field.node.value_exact<std::int64_t>();
  if (!number || *number < 0) field.refuse("a whole number, 0 or more");
  value = *number;
}

void read(const Field& field, double& value) { value = field.parsed("a percentage like \"1%\"", parse_percent); }

void read(const Field& field, std::chrono::nanoseconds& value) {
  value = field.parsed("a duration like \"30min\"", parse_duration);
}

void read(const Field& field, harness::Preset& value) {
  value = field.parsed("the name of a preset", [](const std::string& text) { return harness::preset_from_string(text); });
}

void read(const Field& field, std::vector<std::string>& value) {
  value.clear();
  field.elements("a list of texts", [&](const Field& element) { value.push_back(element.text("a list of texts")); });
}

void read(const Field& field, std::set<harness::Verdict>& value) {
  value.clear();
  field.elements("a list of verdicts", [&](const Field& element) {
    value.insert(element.parsed("a list of verdicts", failing_verdict));
  });
}

void read(const Field& field, std::vector<ScenarioTolerance>& value) {
  value.clear();
  field.entries("a table of scenarios and percentages", [&](const toml::key& name, const Field& entry) {
    double tolerance = 0;
    read(entry, tolerance);
    value.push_back({std::string(name.str()), tolerance});
  });
}

void read(const Field& field, WorkerKind& value) {
  const std::string text = field.text("tandem, google_benchmark or command");
  for (const auto kind : {WorkerKind::Tandem, WorkerKind::GoogleBenchmark, WorkerKind::Command}) {
    if (text == to_string(kind)) {
      value = kind;
      return;
    }
  }
  field.refuse("tandem, google_benchmark or command");
}

// The keys of a table in a list ([[worker]]), each with what it fills in.
template <class Each>
void read_table(const Field& field, const std::vector<std::string>& known, Each each) {
  field.entries("a list of tables", [&](const toml::key& name, const Field& entry) {
    if (std::ranges::find(known, name.str()) == known.end()) {
      std::vector<std::string> full;
      for (const auto& key : known) full.push_back(field.key + "." + key);
      refuse_key(field.file, name, entry.key, full);
    }
    each(name.str(), entry);
  });
}

void require(const Field& field, const std::string& value, const char* key) {
  if (value.empty()) refuse(field.file, field.node.source(), "'" + field.key + "' needs '" + std::string(key) + "'");
}

void read(const Field& field, std::vector<ProjectWorker>& value) {
  value.clear();
  field.elements("a list of tables ([[worker]])", [&](const Field& element) {
    ProjectWorker worker;
    read_table(element, {"kind", "program", "arguments", "name"}, [&](std::string_view key, const Field& entry) {
      if (key == "kind") read(entry, worker.kind);
      if (key == "program") read(entry, worker.program);
      if (key == "arguments") read(entry, worker.arguments);
      if (key == "name") read(entry, worker.name);
    });
    require(element, worker.program, "program");
    value.push_back(std::move(worker));
  });
}

std::string read_date(const Field& field) {
  const auto date = field.node.value_exact<toml::date>();
  if (!date) field.refuse("a date like 2026-12-31");
  std::ostringstream text;
  text << *date;
  return text.str();
}

void read(const Field& field, std::vector<ExpectedChange>& value) {
  value.clear();
  field.elements("a list of tables ([[expected]])", [&](const Field& element) {
    ExpectedChange change;
    read_table(element, {"scenario", "regression", "until", "why"}, [&](std::string_view key, const Field& entry) {
      if (key == "scenario") read(entry, change.scenario);
      if (key == "regression") read(entry, change.regression);
      if (key == "until") change.until = read_date(entry);
      if (key == "why") read(entry, change.why);
    });
    require(element, change.scenario, "scenario");
    require(element, change.why, "why");
    value.push_back(std::move(change));
  });
}

std::vector<std::string> known_keys(const Config& config) {
  std::vector<std::string> keys;
  each_setting(config, [&](const char* key, const auto&) { keys.emplace_back(key); });
  return keys;
}

// Keys of the file that no setting has. A setting's own table ([tolerances]) is not looked into.
void refuse_unknown(const toml::table& table, const std::string& prefix, const std::vector<std::string>& known,
                    const std::string& file) {
  for (const auto& [name, node] : table) {
    const std::string full = prefix + std::string(name.str());
    if (std::ranges::find(known, full) != known.end()) continue;
    const bool section = std::ranges::any_of(known, [&](const auto& key) { return key.starts_with(full + "."); });
    if (!section || !node.is_table()) refuse_key(file, name, full, known);
    refuse_unknown(*node.as_table(), full + ".", known, file);
  }
}

std::string beside(const std::string& file, const std::string& path) {
  if (path.empty() || path.find(':') != std::string::npos) return path;  // none, or an address
  return (fs::path(file).parent_path() / path).lexically_normal().string();
}

}  // namespace

std::string find_config(const std::string& asked, const std::string& folder) {
  if (!asked.empty()) {
    if (!fs::is_regular_file(asked)) throw UsageError("there is no file " + asked + "; --config names it");
    return asked;
  }
  for (fs::path at = fs::absolute(folder).lexically_normal();; at = at.parent_path()) {
    if (fs::is_regular_file(at / kConfigName)) return (at / kConfigName).string();
    if (fs::exists(at / ".git") || at == at.parent_path()) return {};
  }
}

Config parse_config(std::string_view text, const std::string& name) {
  toml::table table;
  try {
    table = toml::parse(text, std::string_view(name));
  } catch (const toml::parse_error& error) {
    refuse(name, error.source(), "this is no TOML: " + std::string(error.description()));
  }
  Config config;
  refuse_unknown(table, "", known_keys(config), name);
  each_setting(config, [&](const char* key, auto& setting) {
    const auto node = table.at_path(key);
    if (!node) return;
    read(Field{*node.node(), name, key}, setting.value);
    setting.origin = {Origin::Place::File, name, static_cast<int>(node.node()->source().begin.line)};
  });
  return config;
}

Config read_config(const std::string& path) {
  if (path.empty()) return {};
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("cannot read " + path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  Config config = parse_config(text, path);
  config.file = path;
  config.store.value = beside(path, config.store.value);
  config.build_cache.value = beside(path, config.build_cache.value);
  return config;
}

}  // namespace cli
