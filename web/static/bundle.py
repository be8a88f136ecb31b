#!/usr/bin/env python3
"""Makes the files that the program carries for the browser: bundled, minified, and each a second time gzipped.

usage: bundle.py SOURCE_FOLDER OUTPUT_FOLDER
Needs web/node_modules, which ci/setup installs from the lock file.
"""
import gzip
import pathlib
import shutil
import subprocess
import sys

BUNDLES = ("app.js", "charts.js", "app.css")
COPIES = ("index.html", "icon.svg", "theme.js")
OPTIONS = ("--bundle", "--minify", "--format=esm", "--target=es2022,chrome109,firefox110,safari16", "--log-level=warning",
           "--legal-comments=eof", "--external:/charts.js")


def bundle(source, output):
    esbuild = source.parent / "node_modules" / ".bin" / "esbuild"
    if not esbuild.exists():
        sys.exit("web/node_modules is missing or incomplete: run ci/setup, which installs it from web/package-lock.json")
    entries = [str(source / name) for name in BUNDLES]
    subprocess.run([str(esbuild), *entries, *OPTIONS, f"--outdir={output}"], check=True)


def compress(path):
    # No time in the header: the same bytes give the same file.
    path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), compresslevel=9, mtime=0))


def main(source, output):
    bundle(source, output)
    for name in COPIES:
        shutil.copyfile(source / name, output / name)
    for name in BUNDLES + COPIES:
        compress(output / name)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
