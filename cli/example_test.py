#!/usr/bin/env python3
"""The example project as its reader would use it: installed library, own repository, built, run and gated.

usage: example_test.py TANDEM BUILD_FOLDER EXAMPLES [unittest arguments]
Installs from the build folder what is built there, without building.
"""
import pathlib
import re
import shutil
import subprocess
import sys

import project_testing
from project_testing import ProjectCase


class Example(ProjectCase):
    def setUp(self):
        super().setUp()
        prefix = self.folder / "installed"
        subprocess.run(["meson", "install", "-C", BUILD_FOLDER, "--no-rebuild", "--destdir", prefix, "--tags", "devel"],
                       check=True, capture_output=True)
        description, = prefix.rglob("tandem-worker.pc")
        text = description.read_text(encoding="utf-8")
        description.write_text(re.sub(r"^prefix=(.*)$", lambda match: f"prefix={prefix}{match[1]}", text, flags=re.M),
                               encoding="utf-8")
        self.environment = {**project_testing.os.environ, "PKG_CONFIG_PATH": str(description.parent)}
        shutil.copytree(EXAMPLES / "ring", self.repository.path, dirs_exist_ok=True)
        (self.repository.path / "worker.py").unlink()

    def night(self, *arguments):
        return self.nightly("--format", "json", *arguments, env=self.environment)

    def test_the_example_is_built_run_and_gated_with_cmake_and_meson(self):
        self.repository.commit("first")
        first = self.night("--preset", "smoke")
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn("ring/pass_through", first.stdout)
        ring = (self.repository.path / "ring.h").read_text(encoding="utf-8")
        slower = ring.replace("void push(std::uint64_t value) { ",
                              "void push(std::uint64_t value) {\n    for (volatile int i = 0; i < 20; i = i + 1) {\n    }\n    ")
        self.assertNotEqual(slower, ring)
        self.repository.write("ring.h", slower)
        toml = (self.repository.path / "tandem.toml").read_text(encoding="utf-8")
        with_meson = re.sub(r"^commands = .*\n# with meson: ", "", toml, flags=re.M)
        self.assertIn("\ncommands = [\"meson", with_meson)
        self.repository.write("tandem.toml", with_meson)
        self.repository.commit("a slower push")
        done = self.night()
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("regressed", done.stdout)


if __name__ == "__main__":
    BUILD_FOLDER, EXAMPLES = (pathlib.Path(argument).resolve() for argument in sys.argv[2:4])
    del sys.argv[2:4]
    project_testing.main(sys.argv)
