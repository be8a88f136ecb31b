#!/usr/bin/env python3
"""The checks find what they are there for: each is run on a small tree with one fault."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CI = pathlib.Path(__file__).resolve().parent


def run(check, files):
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        for name, text in files.items():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_text(text, encoding="utf-8")
        return subprocess.run([sys.executable, CI / check, top], capture_output=True, text=True, check=False)


LAYERS = {"ci/layers.txt": "harness/model:\nharness/stats: harness/model\nresults: harness/model\n"}


class CheckLayers(unittest.TestCase):
    def test_accepts_what_is_allowed(self):
        done = run("check_layers.py", {**LAYERS, "harness/stats/a.cc": '#include "harness/model/trial.h"\n'})
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_finds_an_include_upwards(self):
        done = run("check_layers.py", {**LAYERS, "harness/model/a.h": '#include "harness/stats/judge.h"\n'})
        self.assertEqual(done.returncode, 1)
        self.assertIn("harness/model/a.h:1: harness/model may not include harness/stats/judge.h", done.stdout)

    def test_finds_a_library_outside_its_home(self):
        done = run("check_layers.py", {**LAYERS, "harness/model/a.cc": "\n#include <sqlite3.h>\n"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("harness/model/a.cc:2: sqlite3.h belongs to results/store", done.stdout)

    def test_finds_a_cycle_in_the_list(self):
        done = run("check_layers.py", {"ci/layers.txt": "a: b\nb: a\n"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("a names b, which does not stand above it", done.stdout)


class CheckLists(unittest.TestCase):
    def test_finds_a_forgotten_file(self):
        done = run("check_lists.py", {"engine/meson.build": "'a.cc'", "engine/a.cc": "", "engine/b.cc": ""})
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "engine/b.cc is in no meson.build above it\n")


class CountTests(unittest.TestCase):
    def count(self, cases):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as log:
            log.write(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
            log.flush()
            return subprocess.run([sys.executable, CI / "count_tests.py", log.name], capture_output=True, text=True,
                                  check=False)

    def test_counts(self):
        done = self.count('<testcase name="a"/><testcase name="b"/>')
        self.assertEqual((done.returncode, done.stdout), (0, "2 passed, 0 failed\n"))

    def test_a_failed_or_skipped_case_fails(self):
        done = self.count('<testcase name="a"/><testcase name="b"><failure/></testcase><testcase><skipped/></testcase>')
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.endswith("1 passed, 2 failed\n"), done.stdout)

    def test_no_case_at_all_fails(self):
        self.assertEqual(self.count("").returncode, 1)


if __name__ == "__main__":
    unittest.main()
