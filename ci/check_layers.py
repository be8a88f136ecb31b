#!/usr/bin/env python3
"""Checks that a folder includes only what ci/layers.txt allows it, and third-party headers only where they have a home.

usage: check_layers.py [TOP]
Prints each offending line as FILE:LINE and exits with 1. Sources lie in the folder that stands in ci/layers.txt or
below it (test programs, sub-folders).
"""
import pathlib
import re
import sys

# Third-party headers with one owner each: a change of library is then a change of one folder.
OWNERS = {
    "sqlite3.h": ("results/store",),
    "libpq-fe.h": ("results/store",),
    "httplib.h": ("web/server",),
    "benchmark/benchmark.h": ("harness/measure", "engine/scenarios"),
    "CLI/": ("cli",),
    "toml++/": ("cli",),
    "boost/math": ("harness/stats",),
    "re2/": ("results/formats",),
    "pugixml.hpp": ("results/formats",),
    "valijson/": ("results/formats", "web"),
    "google/": ("engine",),
    "absl/": ("engine",),
    "tsl/": ("engine",),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def read_layers(path):
    layers = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            folder, allowed = line.split(":")
            layers[folder.strip()] = allowed.split()
    return layers


def check_order(layers):
    """A folder may name only folders above it, so a cycle cannot be written."""
    above = []
    for folder, allowed in layers.items():
        for name in allowed:
            if not any(known == name or known.startswith(name + "/") for known in above):
                yield f"ci/layers.txt: {folder} names {name}, which does not stand above it"
        above.append(folder)


def owner(path, folders):
    """The longest listed folder that contains `path`."""
    inside = [folder for folder in folders if path == folder or path.startswith(folder + "/")]
    return max(inside, key=len, default=None)


def allowed_in(folder, target, layers):
    return any(target == name or target.startswith(name + "/") for name in [folder, *layers[folder]])


def check_file(top, path, layers):
    relative = path.relative_to(top).as_posix()
    folder = owner(relative, layers)
    if folder is None:
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, header = match.group(1) == '"', match.group(2)
        target = owner(header, layers)
        if quoted and target and not allowed_in(folder, target, layers):
            yield f"{relative}:{number}: {folder} may not include {header} (ci/layers.txt)"
        for prefix, owners in OWNERS.items():
            if header.startswith(prefix) and not any(relative.startswith(home + "/") for home in owners):
                yield f"{relative}:{number}: {header} belongs to {', '.join(owners)}"


def main(top):
    layers = read_layers(top / "ci/layers.txt")
    sources = [path for folder in ("engine", "harness", "revisions", "results", "web", "cli", "ci")
               for suffix in ("*.h", "*.cc") for path in sorted((top / folder).rglob(suffix))
               if "node_modules" not in path.parts]
    faults = list(check_order(layers))
    for path in sources:
        faults += check_file(top, path, layers)
    print("\n".join(faults) or f"{len(sources)} files keep the layers")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()))
