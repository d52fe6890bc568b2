"""Builds the binding with CMake for `pip install --no-build-isolation .`; everything else is in pyproject.toml.

The build directory is build/release, so that a package is ready at once where `make` has been run; DPLDA_BUILD_DIR names
another.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = Path(os.environ.get("DPLDA_BUILD_DIR", ROOT / "build" / "release"))
        if not (build / "CMakeCache.txt").exists():
            generator = ["-G", "Ninja"] if shutil.which("ninja") else []
            interpreter = getattr(sys, "_base_executable", sys.executable)
            subprocess.run(
                ["cmake", "-S", ROOT, "-B", build, *generator, "-DCMAKE_BUILD_TYPE=Release",
                 f"-DDPLDA_PYTHON_EXECUTABLE={interpreter}"],
                check=True,
            )
        subprocess.run(["cmake", "--build", build, "--target", "dplda_binding", "--parallel"], check=True)
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        built = build / "python" / "dplda" / f"_dplda{sysconfig.get_config_var('EXT_SUFFIX')}"
        if not built.exists():
            raise RuntimeError(f"{build} was configured for another Python; name a new directory with DPLDA_BUILD_DIR")
        shutil.copy2(built, target)


def version():
    """The one in CMakeLists.txt."""
    return re.search(r"project\(dplda VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


setup(version=version(), ext_modules=[Extension("dplda._dplda", sources=[])], cmdclass={"build_ext": CMakeBuild})
