"""The Debian packages that `make deb` makes: what is in them and what they say of themselves."""

import pathlib
import re
import sys
import tempfile
import unittest

from build_tree import BUILD, SOURCE, VERSION, run, why_skipped

ABI = ".".join(VERSION.split(".")[:2])
LIBRARY = f"libdplda{ABI}"
STATIC_LINK = ("libfmt-dev", "libhwy-dev", "liblinear-dev", "libsodium-dev", "libstemmer-dev", "libutf8proc-dev", "libzstd-dev",
               "zlib1g-dev")


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        # As fast as can be: how well they are compressed is not looked at.
        run("cpack", "-G", "DEB", "-B", directory.name, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", cwd=BUILD)
        cls.packages = {}
        for path in pathlib.Path(directory.name).glob("*.deb"):
            listing = run("dpkg-deb", "-c", path)
            cls.packages[path.name.split("_")[0]] = {
                "file": path.name,
                "owners": {line.split()[1] for line in listing.splitlines()},
                "files": [re.sub(r" -> .*", "", line.split(maxsplit=5)[5]) for line in listing.splitlines()],
                "control": dict(re.findall(r"^(\S+): (.*)$", run("dpkg-deb", "-f", path), re.MULTILINE)),
            }

    def files(self, package):
        return self.packages[package]["files"]

    def depends(self, package):
        return self.packages[package]["control"].get("Depends", "").split(", ")

    def test_there_is_a_package_for_each_use(self):
        self.assertLessEqual({"dplda", LIBRARY, "libdplda-dev"}, set(self.packages))
        self.assertLessEqual(set(self.packages), {"dplda", LIBRARY, "libdplda-dev", "python3-dplda"})

    def test_the_changelog_is_of_the_version_that_is_packaged(self):
        version = f"{VERSION}-1"
        noted = re.match(r"dplda \((\S+)\)", (SOURCE / "packaging" / "changelog").read_text())[1]
        self.assertEqual(noted, version)
        architecture = run("dpkg", "--print-architecture").strip()
        for name, package in self.packages.items():
            self.assertEqual(package["file"], f"{name}_{version}_{architecture}.deb")
            self.assertEqual(package["control"]["Version"], version)
            self.assertEqual(package["control"]["Maintainer"], "The dplda authors")

    def test_files_belong_to_root_below_usr_and_name_no_place_of_the_build(self):
        for package in self.packages.values():
            self.assertEqual(package["owners"], {"root/root"})
            for name in package["files"]:
                self.assertTrue(name in ("./",) or name.startswith("./usr/"), name)
                self.assertNotIn("build", pathlib.PurePath(name).parts)
                self.assertNotIn(str(SOURCE), name)

    def test_each_package_says_under_which_licence_it_is(self):
        for name in self.packages:
            self.assertIn(f"./usr/share/doc/{name}/copyright", self.files(name))
            self.assertIn(f"./usr/share/doc/{name}/changelog.Debian.gz", self.files(name))
            for headers in ("libfmt-dev", "libhwy-dev", "nlohmann-json3-dev"):  # compiled in
                self.assertIn(f"./usr/share/doc/{name}/compiled-in/{headers}.copyright", self.files(name))

    def test_the_program_comes_with_its_manual_and_completions(self):
        files = self.files("dplda")
        for name in ("./usr/bin/dplda", "./usr/share/doc/dplda/PRIVACY.md", "./usr/share/man/man1/dplda.1.gz",
                     "./usr/share/man/man1/dplda-train.1.gz", "./usr/share/bash-completion/completions/dplda",
                     "./usr/share/zsh/vendor-completions/_dplda", "./usr/share/fish/vendor_completions.d/dplda.fish"):
            self.assertIn(name, files)
        self.assertFalse([name for name in files if name.startswith("./usr/lib")])

    def test_the_library_is_where_the_linker_looks_and_headers_are_elsewhere(self):
        triplet = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
        library = [name for name in self.files(LIBRARY) if "/lib/" in name and not name.endswith("/")]
        self.assertEqual(library, [f"./usr/lib/{triplet}/libdplda.so.{ABI}", f"./usr/lib/{triplet}/libdplda.so.{VERSION}"])
        development = self.files("libdplda-dev")
        for name in ("libdplda.a", "libdplda.so", "pkgconfig/dplda.pc", "cmake/dplda/dpldaConfig.cmake"):
            self.assertIn(f"./usr/lib/{triplet}/{name}", development)
        self.assertIn("./usr/include/dplda/dplda.h", development)

    def test_packages_depend_on_what_they_are_linked_with(self):
        for name in ("dplda", LIBRARY):
            found = {depend.split()[0] for depend in self.depends(name)}
            self.assertLessEqual({"libc6", "libstdc++6", "libsodium23", "libhwy1"}, found)
        if "python3-dplda" in self.packages:
            found = {depend.split()[0] for depend in self.depends("python3-dplda")}
            self.assertLessEqual({"python3", "python3-numpy", "python3-scipy", "python3-sklearn", "libsodium23"}, found)
        version = self.packages["libdplda-dev"]["control"]["Version"]
        self.assertEqual(set(self.depends("libdplda-dev")), {f"{LIBRARY} (= {version})", *STATIC_LINK})


if __name__ == "__main__":
    if reason := why_skipped("packages", ("cpack", "dpkg-deb", "dpkg-shlibdeps", "file")):
        print(reason)
        sys.exit(77)
    unittest.main()
