#!/usr/bin/env python3
"""Black-box tests of nightly, baseline and config: real git repositories, real builds, a real store.

usage: nightly_test.py TANDEM [unittest arguments]
"""
import json
import os
import signal
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree

import project_testing
from project_testing import ProjectCase


class Verdicts(ProjectCase):
    def test_a_slower_scenario_fails_and_is_named_and_the_rest_is_one_line(self):
        self.repository.commit("before", log_append=100, fs_open=50)
        self.repository.commit("after", log_append=105, fs_open=50)
        done = self.nightly()
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"! log/append n=1 regressed by [45](\.\d+)? %: that fails the gate")
        self.assertIn("1 comparison is unchanged.", done.stdout)
        self.assertNotIn("fs/open", done.stdout)

    def test_an_unrelated_commit_passes(self):
        self.repository.commit("before", log_append=100)
        self.repository.write("README", "words")
        self.repository.commit("after")
        done = self.nightly("--format", "json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual([row["verdict"] for row in report["comparisons"]], ["unchanged"])
        self.assertEqual(report["run"]["kind"], "nightly")
        builds = [report["comparisons"][0][side]["build"]["revision"] for side in ("before", "after")]
        self.assertEqual(builds, [self.repository.git("rev-parse", "--short=12", name) for name in ("HEAD~1", "HEAD")])

    def test_max_regression_and_expected_changes_let_pass_and_say_so(self):
        self.repository.commit("before", log_append=100)
        self.repository.commit("after", log_append=105)
        done = self.nightly("--max-regression", "8%")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("less than gate.max_regression", done.stdout)
        config = project_testing.CONFIG + ('[[expected]]\nscenario = "log/*"\nregression = "7%"\nuntil = 2999-12-31\n'
                                           'why = "a checksum of every batch"\n')
        (self.folder / "other.toml").write_text(config, encoding="utf-8")
        done = self.nightly("--config", self.repository.path / "tandem.toml")
        self.assertEqual(done.returncode, 3)
        self.repository.write("tandem.toml", config)
        done = self.nightly("--after", self.repository.git("rev-parse", "HEAD"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("a checksum of every batch", done.stdout)

    def test_a_tolerance_of_a_scenario_is_its_own(self):
        self.repository.write("tandem.toml", project_testing.CONFIG + '[tolerances]\n"log/*" = "20%"\n')
        self.repository.commit("before", log_append=100, fs_open=100)
        self.repository.commit("after", log_append=105, fs_open=105)
        done = self.nightly("--format", "json")
        verdicts = {row["scenario"]: row["verdict"] for row in json.loads(done.stdout)["comparisons"]}
        self.assertEqual(verdicts, {"log/append": "unchanged", "fs/open": "regressed"})

    def test_scenarios_of_one_side_are_listed(self):
        self.repository.commit("before", log_append=100, log_gone=10, fs_open={"ns": 10, "points": [1, 2]})
        self.repository.commit("after", log_append=100, log_come=10, fs_open={"ns": 10, "points": [1, 3]})
        done = self.nightly()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        words = " ".join(done.stdout.split())
        self.assertIn("only in before, so not compared: log/gone, fs/open n=2", words.replace("fs/open n=2, log/gone", "log/gone, fs/open n=2"))
        self.assertIn("only in after", words)

    def test_a_scenario_that_broke_in_after_is_a_failure(self):
        self.repository.commit("before", log_append=100, fs_open=10)
        self.repository.commit("after", log_append={"ns": 100, "crash": True}, fs_open=10)
        done = self.nightly()
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        self.assertIn("log/append n=1 broke in after", done.stdout)
        self.assertIn("the engine lost a row", done.stdout)

    def test_a_worker_that_hangs_is_ended(self):
        self.repository.commit("before", log_append=100)
        self.repository.commit("after", log_append={"ns": 100, "hang": True})
        done = self.nightly("--launch-timeout", "1s")
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)

    def test_two_different_workloads_are_invalid(self):
        for after in ({"ns": 50, "answer": 8}, {"ns": 50, "unit": "row"}):
            self.repository.commit("before", log_append=100)
            self.repository.commit("after", log_append=after)
            done = self.nightly("--format", "json", "--before", "HEAD~1")
            self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
            row, = json.loads(done.stdout)["comparisons"]
            self.assertEqual((row["verdict"], row["failure"]["stage"]), ("invalid", "verify"))

    def test_reports_are_written_beside(self):
        self.repository.commit("before", log_append=100)
        self.repository.commit("after", log_append=105)
        summary, junit = self.folder / "summary.md", self.folder / "night.xml"
        done = self.nightly("--write", f"markdown={summary}", "--write", f"junit={junit}")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertTrue(summary.read_text(encoding="utf-8").startswith("<!-- tandem-report -->\n"))
        tree = xml.etree.ElementTree.parse(junit).getroot()
        self.assertEqual(len(tree.findall(".//failure")), 1)

    def test_shards_share_the_scenarios(self):
        scenarios = {f"log_{letter}": 100 for letter in "abcde"}
        self.repository.commit("before", **scenarios)
        self.repository.commit("after", **scenarios)
        seen = []
        for shard in ("1/2", "2/2"):
            done = self.nightly("--shard", shard, "--format", "json", "--preset", "smoke")
            seen += [row["scenario"] for row in json.loads(done.stdout)["comparisons"]]
        self.assertEqual(sorted(seen), [f"log/{letter}" for letter in "abcde"])
        self.assertEqual(self.nightly("--shard", "3/2").returncode, 2)

    def test_stores_of_shards_are_merged_once(self):
        scenarios = {f"log_{letter}": 100 for letter in "abc"}
        self.repository.commit("before", **scenarios)
        self.repository.commit("after", **scenarios)
        reports = []
        for shard in ("1", "2"):
            done = self.tandem("nightly", "--shard", shard + "/2", "--format", "json", "--store", self.folder / f"{shard}.db",
                               "--build-cache", self.folder / "cache")
            reports.append(json.loads(done.stdout))
        merge = ("db", "merge", self.folder / "1.db", self.folder / "2.db")
        self.assertIn("1 runs added, 0 there already", self.tandem(*merge).stdout)
        self.assertIn("0 runs added, 1 there already", self.tandem(*merge).stdout)
        for report in reports:
            kept = self.tandem("report", report["run"]["id"], "--store", self.folder / "1.db", "--format", "json")
            self.assertEqual(json.loads(kept.stdout), report)
        again = self.tandem("report", reports[1]["run"]["id"], "--rejudge", "--store", self.folder / "1.db", "--format",
                            "json")
        self.assertEqual(json.loads(again.stdout)["comparisons"], reports[1]["comparisons"])
        self.assertEqual(self.tandem("db", "merge", self.folder / "1.db", self.folder / "nothing.db").returncode, 1)


class Builds(ProjectCase):
    def test_a_second_night_builds_nothing_and_the_checkout_is_untouched(self):
        self.repository.commit("before", log_append=100)
        self.repository.commit("after", log_append=100)
        self.repository.write("untracked", "mine")
        untouched = self.repository.fingerprint()
        first = self.nightly()
        self.assertEqual(first.stderr.count("tandem: building "), 2, first.stderr)
        second = self.nightly()
        self.assertEqual(second.stderr.count("tandem: building "), 0, second.stderr)
        self.assertEqual((first.returncode, second.returncode), (0, 0), second.stdout)
        self.assertEqual(self.repository.fingerprint(), untouched)

    def test_identical_programs_are_unchanged_and_counted_as_a_against_a(self):
        config = project_testing.CONFIG.replace("cp worker.py speeds.json built/", f"cp {FAKE_WORKER} built/worker.py")
        self.repository.write("tandem.toml", config)
        self.repository.commit("before")
        self.repository.commit("after")
        done = self.nightly("fake/equal", "--format", "json", "--preset", "smoke")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual({row["verdict"] for row in report["comparisons"]}, {"unchanged"})
        self.assertEqual(report["run"]["kind"], "aa")

    def test_a_dirty_checkout_is_refused_unless_asked_for(self):
        self.repository.commit("before", log_append=100)
        self.repository.write("speeds.json", '{"log/append": {"ns": 110}}')
        untouched = self.repository.fingerprint()
        done = self.nightly()
        self.assertEqual(done.returncode, 1)
        self.assert_sentence(done.stderr)
        self.assertIn("--dirty", done.stderr)
        done = self.nightly("--dirty", "--before", self.repository.git("rev-parse", "HEAD"))
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("-dirty", done.stdout)
        self.assertEqual(self.repository.fingerprint(), untouched)

    def refused(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assert_sentence(done.stderr.splitlines()[-1] if "building" in done.stderr.splitlines()[0]
                             and len(done.stderr.splitlines()) == 2 else done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(self.runs(), 0, "something was stored of a night that never began")

    def test_what_cannot_be_built_is_said(self):
        self.repository.commit("before", log_append=100)
        self.refused(self.nightly("--before", "nothing"), "there is no revision 'nothing'")
        self.repository.git("rm", "--quiet", "speeds.json")
        self.repository.commit("does not build")
        self.refused(self.nightly(), "the build of HEAD", "speeds.json", ".log")
        self.assertEqual(len(self.trees()), 1)

    def test_a_build_without_the_worker_is_said(self):
        self.repository.write("tandem.toml", project_testing.CONFIG.replace('"built/worker.py"', '"built/nothing"'))
        self.repository.commit("before", log_append=100)
        self.repository.commit("after")
        self.refused(self.nightly(), "made no program built/nothing")

    def test_a_build_that_hangs_is_ended(self):
        self.repository.write("tandem.toml", project_testing.CONFIG.replace(
            '"mkdir -p built"', '"sleep 1000"').replace("[build]", '[build]\ntimeout = "500ms"'))
        self.repository.commit("before", log_append=100)
        self.refused(self.nightly(), "`sleep 1000` did not end within")

    def test_a_program_that_is_no_worker_is_said(self):
        self.repository.write("worker.py", "#!/bin/sh\necho hello\n")
        self.repository.commit("before", log_append=100)
        self.refused(self.nightly(), "the worker of HEAD", "worker.py")

    def test_no_space_is_said(self):
        self.repository.write("tandem.toml", project_testing.CONFIG.replace("free_space_mib = 1", "free_space_mib = 999999999"))
        self.repository.commit("before", log_append=100)
        self.refused(self.nightly(), "MiB free for builds in")

    def test_a_folder_that_is_no_repository_is_said(self):
        (self.folder / "elsewhere").mkdir()
        (self.folder / "elsewhere" / "tandem.toml").write_text(project_testing.CONFIG, encoding="utf-8")
        self.refused(self.nightly(cwd=self.folder / "elsewhere"), "is in no git repository", "not a git repository")

    def test_a_shallow_clone_says_how_to_fetch_more(self):
        self.repository.commit("before", log_append=100)
        self.repository.commit("after", log_append=100)
        clone = self.folder / "clone"
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{self.repository.path}", clone], check=True)
        self.refused(self.nightly("--before", "HEAD~1", cwd=clone), "a shallow clone", "--unshallow")

    def test_what_a_killed_night_left_is_swept(self):
        begun = self.folder / "begun"
        self.repository.write("tandem.toml", project_testing.CONFIG.replace(
            '"mkdir -p built"', f'"mkdir -p built", "test -e {begun} || sh -c \'echo $$ >{begun}.now; mv {begun}.now {begun}; exec sleep 1000\'"'))
        self.repository.commit("before", log_append=100)
        process = subprocess.Popen(self.command("nightly", *self.places()), cwd=self.repository.path,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        while not begun.exists():
            self.assertIsNone(process.poll())
            time.sleep(0.02)
        process.kill()
        process.wait(timeout=60)
        self.assertEqual(len(self.trees()), 1, "the killed build left its worktree, or this tests nothing")
        os.kill(int(begun.read_text(encoding="ascii")), signal.SIGKILL)  # it outlived the night, and held its lock
        done = self.nightly()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(self.trees()), 1)

    def test_ctrl_c_while_building_leaves_nothing(self):
        begun = self.folder / "begun"
        self.repository.write("tandem.toml", project_testing.CONFIG.replace(
            '"mkdir -p built"', f'"touch {begun}; exec sleep 1000"'))
        self.repository.commit("before", log_append=100)
        process = subprocess.Popen(self.command("nightly", *self.places()), cwd=self.repository.path,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        while not begun.exists():
            self.assertIsNone(process.poll())
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, said)
        self.assertEqual((self.trees(), self.runs()), ([], 0))


class Baselines(ProjectCase):
    def baseline(self, *arguments):
        return self.tandem("baseline", *arguments, "--store", self.store)

    def test_the_first_night_without_one_measures_stores_says_so_and_is_fine(self):
        self.repository.commit("first", log_append=100)
        done = self.nightly("--baseline", "release")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("there is no baseline 'release' yet", " ".join(done.stdout.split()))
        self.assertEqual(self.runs(), 1)

    def test_a_baseline_is_a_revision_that_is_run_again(self):
        first = self.repository.commit("first", log_append=100)
        self.assertEqual(self.baseline("set", "release", "HEAD", "--why", "shipped").returncode, 0)
        self.repository.commit("slower by a bit", log_append=103)
        self.repository.commit("slower by a bit more", log_append=106)
        done = self.nightly("--baseline", "release", "--format", "json")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        row, = json.loads(done.stdout)["comparisons"]
        self.assertEqual(row["before"]["build"]["revision"], first[:12])
        self.assertAlmostEqual(row["median_change_percent"], 6, delta=1)

    def test_they_are_listed_and_shown(self):
        first = self.repository.commit("first", log_append=100)
        second = self.repository.commit("second")
        self.baseline("set", "release", "HEAD~1", "--why", "shipped")
        self.baseline("set", "release", "HEAD", "--why", "shipped again")
        self.assertRegex(self.baseline("list").stdout, rf"^release  {second[:12]}  .* second \(shipped again\)\n$")
        shown = self.baseline("show", "release").stdout
        self.assertLess(shown.index(second[:12]), shown.index(first[:12]))
        self.assertEqual(self.baseline("show", "nothing").returncode, 2)
        self.assertEqual(self.baseline("set", "release", "nothing", "--why", "x").returncode, 1)
        self.assertEqual(self.baseline("set", "release", "HEAD").returncode, 2)


class Config(ProjectCase):
    def test_every_setting_says_where_it_came_from(self):
        self.repository.write("deep/er/file", "")
        done = self.tandem("config", "--tolerance", "2%", cwd=self.repository.path / "deep" / "er")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r'build\.free_space_mib = 1  # .*/tandem\.toml:3\n')
        self.assertIn('tolerances = {"*" = "2%"}  # command line\n', done.stdout)
        self.assertIn('build.keep = 8  # default\n', done.stdout)

    def test_an_unknown_key_names_the_closest(self):
        self.repository.write("tandem.toml", "[build]\ncomands = []\n")
        for command in ("config", "nightly"):
            done = self.tandem(command)
            self.assertEqual(done.returncode, 2)
            self.assertIn("tandem.toml:2: there is no key 'build.comands'; the closest is 'build.commands'", done.stderr)

    def test_what_was_in_force_is_stored_with_the_run(self):
        self.repository.commit("first", log_append=100)
        done = self.nightly("--max-regression", "3%", "--format", "json")
        run = json.loads(done.stdout)["run"]["id"]
        self.repository.write("tandem.toml", "")
        kept = self.tandem("config", "--run", run, "--store", self.store)
        self.assertIn('gate.max_regression = "3%"  # command line\n', kept.stdout)
        self.assertIn("built/worker.py", kept.stdout)

    def test_a_kind_of_worker_that_is_not_built_from_revisions_is_refused(self):
        self.repository.write("tandem.toml", project_testing.CONFIG + 'kind = "command"\n')
        self.repository.commit("first")
        done = self.nightly()
        self.assertEqual(done.returncode, 2)
        self.assertIn("is of kind command", done.stderr)

    def test_a_project_without_a_worker_is_told_what_to_write(self):
        self.repository.write("tandem.toml", "")
        self.repository.commit("first")
        done = self.nightly()
        self.assertEqual(done.returncode, 2)
        self.assertIn("[[worker]]", done.stderr)


if __name__ == "__main__":
    FAKE_WORKER = os.path.abspath(sys.argv.pop(2))
    project_testing.main(sys.argv)
