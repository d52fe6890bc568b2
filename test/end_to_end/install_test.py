"""What `cmake --install` installs, moved elsewhere, as a C++ programmer uses it."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from build_tree import BUILD, SOURCE, VERSION, run, why_skipped

MAJOR, MINOR = map(int, VERSION.split(".")[:2])
SONAME = f"libdplda.so.{MAJOR}.{MINOR}"
EXAMPLE = SOURCE / "examples" / "cpp"


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        cls.scratch = pathlib.Path(cls.directory.name).resolve()
        run("cmake", "--install", BUILD, "--prefix", cls.scratch / "first")
        cls.prefix = cls.scratch / "second"
        (cls.scratch / "first").rename(cls.prefix)
        cls.library = next(cls.prefix.rglob(f"libdplda.so.{VERSION}"))
        cls.pkg_config = {**os.environ, "PKG_CONFIG_PATH": str(cls.library.parent / "pkgconfig")}

    def test_the_shared_library_shows_public_names_alone(self):
        headers = "".join(header.read_text() for header in (self.prefix / "include" / "dplda").iterdir())
        public = set(re.findall(r"\w+", headers))
        shown = [line.split(maxsplit=2)[2] for line in run("nm", "-DC", "--defined-only", self.library).splitlines()]
        self.assertIn("dplda::version()", re.sub(r"\[abi:\w+\]", "", "\n".join(shown)).splitlines())
        for name in shown:
            match = re.match(r"(?:(?:typeinfo|typeinfo name|vtable) for )?dplda::(\w+)", name)
            self.assertTrue(match and match[1] in public, name)
            self.assertNotIn("::State::", name)

    def test_the_library_carries_the_minor_version_in_its_name(self):
        self.assertIn(f"[{SONAME}]", run("readelf", "-d", self.library))
        for link in ("libdplda.so", SONAME):
            self.assertEqual((self.library.parent / link).resolve(), self.library)

    def test_only_the_same_minor_version_satisfies_find_package(self):
        version = next(self.prefix.rglob("dpldaConfigVersion.cmake"))
        script = self.scratch / "version.cmake"
        script.write_text(f'set(CMAKE_SIZEOF_VOID_P 8)\ninclude("{version}")\n'
                          'message("${PACKAGE_VERSION_COMPATIBLE}")\n')

        def compatible(major, minor):
            done = subprocess.run(["cmake", f"-DPACKAGE_FIND_VERSION={major}.{minor}", f"-DPACKAGE_FIND_VERSION_MAJOR={major}",
                                   f"-DPACKAGE_FIND_VERSION_MINOR={minor}", "-P", script], capture_output=True, text=True)
            return done.stderr.strip()

        self.assertEqual(compatible(MAJOR, MINOR), "TRUE")
        self.assertEqual([compatible(MAJOR, MINOR + 1), compatible(MAJOR + 1, MINOR)], ["FALSE", "FALSE"])

    def test_no_file_names_where_it_was_built(self):
        paths = [str(path).encode() for path in (SOURCE, BUILD, self.scratch / "first")]
        for file in self.prefix.rglob("*"):
            if file.is_file() and "doc" not in file.parts:
                content = file.read_bytes()
                self.assertFalse([path for path in paths if path in content], file)

    def test_the_example_says_the_same_however_it_is_linked(self):
        outputs = {"shared": self.with_cmake("shared", "-DDPLDA_LINK=shared"),
                   "static": self.with_cmake("static", "-DDPLDA_LINK=static"),
                   "pkg-config": self.with_pkg_config()}
        self.assertIn("topic", outputs["shared"])
        self.assertEqual(len(set(outputs.values())), 1, outputs)
        self.assertIn("not private: seed known", outputs["shared"])
        self.assertIn(SONAME, run("readelf", "-d", self.scratch / "shared" / "example"))
        self.assertNotIn("libdplda.so", run("readelf", "-d", self.scratch / "static" / "example"))

    def with_cmake(self, name, *options):
        build = self.scratch / name
        run("cmake", "-S", EXAMPLE, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}", *options)
        run("cmake", "--build", build)
        return run(build / "example", 1, cwd=self.scratch)

    def with_pkg_config(self):
        flags = run("pkg-config", "--cflags", "--libs", "dplda", env=self.pkg_config).split()
        program = self.scratch / "with_pkg_config"
        run("g++", "-std=c++20", EXAMPLE / "main.cc", *flags, "-o", program)
        return run(program, 1, cwd=self.scratch, env={**os.environ, "LD_LIBRARY_PATH": str(self.library.parent)})

    def test_pkg_config_names_what_a_static_link_needs(self):
        flags = run("pkg-config", "--libs", "--static", "dplda", env=self.pkg_config).split()
        flags = ["-l:libdplda.a" if flag == "-ldplda" else flag for flag in flags]
        source = self.scratch / "version.cc"
        source.write_text("#include <dplda/dplda.h>\nint main() { return dplda::version().empty(); }\n")
        program = self.scratch / "version"
        cflags = run("pkg-config", "--cflags", "dplda", env=self.pkg_config).split()
        run("g++", "-std=c++20", source, *cflags, *flags, "-o", program)
        run(program)


if __name__ == "__main__":
    if reason := why_skipped("installation", ("cmake", "g++", "pkg-config", "nm")):
        print(reason)
        sys.exit(77)
    unittest.main()
