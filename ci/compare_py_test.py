#!/usr/bin/env python3
"""The stock compare.py of Google Benchmark reads what `tandem report --format google-benchmark` writes.

usage: compare_py_test.py TANDEM
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

TANDEM = pathlib.Path(sys.argv.pop(1)).resolve()
# Where Debian's libbenchmark-tools puts it.
COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")


def benchmarks(times):
    return json.dumps({"context": {"executable": "x", "num_cpus": 2}, "benchmarks": [
        {"name": name, "run_type": "iteration", "iterations": 1, "real_time": time, "cpu_time": time, "time_unit": "us"}
        for name, time in times]})


class ComparePy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_tandem(self, *arguments):
        return subprocess.run([TANDEM, *arguments], capture_output=True, text=True, check=True, cwd=self.folder).stdout

    def exported(self, name, times):
        (self.folder / name).write_text(benchmarks(times), encoding="utf-8")
        store = f"{name}.db"
        self.run_tandem("import", name, "--store", store)
        path = self.folder / f"exported_{name}"
        path.write_text(self.run_tandem("report", "--store", store, "--format", "google-benchmark"), encoding="utf-8")
        return path

    def test_reads_it_and_sees_the_change(self):
        before = self.exported("before.json", [("a", 10), ("b", 20)])
        after = self.exported("after.json", [("a", 5), ("b", 20)])
        done = subprocess.run([sys.executable, COMPARE, "--no-utest", "--no-color", "benchmarks", before, after],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = {line.split()[0]: line.split()[1] for line in done.stdout.splitlines() if line[:2] in ("a ", "b ")}
        self.assertEqual(rows, {"a": "-0.5000", "b": "+0.0000"})


if __name__ == "__main__":
    unittest.main()
