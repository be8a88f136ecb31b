#!/usr/bin/env python3
"""Black-box tests of the program: real processes, a real store, workers of known speed and known faults.

usage: cli_test.py TANDEM FAKE_WORKER [unittest arguments]
"""
import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import unittest

from program_testing import ProgramCase

FAKE_WORKER = None


class Case(ProgramCase):
    def run_fake(self, *arguments):
        return self.tandem("run", "--worker", FAKE_WORKER, "--store", self.store, "--preset", "smoke", "--seed", "1",
                           *arguments)

    def assert_one_line(self, text):
        self.assertEqual(text.count("\n"), 1, text)
        self.assertTrue(text.startswith("tandem: "), text)


class Usage(Case):
    def test_help_and_version(self):
        self.assertEqual(self.tandem("--help").returncode, 0)
        self.assertRegex(self.tandem("--version").stdout, r"^tandem \d+\.\d+\.\d+\n$")
        self.assertIn("--preset", self.tandem("run", "--help").stdout)

    def test_wrong_arguments_are_one_line_and_2(self):
        for arguments in [(), ("rum",), ("run", "--presets", "quick"), ("run", "--preset", "quik"),
                          ("run", "--tolerance", "1"), ("run", "--roles", "afterr"), ("run", "--fail-on", "slower"), ("run", "--fail-on", "improved"), ("run", "--seed", "-1"),
                          ("run", "--batch-time", "3s", "--batch-timeout", "1s"),
                          ("list", "--worker", ""), ("run", "--worker", ""), ("doctor", "--format", "markdown"),
                          ("report", "--format", "yaml")]:
            done = self.tandem(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, "")
            self.assert_one_line(done.stderr)

    def test_what_an_argument_holds_reaches_no_terminal(self):
        for arguments in [("\x1b[2Jrun",), ("run", "--worker", "/\x1b]0;x\x07"), ("report", "--store", "/\x1b[2J\n.db")]:
            done = self.tandem(*arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertNotIn("\x1b", done.stderr)
            self.assertNotIn("\x07", done.stderr)
            self.assert_one_line(done.stderr)

    def test_an_unknown_scenario_names_the_closest(self):
        done = self.run_fake("fake/eqal")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no scenario 'fake/eqal'; the closest are: fake/equal", done.stderr)
        self.assertFalse(self.store.exists(), "a run that never began left a store")


class Output(Case):
    def test_output_that_cannot_be_written_is_an_error(self):
        self.run_fake("fake/equal")
        for arguments in [("report", "--store", self.store, "--format", "json"), ("list", "--worker", FAKE_WORKER)]:
            with open("/dev/full", "w", encoding="ascii") as full:
                done = subprocess.run(self.command(*arguments), stdout=full, stderr=subprocess.PIPE, text=True,
                                      check=False, timeout=60)
            self.assertEqual(done.returncode, 1, arguments)
            self.assert_one_line(done.stderr)


class List(Case):
    def test_json_lists_what_the_text_lists(self):
        listed = json.loads(self.tandem("list", "--worker", FAKE_WORKER, "--format", "json").stdout)["scenarios"]
        names = [scenario["name"] for scenario in listed]
        self.assertIn("fake/equal", names)
        text = self.tandem("list", "--worker", FAKE_WORKER).stdout
        for name in names:
            self.assertIn(name, text)
        self.assertEqual([variant["role"] for variant in listed[0]["variants"]][0], "before")


class InterruptedLoadgen(Case):
    def test_ctrl_c_leaves_no_folder_behind(self):
        process = subprocess.Popen([self.program, "loadgen", "--num-rows-per-thread", "1000000000"],
                                   env={**os.environ, "TMPDIR": str(self.folder)}, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 60
        while not any(folder.iterdir() for folder in self.folder.iterdir()):  # the load has begun to write its log
            self.assertLess(time.monotonic(), deadline)
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertEqual(list(self.folder.iterdir()), [])


class Doctor(Case):
    def test_json_says_of_each_check_what_where_and_what_to_do(self):
        done = self.tandem("doctor", "--worker", FAKE_WORKER, "--format", "json")
        found = json.loads(done.stdout)
        self.assertEqual(found["schema"], "tandem.doctor/1")
        self.assertEqual(done.returncode, 0 if found["usable"] else 5, done.stderr)
        self.assertEqual(found["usable"], "will_spoil" not in [check["verdict"] for check in found["checks"]])
        by_name = {check["name"]: check for check in found["checks"]}
        self.assertEqual(len(by_name), len(found["checks"]))
        self.assertIn("fake_worker", by_name["worker_build"]["evidence"])
        for measured in ("timer", "hardware_counters", "stolen_time"):
            self.assertNotIn("Nobody watched", by_name[measured]["evidence"])
            self.assertNotIn("were not tried", by_name[measured]["evidence"])

    def test_a_worker_that_is_none_spoils(self):
        done = self.tandem("doctor", "--worker", self.folder / "nothing")
        self.assertEqual(done.returncode, 5)
        self.assertTrue(done.stdout.startswith("will spoil      worker_build\n"), done.stdout)

    def test_what_a_run_notes_the_doctor_found(self):
        found = {check["evidence"] for check in json.loads(self.tandem("doctor", "--format", "json").stdout)["checks"]}
        self.run_fake("fake/equal")
        notes = json.loads(self.tandem("report", "--store", self.store, "--format", "json").stdout)["machine"]["notes"]
        steady = [note for note in notes if "virtual machine" in note or "governor" in note or "only one CPU" in note]
        self.assertLessEqual(set(steady), found)


class Run(Case):
    def test_what_is_printed_is_what_is_stored(self):
        done = self.run_fake("fake/equal", "fake/slower_2", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = json.loads(done.stdout)
        stored = json.loads(self.tandem("report", "--store", self.store, "--format", "json").stdout)
        self.assertEqual(printed, stored)
        self.assertEqual([row["scenario"] for row in printed["comparisons"]], ["fake/equal", "fake/slower_2"])
        self.assertEqual(printed["run"]["seed"], 1)
        self.assertEqual(printed["run"]["state"], "done")

    def test_every_batch_is_stored(self):
        self.run_fake("fake/equal")
        with sqlite3.connect(self.store) as db:
            pairs, = db.execute("SELECT count(*) FROM launch_pair JOIN trial ON trial.id = launch_pair.trial "
                                "WHERE trial.purpose = 'change'").fetchone()
        self.assertEqual(pairs, 2)

    def test_judging_again_gives_the_identical_bytes(self):
        self.run_fake("fake/equal", "fake/slower_2", "fake/crash_on_run", "--launch-pairs", "9")
        stored = self.tandem("report", "--store", self.store, "--format", "json").stdout
        again = self.tandem("report", "--rejudge", "--store", self.store, "--format", "json").stdout
        self.assertEqual(again, stored)
        self.assertIn("looks=8,9", stored)

    def test_against_itself_every_trial_is_before_and_before_again(self):
        done = self.run_fake("fake/equal", "--aa", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        row, = json.loads(done.stdout)["comparisons"]
        self.assertEqual(row["after"]["variant"], row["before"]["variant"] + " (again)")
        self.assertEqual(json.loads(done.stdout)["run"]["kind"], "aa")

    def test_every_format_can_be_written(self):
        self.run_fake("fake/equal")
        for name in ("text", "json", "markdown"):
            done = self.tandem("report", "--store", self.store, "--format", name)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("fake/equal", done.stdout)

    def test_a_slowdown_fails_when_asked(self):
        arguments = ("fake/slower_2", "--launch-pairs", "12", "--batch-time", "5ms", "--tolerance", "0.5%")
        done = self.run_fake(*arguments, "--fail-on", "regressed,mixed", "--format", "json")
        row, = json.loads(done.stdout)["comparisons"]
        self.assertEqual(done.returncode, 3 if row["verdict"] in ("regressed", "mixed") else 0, row["verdict"])
        self.assertLess(row["median_speedup"], 1.0)


class Trust(Case):
    """Canaries, screening, confirmation, noise floors: what a run says of itself, and that it can be judged again."""

    def report(self, *arguments, name="json"):
        return self.tandem("report", *arguments, "--store", self.store, "--format", name).stdout

    def test_every_run_has_an_aa_pair_and_a_known_slowdown(self):
        done = self.run_fake("fake/equal", "--launch-pairs", "8", "--format", "json")
        report = json.loads(done.stdout)
        self.assertEqual([canary["kind"] for canary in report["canaries"]], ["aa", "slowdown"])
        aa, slowdown = report["canaries"]
        self.assertEqual(aa["comparison"]["after"]["variant"], "steady (copy)")
        self.assertEqual(aa["comparison"]["after"]["build"]["sha256"], aa["comparison"]["before"]["build"]["sha256"])
        self.assertEqual(slowdown["work_factor"], 1.02)
        self.assertIsNotNone(slowdown["comparison"]["median_speedup"])
        self.assertEqual([row["scenario"] for row in report["comparisons"]], ["fake/equal"])
        for name in ("text", "markdown"):
            self.assertIn("A/A x", self.report(name=name))
            self.assertIn("+2 % work ", self.report(name=name))

    def test_canaries_can_be_left_out_or_asked_for_everywhere(self):
        for which, expected in [("none", []), ("run", ["fake/equal"]), ("each", ["fake/equal", "fake/tail"])]:
            done = self.run_fake("fake/equal", "fake/tail", "--canaries", which, "--format", "json")
            aa = [canary for canary in json.loads(done.stdout)["canaries"] if canary["kind"] == "aa"]
            self.assertEqual([canary["comparison"]["scenario"] for canary in aa], expected)
        self.assertEqual(self.run_fake("fake/equal", "--canaries", "some").returncode, 2)

    def test_no_copy_of_the_worker_is_left_behind(self):
        folder = pathlib.Path(FAKE_WORKER).parent
        before = set(folder.iterdir())
        self.run_fake("fake/equal")
        self.assertEqual(set(folder.iterdir()), before)

    def test_suspects_are_measured_again_and_judged_by_that_alone(self):
        done = self.run_fake("fake/equal", "fake/faster_20", "--confirm", "--launch-pairs", "16", "--canaries",
                             "none", "--format", "json")
        report = json.loads(done.stdout)
        self.assertIn("screen-and-confirm/1 ", report["run"]["rule"])
        rows = {row["scenario"]: row for row in report["comparisons"]}
        self.assertEqual(len(report["comparisons"]), 2)
        self.assertEqual(rows["fake/faster_20"]["verdict"], "improved")
        self.assertTrue(any(note.startswith("screened 2 trials") for note in report["run"]["notes"]))
        with sqlite3.connect(self.store) as db:
            kept = dict(db.execute("SELECT purpose, count(*) FROM trial WHERE scenario = (SELECT id FROM scenario "
                                   "WHERE name = 'fake/faster_20') GROUP BY purpose"))
            seeds = [row[0] for row in db.execute("SELECT seed FROM launch_pair")]
        self.assertEqual(kept["screening"], 1)
        self.assertEqual(kept["change"], 1)
        self.assertEqual(len(seeds), len(set(seeds)), "a confirmation repeated the launch pairs of its screening")

    def test_a_suite_judged_again_gives_the_identical_bytes(self):
        self.run_fake("fake/equal", "fake/faster_20", "fake/tail", "fake/crash_on_run", "--confirm", "--launch-pairs", "8")
        for name in ("json", "text", "markdown"):
            self.assertEqual(self.report("--rejudge", name=name), self.report(name=name))

    def test_one_trial_needs_no_screening(self):
        done = self.run_fake("fake/faster_20", "--confirm", "--launch-pairs", "8", "--format", "json")
        self.assertTrue(json.loads(done.stdout)["run"]["rule"].startswith("launch-pairs/1 "))

    def learn_floor(self, scenario, value):
        with sqlite3.connect(self.store) as db:
            machine, = db.execute("SELECT fingerprint FROM machine").fetchone()
            point, = db.execute("SELECT id FROM scenario WHERE name = ?", (scenario,)).fetchone()
            db.execute("INSERT INTO noise_floor (machine, scenario, made_at, value, runs) VALUES (?, ?, ?, ?, 20)",
                       (machine, point, f"2026-01-01T00:00:0{len(scenario) % 10}Z", value))

    def test_the_tolerance_is_never_below_the_noise_floor(self):
        self.run_fake("fake/equal", "fake/faster_20")
        self.learn_floor("fake/faster_20", 0.5)
        self.run_fake("fake/equal", "fake/faster_20", "--launch-pairs", "8", "--canaries", "none")
        rows = {row["scenario"]: row for row in json.loads(self.report())["comparisons"]}
        self.assertEqual(rows["fake/faster_20"]["tolerance"], 0.5)
        self.assertEqual(rows["fake/faster_20"]["noise_floor"], 0.5)
        self.assertEqual(rows["fake/faster_20"]["verdict"], "unchanged")
        self.assertEqual(rows["fake/equal"]["tolerance"], 0.01)
        said = "the tolerance is this machine's noise floor for the scenario, 50 %; asked was 1 %"
        for name in ("text", "markdown", "json"):
            self.assertIn(said, " ".join(self.report(name=name).split()))
        self.learn_floor("fake/equal", 0.3)  # later than the run: it changes nothing about it
        self.assertEqual(self.report("--rejudge"), self.report())

    def test_an_aa_pair_that_differs_takes_every_verdict(self):
        self.run_fake("fake/equal", "fake/faster_20", "--launch-pairs", "8")
        with sqlite3.connect(self.store) as db:  # as if the copy had been the faster program
            id_, = db.execute("SELECT id FROM trial WHERE purpose = 'canary'").fetchone()
            faster, = db.execute("SELECT id FROM trial WHERE scenario = (SELECT id FROM scenario WHERE name = "
                                 "'fake/faster_20')").fetchone()
            db.execute("DELETE FROM launch_pair WHERE trial = ?", (id_,))
            db.execute("UPDATE launch_pair SET trial = ? WHERE trial = ?", (id_, faster))
            db.execute("DELETE FROM trial_variant WHERE trial = ? AND variant_index = 2", (id_,))
            db.execute("DELETE FROM trial WHERE id = ?", (faster,))
        report = json.loads(self.report("--rejudge"))
        self.assertEqual({row["verdict"] for row in report["comparisons"]}, {"undecided"})
        self.assertIn("the machine was not steady", report["doubts"][0])
        self.assertIn("no verdict of this run stands",
                      " ".join(self.report("--rejudge", name="text").split("before")[0].split()))


class Calibrate(Case):
    def calibrate(self, *arguments):
        return self.tandem("calibrate", "--worker", FAKE_WORKER, "--store", self.store, "--preset", "smoke", "--seed",
                           "1", *arguments)

    def test_floors_are_learned_and_used(self):
        done = self.calibrate("fake/equal", "--launch-pairs", "8", "--repeats", "2", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        learned = json.loads(done.stdout)
        self.assertEqual(learned["schema"], "tandem.calibration/1")
        row, = learned["scenarios"]
        self.assertEqual(row["launch_pairs"], 16)
        self.assertEqual([round(each["slowdown"], 4) for each in row["detections"]], [0.005, 0.01, 0.02, 0.05])
        self.assertEqual([each["found"]["of"] for each in row["detections"]], [2, 2, 2, 2])
        self.assertEqual(row["false_alarms"]["of"], 6)
        self.assertGreater(row["noise_floor"], 0)
        report = json.loads(self.run_fake("fake/equal", "--format", "json").stdout)
        self.assertEqual(report["comparisons"][0]["noise_floor"], row["noise_floor"])

    def test_the_table_is_for_people(self):
        done = self.calibrate("fake/equal", "fake/points", "--launch-pairs", "6", "--repeats", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("false alarms", "floor", "+0.5 %", "+5 %", "fake/points", "all", "Takes: "):
            self.assertIn(words, done.stdout)
        self.assertIn("takes about", done.stderr)
        self.assertEqual(self.calibrate("fake/equal", "--launch-pairs", "1", "--repeats", "1", "--quiet").stderr, "")

    def test_a_budget_leaves_something_out_and_says_so(self):
        done = self.calibrate("fake/equal", "fake/tail", "--launch-pairs", "2", "--budget", "1ms", "--format", "json")
        learned = json.loads(done.stdout)
        self.assertEqual([row["scenario"] for row in learned["scenarios"]], ["fake/equal"])
        self.assertIn("1 of 2 parameter points", learned["run"]["notes"][0])

    def test_a_broken_scenario_does_not_take_the_others(self):
        done = self.calibrate("fake/error_on_open", "fake/equal", "--launch-pairs", "1", "--repeats", "1", "--format",
                              "json")
        self.assertEqual(done.returncode, 0, done.stderr)  # only its after variant is broken, and that is not measured

    def test_what_was_measured_counts_when_interrupted(self):
        process = subprocess.Popen([self.program, "calibrate", "fake/equal", "--worker", FAKE_WORKER, "--store", self.store,
                                    "--preset", "smoke", "--launch-pairs", "2", "--repeats", "1000", "--format", "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        Interruption.wait_for_launch_pairs(self, process, 5)
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        learned = json.loads(printed)
        self.assertEqual(learned["run"]["state"], "interrupted")
        self.assertGreaterEqual(learned["scenarios"][0]["false_alarms"]["of"], 6)

    def launch_pairs(self):
        return Interruption.launch_pairs(self)


class Roles(Case):
    def test_only_the_variants_asked_for_are_measured(self):
        scenario, = [row for row in json.loads(self.tandem("list", "log/blocking_queue", "--format", "json").stdout)
                     ["scenarios"]]
        roles = {variant["name"]: variant["role"] for variant in scenario["variants"]}
        for asked, expected in [((), {"after"}), (("--roles", "after,beyond"), {"after", "beyond"})]:
            done = self.tandem("run", "log/blocking_queue", "--preset", "smoke", "--store", self.store, "--format",
                               "json", *asked)
            self.assertEqual(done.returncode, 0, done.stderr)
            measured = {roles[row["after"]["variant"]] for row in json.loads(done.stdout)["comparisons"]}
            self.assertEqual(measured, expected)

    def test_nothing_to_compare_is_said(self):
        done = self.run_fake("fake/equal", "--roles", "beyond")
        self.assertEqual(done.returncode, 2)
        self.assert_one_line(done.stderr)


class BrokenWorkers(Case):
    def check(self, scenario, stage, words, *arguments):
        done = self.run_fake(scenario, "fake/equal", "--format", "json", *arguments)
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        rows = {row["scenario"]: row for row in json.loads(done.stdout)["comparisons"]}
        self.assertEqual(rows[scenario]["verdict"], "invalid")
        self.assertNotEqual(rows["fake/equal"]["verdict"], "invalid", "one broken scenario took another with it")
        failure = rows[scenario]["failure"]
        self.assertEqual(failure["stage"], stage)
        for word in words:
            self.assertIn(word, failure["message"] + failure["stderr_tail"])
        stored = json.loads(self.tandem("report", "--store", self.store, "--format", "json").stdout)
        self.assertEqual(stored, json.loads(done.stdout))

    def test_a_crash_while_opening(self):
        self.check("fake/crash_on_open", "open", [])

    def test_a_crash_while_running(self):
        self.check("fake/crash_on_run", "calibrate", ["signal 11", "last line before the crash"])

    def test_a_hang(self):
        self.check("fake/hang_on_run", "calibrate", [], "--batch-timeout", "300ms")

    def test_a_hang_while_opening(self):
        self.check("fake/hang_on_open", "open", [], "--launch-timeout", "300ms")

    def test_garbage(self):
        self.check("fake/garbage", "calibrate", [])

    def test_a_wrong_answer(self):
        self.check("fake/wrong_answer", "verify", [])

    def test_a_skipped_benchmark(self):
        self.check("fake/error", "calibrate", [])

    def test_a_program_that_is_no_worker(self):
        done = self.tandem("run", "--worker", "/bin/true", "--store", self.store)
        self.assertEqual(done.returncode, 1)
        self.assert_one_line(done.stderr)
        self.assertIn("true ended with exit status 0", done.stderr)

    def test_a_program_that_is_not_there(self):
        done = self.tandem("list", "--worker", self.folder / "nothing")
        self.assertEqual(done.returncode, 1)
        self.assert_one_line(done.stderr)


class Stores(Case):
    def refused(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assert_one_line(done.stderr)
        for word in (str(self.store), *words):
            self.assertIn(word, done.stderr)

    def test_a_file_that_is_no_database(self):
        self.store.write_text("not a database, and somebody's only copy of it\n" * 100)
        kept = self.store.read_bytes()
        self.refused(self.run_fake("fake/equal"))
        self.assertEqual(self.store.read_bytes(), kept)

    def test_a_store_of_a_newer_program(self):
        self.run_fake("fake/equal")
        with sqlite3.connect(self.store) as db:
            db.execute("INSERT INTO schema_version (version, name) VALUES (9999, '9999_of_the_future.sql')")
        self.refused(self.run_fake("fake/equal"), "9999")
        self.refused(self.tandem("report", "--store", self.store), "9999")

    def test_reading_what_is_not_there_creates_nothing(self):
        self.refused(self.tandem("report", "--store", self.store))
        self.assertFalse(self.store.exists())

    def test_a_store_without_runs_says_what_to_do(self):
        self.run_fake("fake/equal")
        with sqlite3.connect(self.store) as db:
            db.execute("PRAGMA foreign_keys = off")
            for table in ("comparison", "failure", "launch_pair", "trial_variant", "trial", "run"):
                db.execute(f"DELETE FROM {table}")
        self.refused(self.tandem("report", "--store", self.store), "tandem run")

    def test_a_run_that_is_not_there(self):
        self.run_fake("fake/equal")
        done = self.tandem("report", "20200101T000000Z-0000", "--store", self.store)
        self.assertEqual(done.returncode, 2)
        self.assertIn("20200101T000000Z-0000", done.stderr)


class Interruption(Case):
    def test_ctrl_c_keeps_what_was_measured(self):
        process = subprocess.Popen([self.program, "run", "fake/equal", "--worker", FAKE_WORKER, "--store", self.store,
                                    "--preset", "quick", "--launch-pairs", "1000", "--canaries", "none", "--format",
                                    "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        self.wait_for_launch_pairs(process, 2)
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        report = json.loads(printed)
        self.assertEqual(report["run"]["state"], "interrupted")
        self.assertGreaterEqual(report["comparisons"][0]["launch_pairs"], 2)
        stored = json.loads(self.tandem("report", report["run"]["id"], "--store", self.store, "--format", "json").stdout)
        self.assertEqual(stored, report)

    def test_a_killed_run_shows_what_was_kept(self):
        process = subprocess.Popen([self.program, "run", "fake/equal", "--worker", FAKE_WORKER, "--store", self.store,
                                    "--preset", "quick", "--launch-pairs", "1000", "--canaries", "none"],
                                   stdout=subprocess.DEVNULL)
        self.wait_for_launch_pairs(process, 2)
        process.kill()
        process.wait(timeout=60)
        done = self.tandem("report", "--store", self.store, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual(report["run"]["state"], "interrupted")
        self.assertGreaterEqual(report["comparisons"][0]["launch_pairs"], 2)
        self.assertEqual(self.run_fake("fake/equal").returncode, 0, "the store could not be used again")

    def wait_for_launch_pairs(self, process, wanted):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            if self.launch_pairs() >= wanted:
                return
            time.sleep(0.05)
        self.fail("the run did not store its launch pairs")

    def launch_pairs(self):
        if not self.store.exists():
            return 0
        try:
            with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as db:
                return db.execute("SELECT count(*) FROM launch_pair").fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # the schema is being written


class Serve(Case):
    def test_a_port_in_use_is_one_line(self):
        self.run_fake("fake/equal")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            done = self.tandem("serve", "--store", self.store, "--port", port)
        self.assertEqual(done.returncode, 1)
        self.assert_one_line(done.stderr)
        self.assertIn(str(port), done.stderr)

    def test_other_machines_are_not_served_unasked(self):
        self.run_fake("fake/equal")
        done = self.tandem("serve", "--store", self.store, "--listen", "0.0.0.0", "--port", "0")
        self.assertIn(done.returncode, (1, 2))
        self.assertIn("0.0.0.0", done.stderr)


class Loadgen(Case):
    def load(self, *arguments, **options):
        return self.tandem("loadgen", "--num-threads", 3, "--num-rows-per-thread", 700, "--buffer-size-bytes", 20000,
                           *arguments, **options)

    def checksum(self, *arguments):
        done = self.load(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split("checksum: ")[1]

    def test_the_report_has_the_lines_that_people_know(self):
        done = self.load()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, r"^INSERT report\n    rows total: 2100\n    time total: [0-9.]+ ms\n"
                                      r"  time per row: [0-9.]+ ns\n")
        self.assertTrue(self.load("--use-upsert").stdout.startswith("UPSERT report\n"))

    def test_the_rows_do_not_depend_on_policies_or_partitions(self):
        expected = self.checksum()
        for arguments in [("--op-set", "unordered_set", "--op-storage", "heap", "--queue", "list",
                           "--presence-check", "always-sort"),
                          ("--op-set", "intrusive-list", "--op-storage", "monotonic_buffer_resource", "--queue", "ring",
                           "--presence-check", "skip-unique"),
                          ("--table-num-hash-partitions", 2, "--table-num-range-partitions", 3),
                          ("--share-client", "--flush-per-n-rows", 50)]:
            self.assertEqual(self.checksum(*arguments), expected, arguments)
        self.assertNotEqual(self.checksum("--seq-start", 1), expected)
        self.assertNotEqual(self.checksum("--use-random"), expected)

    def test_rows_that_are_there_are_refused_and_counted(self):
        log = ("--wal-directory", self.folder / "wal")
        first = self.checksum(*log)
        done = self.load(*log, "--seq-start", 2000)
        self.assertEqual(done.returncode, 1)
        self.assert_one_line(done.stderr)
        self.assertIn("100 of 2100 rows were refused", done.stderr)
        self.assertIn("    rows total: 2100\n", done.stdout)
        self.assertNotIn("time per row", done.stdout)
        self.assertNotIn(first, done.stdout)
        self.assertEqual(self.checksum(*log, "--use-upsert"), done.stdout.split("checksum: ")[1])

    def test_what_cannot_be_is_one_line(self):
        for arguments, words, status in [
                (("--num-threads", 0), "num_threads is 0", 2),
                (("--op-set", "hash_map"), "one of: unordered_set, dense_hash_set", 2),
                (("--wal-directory", self.folder / "not" / "there"), "there", 1)]:
            done = self.tandem("loadgen", *arguments)
            self.assertEqual(done.returncode, status, arguments)
            self.assert_one_line(done.stderr)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_a_temporary_log_is_removed(self):
        self.assertEqual(self.load(env={**os.environ, "TMPDIR": str(self.folder)}).returncode, 0)
        self.assertEqual(list(self.folder.iterdir()), [])


class Import(Case):
    BENCHMARKS = {"context": {"executable": "x", "num_cpus": 2}, "benchmarks": [
        {"name": "a", "real_time": 5, "cpu_time": 4, "time_unit": "ns", "iterations": 10},
        {"name": "a", "real_time": 7, "cpu_time": 4, "time_unit": "ns", "iterations": 10}]}
    MESSAGE = "Before:\n" + "total: 10 ms\n" * 5 + "After:\n" + "total: 5 ms\n" * 5

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def imported(self, *arguments, **options):
        return self.tandem("import", "--store", self.store, *arguments, **options)

    def report(self, *arguments):
        return self.tandem("report", "--store", self.store, *arguments).stdout

    def test_a_file_is_stored_and_reported(self):
        done = self.imported(self.write("a.json", json.dumps(self.BENCHMARKS)))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("google-benchmark, 1 scenario, 4 values", done.stdout)
        self.assertIn("wall_time  2  6.000 ns", self.report())
        again = json.loads(self.report("--format", "google-benchmark"))
        self.assertEqual([row["real_time"] for row in again["benchmarks"]], [5, 7])

    def test_a_commit_message_becomes_comparisons(self):
        done = self.imported(self.write("message.txt", self.MESSAGE))
        self.assertEqual(done.returncode, 0, done.stderr)
        [comparison] = json.loads(self.report("--format", "json"))["comparisons"]
        self.assertEqual(comparison["verdict"], "improved")
        self.assertEqual(comparison["median_speedup"], 2)
        self.assertEqual(comparison["recorded"]["after"], {"statistic": "sample", "n": 5, "values": [5.0] * 5})
        self.assertEqual(self.report("--format", "json", "--rejudge"), self.report("--format", "json"))
        again = self.imported(self.write("again.txt", self.report("--format", "commit-message")))
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(json.loads(self.report("--format", "json"))["comparisons"], [comparison])

    def test_a_bad_file_is_said_and_the_others_are_taken(self):
        good = self.write("good.json", json.dumps(self.BENCHMARKS))
        done = self.imported(good, self.write("bad.json", "hello"))
        self.assertEqual(done.returncode, 1)
        self.assert_one_line(done.stderr)
        self.assertIn("bad.json: its form is not known", done.stderr)
        self.assertEqual(len(json.loads(self.report("--format", "google-benchmark"))["benchmarks"]), 2)

    def test_nothing_good_stores_nothing(self):
        done = self.imported(self.write("empty.json", ""))
        self.assertEqual(done.returncode, 1)
        self.assertIn("it is empty", done.stderr)
        self.assertFalse(self.store.exists())

    def test_standard_input_and_patterns(self):
        text = json.dumps(self.BENCHMARKS)
        self.assertEqual(self.imported("-", input=text).returncode, 0)
        for name in ("p1.json", "p2.json"):
            self.write(name, text)
        done = self.imported(self.folder / "p*.json")
        self.assertEqual(done.stdout.count("google-benchmark"), 2, done.stdout)

    def test_wrong_usage(self):
        path = self.write("a.json", json.dumps(self.BENCHMARKS))
        for arguments in [("--as", "yaml", path), (self.folder / "none*.json",), ()]:
            done = self.imported(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assert_one_line(done.stderr)

    def test_sixteen_at_once(self):
        path = self.write("a.json", json.dumps(self.BENCHMARKS))
        running = [subprocess.Popen([self.program, "import", "--store", self.store, path], stdout=subprocess.DEVNULL)
                   for _ in range(16)]
        self.assertEqual([process.wait(timeout=60) for process in running], [0] * 16)
        with sqlite3.connect(self.store) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM recording").fetchone(), (16,))


if __name__ == "__main__":
    ProgramCase.program, FAKE_WORKER = (os.path.abspath(path) for path in sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
