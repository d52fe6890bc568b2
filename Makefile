# The two commands that do everything on a fresh Debian 12 machine are `make demo` and `make test`.
# The real build is CMake's (`cmake --preset release`); this file only saves typing.

.PHONY: all everything python deps demo test check mutants asan tsan tidy format format-check bench deb reference clean
# CMake's build uses all cores; two of them in one directory would get in each other's way.
.NOTPARALLEL:
all: deps
	$(call build,release,dplda dplda_python)

deps:
	@tools/install-deps

# An address-space layout that ThreadSanitizer of g++ 12 cannot map makes it abort; setarch -R keeps it still.
still := $(shell command -v setarch >/dev/null 2>&1 && setarch -R true >/dev/null 2>&1 && echo setarch -R)

define build
	@cmake --preset $(1) >build-$(1).log 2>&1 || { cat build-$(1).log; rm -f build-$(1).log; exit 1; }
	@rm -f build-$(1).log
	@cmake --build --preset $(1) $(if $(2),--target $(2))
endef

# The program alone; tests and benchmarks are built where they are run.
build/release/dplda: deps FORCE
	$(call build,release,dplda)
FORCE:

# The Python package, in build/release/python.
python: deps
	$(call build,release,dplda_python)

everything: deps
	$(call build,release)

demo: build/release/dplda
	@tools/demo build/release/dplda build/demo

# Every test. The real corpora are found through DPLDA_DATA (default: data/); what needs them says so when it skips.
test: everything
	@tools/run-tests build/release

check: everything
	@tools/run-tests build/release -L unit

# Breaks privacy in more than a hundred and fifty ways, one at a time: a test must notice each. Not part of `make test`.
mutants: everything
	@tools/mutants --build build/release

asan: deps
	$(call build,asan,unit_tests)
	@tools/run-tests build/asan -L unit

# Without the programs that never start a second thread, and without cases that are long on one: test/CMakeLists.txt names them.
tsan: deps
	$(call build,tsan,unit_tests)
	@$(still) tools/run-tests build/tsan -L unit

tidy: deps
	@tools/tidy

format: deps
	@git ls-files '*.cc' '*.h' | xargs clang-format -i

format-check: deps
	@git ls-files '*.cc' '*.h' | xargs clang-format --dry-run --Werror

bench: everything
	@tools/run-bench build/release

# Debian packages, into build/release/packages.
deb: deps
	$(call build,release,installed)
	@rm -rf build/release/packages
	@cd build/release && cpack -G DEB >packages.log 2>&1 || { cat packages.log; exit 1; }
	@rm -r build/release/packages/_CPack_Packages
	@ls build/release/packages/*.deb

# The API reference for C++ and Python, into build/reference.
reference: python
	@tools/reference build/release/python build/reference

clean:
	@rm -rf build
