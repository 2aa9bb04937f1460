"""The lines of the README and the example are run as they are printed."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).parent.parent


class DocumentsTest(unittest.TestCase):
    def test_lines_of_the_readme_run(self):
        first, second = self.lines("python")
        self.assertEqual("user Where shall we go?\n", self.run_program("-c", first))
        self.assertEqual("", self.run_program("-c", second))

    def test_package_is_installed_as_the_readme_says(self):
        if importlib.util.find_spec("pip") is None:
            self.skipTest("pip is not installed")
        [command] = self.lines("sh")
        with tempfile.TemporaryDirectory() as folder:
            # A copy, because the build writes into the folder of the sources.
            shutil.copytree(HOME, os.path.join(folder, "src", "clients", "python"))
            arguments = command.replace("pip", "-m pip --quiet --disable-pip-version-check", 1).split()
            self.run_program(*arguments, "--target", "installed", folder=folder)
            program = "import coppice_client; print(coppice_client.__file__)"
            found = self.run_program("-c", program, path="installed", folder=folder)
            self.assertIn("installed", found)

    def lines(self, language):
        return re.findall(rf"```{language}\n(.*?)```", (HOME / "README.md").read_text("utf-8"), re.DOTALL)

    def test_example_runs(self):
        printed = self.run_program(str(HOME / "example" / "trip.py"))
        expected = "the leaf is a2\nuser Where shall we go in April?\nassistant To Nara.\nstate {'city': 'Kyoto'}\n"
        self.assertIn(expected, printed)
        self.assertIn("event SessionDeleted", printed)

    def test_package_uses_the_standard_library_alone(self):
        program = "import sys, coppice_client.openai_agents; print(*{name.split('.')[0] for name in sys.modules})"
        loaded = set(self.run_program("-S", "-c", program).split())
        allowed = set(getattr(sys, "stdlib_module_names", loaded)) | {"coppice_client", "__main__"}
        self.assertEqual(set(), {name for name in loaded - allowed if not name.startswith("_")})

    def run_program(self, *arguments, folder=None, path=None):
        environment = {**os.environ, **({"PYTHONPATH": path} if path else {})}
        with tempfile.TemporaryDirectory() as empty:
            done = subprocess.run(
                [sys.executable, *arguments],
                cwd=folder or empty,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout


if __name__ == "__main__":
    unittest.main()
