#!/usr/bin/env python3
"""Black-box tests of bisect: real histories, real builds, a real store.

usage: bisect_test.py TANDEM FAKE_WORKER [unittest arguments]
"""
import sqlite3
import subprocess
import sys
import time

import project_testing
from project_testing import ProjectCase


class Bisect(ProjectCase):
    def history(self, times, **extra):
        """One commit for each time; a time of None does not build. The hashes."""
        commits = []
        for number, ns in enumerate(times):
            if ns is None:
                self.repository.git("rm", "--quiet", "--force", "speeds.json")
                commits.append(self.repository.commit(f"number {number}"))
            else:
                spec = {"ns": ns, **extra}
                commits.append(self.repository.commit(f"number {number}", log_append=spec))
        return commits

    def bisect(self, good, bad, *arguments):
        return self.tandem("bisect", good, bad, "log/append", *self.places(), "--seed", "1", *arguments)

    def test_the_commit_is_found_with_its_effect_and_verified_pair(self):
        commits = self.history([100] * 5 + [105] * 4)
        done = self.bisect(commits[0], commits[-1])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(done.stdout.startswith(commits[5][:12] + " number 5\n"), done.stdout)
        self.assertRegex(done.stdout, r"changed log/append by \+\d\.\d+ % \[\+\d\.\d+ %, \+\d\.\d+ %\]")
        self.assertIn(f"beside {commits[4][:12]}, the commit before it: regressed", done.stdout)

    def test_an_improvement_is_found_as_well(self):
        commits = self.history([100, 100, 80, 80])
        done = self.bisect(commits[0], commits[-1], "--quiet")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(done.stdout.startswith(commits[2][:12]), done.stdout)
        self.assertEqual(done.stderr, "")

    def test_commits_that_cannot_be_built_are_passed_over_and_named(self):
        commits = self.history([100, 100, None, 100, 110, 110, 110])
        done = self.bisect(commits[0], commits[-1])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(commits[4][:12] + " number 4\nchanged", done.stdout)
        commits = self.history([100, 100, None, 110, 110])
        done = self.bisect(commits[0], commits[-1])
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertIn(f"passed over, unbuildable: {commits[2][:12]} number 2\n", done.stdout)
        self.assertIn(f"  {commits[2][:12]} number 2\n  {commits[3][:12]} number 3\n", done.stdout)

    def test_an_undecided_commit_gets_more_launch_pairs_and_is_passed_over(self):
        commits = self.history([100, 105, 110, 110])  # half of the change: neither good nor bad
        with_noise = {"ns": 105, "noise": 0.05}
        self.repository.git("checkout", "--quiet", "--detach", commits[0])
        commits[1] = self.repository.commit("in between", log_append=with_noise)
        commits[2:] = self.history([110, 110])
        done = self.bisect(commits[0], commits[-1])
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertIn(f"passed over, undecided: {commits[1][:12]} in between\n", done.stdout)
        with sqlite3.connect(self.store) as db:
            pairs = [row[0] for row in db.execute(
                "SELECT count(*) FROM launch_pair JOIN trial ON trial.id = launch_pair.trial "
                "JOIN trial_variant ON trial_variant.trial = trial.id AND variant_index = 1 "
                "JOIN build ON build.id = trial_variant.build WHERE revision = ? GROUP BY trial.id ORDER BY 1",
                (commits[1][:12],))]
        self.assertEqual(pairs, [8, 16, 32])

    def test_ends_that_do_not_differ_are_not_searched(self):
        commits = self.history([100, 100, 100])
        done = self.bisect(commits[0], commits[-1])
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertIn("does not differ enough", done.stdout)

    def test_what_makes_no_sense_is_said(self):
        commits = self.history([100, 105])
        for good, bad, status, words in [(commits[1], commits[0], 1, "is no ancestor of"),
                                         (commits[0], commits[0], 2, "the same commit"),
                                         ("nothing", commits[0], 1, "there is no revision")]:
            done = self.bisect(good, bad)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(words, done.stderr)
        done = self.tandem("bisect", commits[0], commits[1], "log/append n=7", *self.places())
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no scenario 'log/append n=7'", done.stderr)

    def test_a_killed_search_goes_on_where_it_was(self):
        commits = self.history([100] * 6 + [105] * 6)
        process = subprocess.Popen(self.command("bisect", commits[0], commits[-1], "log/append", *self.places(),
                                                "--seed", "1"), cwd=self.repository.path, stderr=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        while not (logs := list((self.folder / "cache").glob("*/bisect-*.txt"))):
            self.assertIsNone(process.poll())
            time.sleep(0.02)
        process.kill()
        process.wait(timeout=60)
        known = logs[0].read_text(encoding="ascii").split()[0]
        with sqlite3.connect(self.store) as db:
            last, = db.execute("SELECT max(id) FROM trial").fetchone()
        done = self.bisect(commits[0], commits[-1])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(done.stdout.startswith(commits[6][:12]), done.stdout)
        with sqlite3.connect(self.store) as db:
            again = {row[0] for row in db.execute(
                "SELECT revision FROM build JOIN trial_variant ON build.id = trial_variant.build WHERE trial > ?", (last,))}
        self.assertIn(commits[-1][:12], again)
        if known not in (commits[5], commits[6]):  # the pair that is verified at the end is measured in any case
            self.assertNotIn(known[:12], again)
        self.assertEqual(list((self.folder / "cache").glob("*/bisect-*.txt")), [])


if __name__ == "__main__":
    del sys.argv[2]  # the worker of known behaviour is not needed here
    project_testing.main(sys.argv)
