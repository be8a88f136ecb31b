"""Small git repositories of their own for the tests of what works on projects, with a worker that takes no time to build.

The worker is a script. It speaks the worker protocol and reports times that follow from the file `speeds.json` beside
it, so that a verdict depends on the revision and never on the machine.
"""
import json
import os
import pathlib
import subprocess
import unittest

from program_testing import ProgramCase

WORKER = r'''#!/usr/bin/python3
import json, pathlib, random, sys
scenarios = json.loads((pathlib.Path(__file__).parent / "speeds.json").read_text())
print('tandem-worker 1 {"program":"worker.py"}', flush=True)
opened = None
for line in sys.stdin:
    words = line.split()
    if words[0] == "list":
        for name, spec in scenarios.items():
            print("scenario", json.dumps({
                "name": name, "summary": name, "unit_of_work": spec.get("unit", "op"), "threads": 1, "metric": "auto",
                "metrics": [], "variants": [{"name": "only", "role": "before"}],
                "parameters": [{"n": n} for n in spec.get("points", [1])],
                "presets": [["smoke", "quick"] for _ in spec.get("points", [1])], "reported": None}))
        print("end", flush=True)
    elif words[0] == "open":
        opened = scenarios[words[1]]
        if opened.get("hang"):
            sys.stdin.read()
        launch = random.gauss(1, opened.get("noise", 0.001))
        print("opened", flush=True)
    elif words[0] == "run":
        if opened.get("crash"):
            sys.exit("the engine lost a row")
        n = int(words[1])
        time = n * opened["ns"] * launch * random.gauss(1, 0.001)
        print(f"sample {n} items={n} checksum={opened.get('answer', 7):x} wall_time={time} cpu_time={time} "
              "voluntary_switches=0 involuntary_switches=0", flush=True)
    elif words[0] == "close":
        print("closed", flush=True)
    elif words[0] == "quit":
        break
'''

CONFIG = '''[build]
commands = ["mkdir -p built", "cp worker.py speeds.json built/"]
free_space_mib = 1

[[worker]]
program = "built/worker.py"
'''


class Repository:
    """A checkout with commits; the user's own settings of git do not matter to it."""

    def __init__(self, folder):
        self.path = pathlib.Path(folder)
        self.path.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "tester")
        self.git("config", "user.email", "tester@example.invalid")

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.path, *arguments], check=True, capture_output=True, text=True).stdout.strip()

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def commit(self, message, **scenarios):
        """Each keyword a scenario: its time in ns, or all that speeds.json may say of it."""
        if scenarios:
            self.write("speeds.json", json.dumps({
                name.replace("_", "/", 1): spec if isinstance(spec, dict) else {"ns": spec}
                for name, spec in scenarios.items()}))
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def fingerprint(self):
        """The state of the checkout: files with their times, index byte by byte, HEAD, branches and tags."""
        files = sorted((str(path), path.stat().st_mtime_ns, path.read_bytes()) for path in self.path.rglob("*")
                       if path.is_file() and ".git" not in path.parts)
        git = self.path / ".git"
        return files, (git / "index").read_bytes(), (git / "index").stat().st_mtime_ns, (git / "HEAD").read_text(), \
            self.git("for-each-ref")


class ProjectCase(ProgramCase):
    def setUp(self):
        super().setUp()
        self.repository = Repository(self.folder / "project")
        self.repository.write("worker.py", WORKER)
        self.repository.write("tandem.toml", CONFIG)

    def tandem(self, *arguments, **options):
        return super().tandem(*arguments, **{"cwd": self.repository.path, "timeout": 300, **options})

    def places(self):
        return ("--store", self.store, "--build-cache", self.folder / "cache")

    def nightly(self, *arguments, **options):
        return self.tandem("nightly", *self.places(), "--seed", "1", *arguments, **options)

    def trees(self):
        """Built worktrees that are there."""
        return [path for path in (self.folder / "cache").glob("*/*") if path.is_dir()]

    def runs(self):
        """Of the store; none where there is none."""
        if not self.store.exists():
            return 0
        done = self.tandem("report", "--store", self.store, "--format", "json")
        return 1 if done.returncode == 0 else 0

    def assert_sentence(self, text):
        self.assertTrue(text.startswith("tandem: "), text)
        self.assertNotIn("terminate called", text)


def main(module_arguments):
    ProgramCase.program = os.path.abspath(module_arguments[1])
    unittest.main(module="__main__", argv=[module_arguments[0], *module_arguments[2:]])
