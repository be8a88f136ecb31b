#!/usr/bin/env python3
"""Checks that every source, migration and page file on disk is named in its folder's list, so that none is forgotten.

usage: check_lists.py [TOP]
A .cc, .sql or .js file must be named in the meson.build of its folder, or of a folder above it.
"""
import pathlib
import sys

SUFFIXES = {".cc", ".sql", ".js"}
TOPS = ("engine", "harness", "revisions", "results", "web", "cli")


def named(path, top):
    for folder in path.parents:
        listing = folder / "meson.build"
        if listing.exists() and path.name in listing.read_text(encoding="utf-8"):
            return True
        if folder == top:
            return False
    return False


def main(top):
    files = [path for name in TOPS for path in sorted((top / name).rglob("*"))
             if path.suffix in SUFFIXES and "node_modules" not in path.parts]
    forgotten = [path.relative_to(top).as_posix() for path in files if not named(path, top)]
    for path in forgotten:
        print(f"{path} is in no meson.build above it")
    if not forgotten:
        print(f"{len(files)} files are listed")
    return 1 if forgotten else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()))
