#!/usr/bin/env python3
"""Black-box tests of `tandem compare`: real commands of known work, real Google Benchmark programs.

usage: compare_test.py TANDEM FOLDER_OF_TEST_PROGRAMS [unittest arguments]
"""
import json
import os
import pathlib
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

from program_testing import ProgramCase

PROGRAMS = None


class Case(ProgramCase):
    def compare(self, *arguments, **options):
        return self.tandem("compare", "--store", self.store, "--seed", 1, *arguments, **options)

    def report(self, *arguments, status=0, **options):
        done = self.compare(*arguments, "--format", "json", **options)
        self.assertEqual(done.returncode, status, done.stderr + done.stdout[-2000:])
        return json.loads(done.stdout)

    def refused(self, status, words, *arguments, **options):
        done = self.compare(*arguments, **options)
        self.assertEqual(done.returncode, status, done.stderr + done.stdout)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("tandem: "), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertFalse(self.store.exists(), "a comparison that never began left a store")

    def script(self, name, text):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def stored_again(self, report):
        """The stored report, and the one that is judged again: the same bytes as what was printed."""
        run = report["run"]["id"]
        stored = self.tandem("report", run, "--store", self.store, "--format", "json").stdout
        again = self.tandem("report", run, "--rejudge", "--store", self.store, "--format", "json").stdout
        self.assertEqual(again, stored)
        self.assertEqual(json.loads(stored), report)


def work(*arguments):
    return shlex.join([str(PROGRAMS / "known_work"), *map(str, arguments)])


def designs(report):
    return [row["parameters"]["design"] for row in report["comparisons"]]


class Commands(Case):
    def test_a_duet_decides_and_alternation_gives_the_size(self):
        report = self.report("--before", work("spin", 20000), "--after", work("spin", 40000))
        self.assertEqual(len(report["comparisons"]), 2, report["run"]["notes"])
        duet, alternation = report["comparisons"]
        self.assertEqual(designs(report), ["duet", "alternate"])
        self.assertEqual({row["scenario"] for row in report["comparisons"]}, {"known_work"})
        self.assertEqual((duet["metric"]["name"], duet["metric"]["unit"], duet["verdict"]),
                         ("cpu_time", "ns", "regressed"))
        self.assertIn(alternation["metric"]["name"], ("wall_time", "cpu_time"))
        self.assertEqual({alternation["metric"]["name"], alternation["other_metric"]["metric"]["name"]},
                         {"wall_time", "cpu_time"})
        self.assertLess(alternation["median_speedup"], 1)
        self.assertEqual(alternation["launch_pairs"], duet["launch_pairs"], "the size took more than the decision")
        self.assertEqual(report["run"]["kind"], "compare")
        self.assertIn("Decided by duet", report["run"]["notes"][0])
        self.assertIn("alternation", report["run"]["notes"][0])
        self.stored_again(report)

    def test_the_table_says_which_decided(self):
        done = self.compare("--before", work("spin", 300), "--after", work("spin", 300), "--runs", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = " ".join(done.stdout.split())
        for words in ("Decided by duet", "gives the size", "design=duet", "design=alternate", "(again)"):
            self.assertIn(words, text)

    def test_what_waits_is_decided_by_wall_time(self):
        report = self.report("--before", work("sleep", 10), "--after", work("sleep", 40))
        row, = report["comparisons"]
        self.assertEqual((row["parameters"], row["metric"]["name"], row["verdict"]),
                         ({"design": "alternate"}, "wall_time", "regressed"))
        self.assertIn("of their time", report["run"]["notes"][0])

    def test_exclusive_commands_are_never_run_together(self):
        lock = self.folder / "lock"
        alone = self.script("alone", f"mkdir {lock} || exit 3\nsleep 0.02\nrmdir {lock}\n")
        report = self.report("--before", alone, "--after", alone, "--exclusive", "--runs", 3)
        self.assertEqual(designs(report), ["alternate"])
        self.assertIn("--exclusive", report["run"]["notes"][0])

    def test_a_duet_runs_them_together(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        # Opening a FIFO waits for its other end; what is observed beforehand runs alone, so there it is let pass.
        seen = self.folder / "seen"
        side = self.script("side", f'test -e {seen}.$1 || {{ touch {seen}.$1; exit 0; }}\n'
                                   f'if [ $1 = before ]; then echo x >{fifo}; else cat {fifo}; fi\n')
        report = self.report("--before", f"{side} before", "--after", f"{side} after", "--design", "duet", "--runs", 2,
                             "--timeout", "20s")
        self.assertEqual(designs(report), ["duet"])
        self.assertEqual(report["comparisons"][0]["launch_pairs"], 2)

    def test_what_several_cpus_do_is_not_pinned_to_one(self):
        report = self.report("--before", work("threads", 20000), "--after", work("threads", 20000), "--runs", 2)
        self.assertEqual(designs(report), ["alternate"])
        self.assertIn("several CPUs", report["run"]["notes"][0])
        self.assertEqual(report["comparisons"][0]["metric"]["name"], "wall_time")

    def test_every_metric_can_decide(self):
        for metric in ("wall_time", "cpu_time", "user_time", "minor_faults"):
            report = self.report("--before", work("spin", 5000), "--after", work("spin", 5000), "--metric", metric,
                                 "--runs", 2)
            self.assertEqual({row["metric"]["name"] for row in report["comparisons"]}, {metric})
        report = self.report("--before", work("memory", 1), "--after", work("memory", 2), "--metric", "max_rss",
                             "--runs", 2)
        row, = report["comparisons"]
        self.assertEqual(row["metric"]["unit"], "bytes")
        self.assertGreater(row["before_median"], 64e6)

    def test_a_number_that_the_command_prints(self):
        report = self.report("--before", work("spin", 100), "--after", work("spin", 200), "--metric",
                             "units[items]=did ([0-9]+) units", "--higher-is-better", "units")
        row, = report["comparisons"]
        self.assertEqual(row["metric"], {"name": "units", "unit": "items", "direction": "higher_is_better"})
        self.assertEqual((row["before_median"], row["after_median"], row["verdict"]), (100, 200, "improved"))
        self.assertAlmostEqual(row["median_speedup"], 2)
        self.stored_again(report)

    def test_parameters_are_comparisons_of_their_own(self):
        report = self.report("--before", f"{PROGRAMS}/known_work spin {{n}}", "--after", work("spin", 20),
                             "--parameter-list", "n=10,20", "--design", "alternate", "--prepare", "test {n} -gt 5",
                             "--runs", 1, "--name", "spinning")
        self.assertEqual([row["parameters"] for row in report["comparisons"]],
                         [{"n": 10, "design": "alternate"}, {"n": 20, "design": "alternate"}])
        self.assertEqual({row["scenario"] for row in report["comparisons"]}, {"spinning"})
        scan = self.report("--before", f"{PROGRAMS}/known_work spin {{n}}", "--after", work("spin", 1),
                           "--parameter-scan", "n", 1, 3, "-D", 2, "--design", "alternate", "--runs", 1)
        self.assertEqual([row["parameters"]["n"] for row in scan["comparisons"]], [1, 3])

    def test_a_shell_runs_pipelines(self):
        line = f"{work('spin', 10)} | grep -c answer"
        self.refused(2, ["needs a shell", "--shell"], "--before", line, "--after", line)
        report = self.report("--shell", "--before", line, "--after", line, "--metric", "lines=([0-9]+)", "--runs", 1)
        self.assertEqual(report["comparisons"][0]["before_median"], 1)

    def test_preparation_runs_before_each_run(self):
        log = self.folder / "log"
        self.report("--before", "true", "--after", "true", "--prepare", f"echo before >>{log}", "--prepare",
                    f"echo after >>{log}", "--runs", 2)
        lines = log.read_text().split()  # twice to be measured, and before that to be observed
        self.assertGreaterEqual(lines.count("before"), 3)
        self.assertGreaterEqual(lines.count("after"), 3)

    def test_a_spent_budget_ends_the_run_and_is_said(self):
        report = self.report("--before", "sleep 0.05", "--after", "sleep 0.05", "--design", "alternate", "--budget", "1ms")
        row, = report["comparisons"]
        self.assertEqual((row["verdict"], row["launch_pairs"]), ("undecided", 1))
        self.assertIn("budget", report["run"]["notes"][-1])
        self.stored_again(report)

    def test_fail_on_looks_at_what_decided(self):
        slower = ("--before", work("spin", 3000), "--after", work("spin", 6000))
        self.report(*slower, "--fail-on", "regressed", status=3)
        self.report(*slower, status=0)
        self.report("--before", "true", "--after", "true", "--runs", 1, "--fail-on", "undecided", status=4)

    def test_ctrl_c_keeps_what_was_measured(self):
        process = subprocess.Popen([self.program, "compare", "--before", "sleep 0.05", "--after", "sleep 0.05", "--design",
                                    "alternate", "--tolerance", "0.01%", "--runs", "1000", "--budget", "1h", "--store", self.store, "--format", "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        self.wait_for_launch_pairs(2)
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        report = json.loads(printed)
        self.assertEqual(report["run"]["state"], "interrupted")
        self.assertGreaterEqual(report["comparisons"][0]["launch_pairs"], 2)
        self.stored_again(report)

    def wait_for_launch_pairs(self, wanted):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.store.exists():
                try:
                    with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as db:
                        if db.execute("SELECT count(*) FROM launch_pair").fetchone()[0] >= wanted:
                            return
                except sqlite3.OperationalError:
                    pass  # the schema is being written
            time.sleep(0.05)
        self.fail("the run did not store its launch pairs")


class Trouble(Case):
    def invalid(self, stage, message, *arguments):
        report = self.report(*arguments, status=5)
        row = report["comparisons"][0]
        self.assertEqual((row["verdict"], row["failure"]["stage"]), ("invalid", stage))
        self.assertIn(message, row["failure"]["message"])
        self.stored_again(report)
        return row

    def test_a_command_that_is_not_there(self):
        self.refused(1, ["no-such-command", "PATH"], "--before", "true", "--after", "no-such-command --now")
        self.refused(1, [f"{self.folder}/nothing"], "--before", f"{self.folder}/nothing", "--after", "true")

    def test_a_command_that_is_no_program(self):
        text = self.folder / "text"
        text.write_text("hello\n")
        self.refused(1, ["text", "not executable"], "--before", text, "--after", "true")

    def test_a_command_that_fails(self):
        row = self.invalid("run", "ended with exit status 3", "--before", "true", "--after", work("fail", 3))
        self.assertEqual(row["failure"]["stderr_tail"], "known_work fails, as it was told to")

    def test_a_failure_may_be_ignored_where_both_fail_alike(self):
        report = self.report("--before", work("fail", 3), "--after", work("fail", 3), "--ignore-failure", "--runs", 1)
        self.assertEqual(report["comparisons"][0]["verdict"], "undecided")
        self.invalid("verify", "they did different work", "--before", "true", "--after", work("fail", 3),
                     "--ignore-failure", "--runs", 1)

    def test_one_failing_value_leaves_the_others(self):
        report = self.report("--before", f"{PROGRAMS}/known_work fail {{status}}", "--after",
                             f"{PROGRAMS}/known_work fail {{status}}", "--parameter-list", "status=1,0", "--runs", 1,
                             "--design", "alternate", status=5)
        self.assertEqual([row["verdict"] for row in report["comparisons"]], ["invalid", "undecided"])

    def test_a_command_that_hangs(self):
        self.invalid("run", "had not ended after 0.3 s and was ended", "--before", "sleep 1000", "--after", "true",
                     "--timeout", "300ms")

    def test_a_number_that_is_not_printed(self):
        self.invalid("verify", "printed no number for metric 'rate'", "--before", "true", "--after", "true",
                     "--metric", "rate=([0-9]+) ops")

    def test_a_preparation_that_fails(self):
        self.invalid("launch", "the preparation 'exit 7' ended with exit status 7", "--before", "true", "--after",
                     "true", "--prepare", "exit 7")

    def test_bad_usage_is_one_sentence(self):
        both = ("--before", "true", "--after", "true")
        for words, arguments in [
                (["--before and --after"], ()),
                (["--after"], ("--before", "true")),
                (["--before and --after"], ("--before", "true", "--after", "true", "a", "b")),
                (["two files"], ("one",)),
                (["wal_time", "wall_time"], (*both, "--metric", "wal_time")),
                (["only one metric"], (*both, "--metric", "wall_time", "--metric", "cpu_time")),
                (["regular expression"], (*both, "--metric", "rate=([0-9]+")),
                (["rate"], (*both, "--higher-is-better", "rate")),
                (["{n}"], (*both, "--parameter-list", "n=1,2")),
                (["NAME="], (*both, "--parameter-list", "1,2")),
                (["no design 'both'"], (*both, "--design", "both")),
                (["--exclusive"], (*both, "--design", "duet", "--exclusive")),
                (["wall_time"], (*both, "--design", "duet", "--metric", "wall_time")),
                (["--filter"], (*both, "--filter", "BM_")),
                (["--shell"], (PROGRAMS / "plain_first", PROGRAMS / "plain_second", "--shell")),
                (["quote"], ("--before", "echo 'a", "--after", "true")),
                (["empty"], ("--before", " ", "--after", "true")),
                (["yaml"], (*both, "--format", "yaml")),
                (["duration"], (*both, "--budget", "10"))]:
            self.refused(2, words, *arguments)

    def test_help_has_examples(self):
        text = self.tandem("compare", "--help").stdout
        for words in ("--before './app.old data'", "--parameter-list", "--filter", "duet"):
            self.assertIn(words, text)


class Programs(Case):
    quick = ("--runs", 8, "--batch-time", "5ms")

    def rows(self, report):
        return {(row["scenario"], row["parameters"].get("design")): row for row in report["comparisons"]}

    def test_plain_programs_are_compared_benchmark_by_benchmark(self):
        report = self.report(PROGRAMS / "plain_first", PROGRAMS / "plain_second", "--filter", "BM_(work|twice|only)",
                             "--design", "duet", *self.quick)
        rows = self.rows(report)
        self.assertEqual(set(rows), {("BM_work/1", "duet")})
        duet = rows["BM_work/1", "duet"]
        self.assertEqual((duet["verdict"], duet["metric"]["name"], duet["metric"]["unit"]),
                         ("regressed", "cpu_time", "ns/iteration"))
        self.assertEqual(duet["before"]["variant"], str(PROGRAMS / "plain_first"))
        self.assertLess(duet["median_speedup"], 0.8)
        notes = " ".join(report["run"]["notes"])
        for name in ("BM_only_in_first", "BM_only_in_second", "BM_twice"):
            self.assertIn(name, notes)
        self.stored_again(report)

    def test_the_authors_clock_is_kept(self):
        report = self.report(PROGRAMS / "plain_first", PROGRAMS / "plain_second", "--filter", "real_time", *self.quick)
        row, = report["comparisons"]
        self.assertEqual((row["parameters"]["design"], row["metric"]["name"]), ("alternate", "wall_time"))

    def test_workers_take_turns_batch_by_batch(self):
        report = self.report(PROGRAMS / "worker_first", PROGRAMS / "worker_second", "--filter", "BM_(work|only)",
                             "--runs", 8, "--batch-time", "1ms")
        row, = report["comparisons"]
        self.assertEqual((row["scenario"], row["verdict"]), ("BM_work/1", "regressed"))
        self.assertEqual(row["before"]["build"]["program"], "worker_first")
        self.assertIn("workers", " ".join(report["run"]["notes"]))
        self.stored_again(report)

    def test_a_bare_name_is_a_file_here(self):
        for arguments in [("plain_first", "plain_first"), ("worker_first", "worker_first")]:
            report = self.report(*arguments, "--filter", "BM_same", "--runs", 1, "--batch-time", "1ms", cwd=PROGRAMS)
            self.assertEqual(report["comparisons"][0]["before"]["variant"], arguments[0])
            self.assertEqual(report["comparisons"][0]["after"]["variant"], arguments[0] + " (again)")

    def test_a_worker_beside_a_plain_program_is_a_plain_program(self):
        report = self.report(PROGRAMS / "worker_first", PROGRAMS / "plain_second", "--filter", "BM_work",
                             "--design", "duet", *self.quick)
        self.assertEqual(self.rows(report)["BM_work/1", "duet"]["verdict"], "regressed")

    def test_a_program_that_wants_times_with_a_unit(self):
        newer = self.script("newer", f'''for a; do case $a in
  --benchmark_min_time=*s) a=${{a%s}};;
  --benchmark_min_time=*) echo "--benchmark_min_time wants a unit" >&2; exit 1;;
esac; set -- "$@" "$a"; shift; done
exec {PROGRAMS}/plain_first "$@"
''')
        report = self.report(newer, PROGRAMS / "plain_first", "--filter", "BM_same", "--runs", 2, "--batch-time", "5ms")
        self.assertNotIn("invalid", [row["verdict"] for row in report["comparisons"]])

    def test_a_broken_benchmark_leaves_the_others(self):
        report = self.report(PROGRAMS / "plain_first", PROGRAMS / "plain_second", "--filter",
                             "BM_(same|skips|different)", "--runs", 2, "--batch-time", "5ms", "--design", "duet",
                             status=5)
        rows = self.rows(report)
        self.assertIn("this machine has no such device", rows["BM_skips", "duet"]["failure"]["message"])
        self.assertIn("items per iteration", rows["BM_different_work", "duet"]["failure"]["message"])
        self.assertEqual(rows["BM_same", "duet"]["verdict"], "undecided")

    def test_programs_without_a_common_benchmark(self):
        self.refused(2, ["no benchmark in common"], PROGRAMS / "plain_first", PROGRAMS / "plain_second", "--filter",
                     "only_in")
        self.refused(2, ["--filter 'BM_wrok'", "BM_work/1"], PROGRAMS / "plain_first", PROGRAMS / "plain_second",
                     "--filter", "BM_wrok")

    def test_what_is_no_such_program(self):
        text = self.folder / "results.json"
        text.write_text("{}\n")
        copy = self.folder / "copy"
        copy.write_bytes((PROGRAMS / "plain_first").read_bytes())
        self.refused(1, ["true lists no benchmarks"], "/bin/true", PROGRAMS / "plain_first")
        self.refused(1, ["nothing", "No such file"], self.folder / "nothing", PROGRAMS / "plain_first")
        self.refused(1, ["copy", "not executable"], copy, PROGRAMS / "plain_first")
        self.refused(2, ["two of a kind"], text, PROGRAMS / "plain_first")
        self.refused(2, [str(self.folder)], self.folder, PROGRAMS / "plain_first")


if __name__ == "__main__":
    ProgramCase.program = os.path.abspath(sys.argv[1])
    PROGRAMS = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
