"""What all black-box tests of the program share: a folder of their own, a store in it, and the program to call."""
import pathlib
import subprocess
import tempfile
import unittest


class ProgramCase(unittest.TestCase):
    program = None  # the path of tandem, set once before the tests run

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.store = self.folder / "tandem.db"

    def command(self, *arguments):
        return [self.program, *map(str, arguments)]

    def tandem(self, *arguments, **options):
        return subprocess.run(self.command(*arguments), capture_output=True, text=True, check=False,
                              timeout=options.pop("timeout", 120), **options)
