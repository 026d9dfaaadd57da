# Everything a user or developer needs is a target here; each sets up what it needs by itself.
.DEFAULT_GOAL := help
SHELL := /bin/bash
JOBS ?= $(shell nproc)
# Tests run side by side: their threads must not wait long for each other (apps/trunnion/short_waits.h).
export GOMP_SPINCOUNT ?= 3000
EXAMPLE ?= examples/cranktrain/cranktrain.toml
EXAMPLE_OPTIONS ?= $(shell cat $(dir $(EXAMPLE))quick 2>/dev/null)

.PHONY: help setup build demo docs pages test asan ubsan coverage format format-check lint layers examples determinism fuzz bench bench-compare bench-fe-modes bench-sweep bench-reduction bench-multibody bench-contact bench-cranktrain bench-engine bench-rolling bench-press-fit bench-lcp bench-gears bench-film soak package package-test verify ci clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

setup:
	@tools/setup build

setup-test:
	@tools/setup test

build/CMakeCache.txt: | setup
	@cmake --preset release -DTRUNNION_BENCHMARKS=ON >build.log 2>&1 || (cat build.log; rm -f build/CMakeCache.txt; exit 1)
	@rm -f build.log

build: setup build/CMakeCache.txt  ## install what is missing, build the program (build/bin/trunnion) and the Python package
	@cmake --build build -j $(JOBS) --target trunnion_app trunnion_python

demo: build  ## run the showcase example and say where its report is
	@build/bin/trunnion run $(EXAMPLE) $(EXAMPLE_OPTIONS)
	@echo " report      out/$(basename $(notdir $(EXAMPLE)))/report.html"

test: setup-test build/CMakeCache.txt  ## install what is missing, build and run all tests
	@cmake --build build -j $(JOBS)
	@ctest --test-dir build -j $(JOBS) --output-on-failure

asan: setup-test  ## all tests under the address sanitizer
	@cmake --preset asan
	@cmake --build build-asan -j $(JOBS)
	@ctest --test-dir build-asan -j $(JOBS) --output-on-failure

ubsan: setup-test  ## tests of what reads users' files under the address and undefined-behavior sanitizers
	@cmake --preset ubsan
	@cmake --build build-ubsan -j $(JOBS)
	@UBSAN_OPTIONS=halt_on_error=1 ctest --test-dir build-ubsan -j $(JOBS) --output-on-failure

FUZZ_SECONDS ?= 60
fuzz: setup-test  ## run every fuzzer for FUZZ_SECONDS (60) under the sanitizers
	@cmake --preset ubsan && cmake --build build-ubsan -j $(JOBS) --target fuzzers
	@cmake --preset asan && cmake --build build-asan -j $(JOBS) --target fuzzers
	@export UBSAN_OPTIONS=halt_on_error=1; for fuzzer in build-asan/bin/fuzz_*; do \
	  name=$$(basename $$fuzzer); echo "== $$name"; \
	  build=build-ubsan; [ -x $$build/bin/$$name ] || build=build-asan; \
	  (cd $$build && bin/$$name $(FUZZ_SECONDS)) || exit 1; done

coverage: setup-test  ## all tests on a build that counts what runs; writes docs/coverage.md (an hour)
	@cmake --preset coverage
	@cmake --build build-coverage -j $(JOBS)
	@find build-coverage -name '*.gcda' -delete
	@ctest --test-dir build-coverage -j $(JOBS) --timeout 3000 --output-on-failure; failed=$$?; \
	  tools/coverage build-coverage docs/coverage.md && exit $$failed

format: setup-test  ## format the sources in place
	@git ls-files '*.h' '*.cpp' | xargs clang-format -i

format-check: setup-test
	@git ls-files '*.h' '*.cpp' | xargs clang-format --dry-run --Werror

lint: setup-test build/CMakeCache.txt  ## clang-tidy on the sources of the last commit (LINT_BASE=rev, LINT_ALL=1 for more)
	@tools/lint

FIREFOX_PAGES ?= cantilever slider-crank rotor gear-pair thrust-bearing
pages: examples setup-test  ## run all examples and use their pages in Chromium, some (FIREFOX_PAGES) in Firefox too
	@tools/check_pages.mjs build/examples/*/
	@timeout 300 tools/check_firefox $(FIREFOX_PAGES:%=build/examples/%/)

docs: setup-test  ## the documentation as a site: build/site/index.html
	@mkdir -p build && mkdocs build --quiet --strict --config-file mkdocs.yml --site-dir $(CURDIR)/build/site

layers:  ## check that a folder includes only folders above it
	@tools/check_layers

examples: build  ## run all examples at their quick size
	@tools/run_examples

determinism: examples  ## run all examples again, then on one thread, and compare their numbers
	@tools/run_examples again
	@tools/run_examples one-core

package: setup build/CMakeCache.txt  ## Debian packages in build/: the program, and its library for developers
	@cmake --build build -j $(JOBS) --target trunnion trunnion_app
	@cd build && cpack -G DEB

package-test: package  ## install the package on a clean Debian 12 (debootstrap, as root), use it, remove it
	@tools/package_test build/trunnion_*.deb

verify: setup-test build/CMakeCache.txt  ## run the tests and rewrite docs/verification.md from the errors they measured
	@cmake --build build -j $(JOBS)
	@rm -rf build/verification
	@TRUNNION_VERIFICATION=$(CURDIR)/build/verification ctest --test-dir build -j $(JOBS) --output-on-failure
	@tools/verify build/verification docs/verification.md

BENCH ?= fe-modes reduction multibody contact lcp gears film rolling press-fit cranktrain engine sweep
bench:  ## all benchmarks, each with its page, one after the other (BENCH="film lcp" for some), and ratios against stored ones
	@missed=""; for one in $(BENCH); do $(MAKE) --no-print-directory bench-$$one || missed="$$missed $$one"; done; \
	benchmarks/compare || missed="$$missed compare"; \
	if [ -n "$$missed" ]; then echo "bench: failed:$$missed" >&2; exit 1; fi

BENCH_SIZES ?= 10,30,100,300
bench-fe-modes: setup-test build/CMakeCache.txt  ## eigenmodes against CalculiX in one run; BENCH_SIZES=10,30 is small
	@cmake --build build -j $(JOBS) --target bench_fe_modes
	@benchmarks/run --sizes $(BENCH_SIZES) --write docs/performance.md

bench-sweep: build  ## a sweep in one process and in two
	@benchmarks/run_sweep --write docs/performance-sweep.md

bench-compare:  ## ratios of the benchmarks that were run against the stored ones: a warning where one is 15 % worse
	@benchmarks/compare

REDUCTION_SIZES ?= bar-7,bar-10,hub-80,bar-16,hub-300
bench-reduction: setup-test build/CMakeCache.txt  ## reductions against their bare cost and CalculiX; REDUCTION_SIZES=bar-7 is small
	@cmake --build build -j $(JOBS) --target bench_reduction
	@benchmarks/run_reduction --sizes $(REDUCTION_SIZES) --write docs/performance-reduction.md

bench-contact: setup build/CMakeCache.txt  ## contact points solved for directly against their differential equations
	@cmake --build build -j $(JOBS) --target bench_contact
	@benchmarks/run-contact --write docs/performance-contact.md

bench-multibody: setup build/CMakeCache.txt  ## cost of a time step against bodies and modes
	@cmake --build build -j $(JOBS) --target bench_multibody
	@benchmarks/run-multibody --write docs/performance-multibody.md

bench-lcp: setup-test build/CMakeCache.txt  ## complementarity problems against Siconos
	@cmake --build build -j $(JOBS) --target bench_lcp
	@benchmarks/run_lcp --write docs/performance-lcp.md

bench-gears: setup-test build  ## gears on one core: compliance, tooth cycle, three dimensions, a run-up; solver against Siconos
	@cmake --build build -j $(JOBS) --target bench_lcp
	@benchmarks/run_gears --write docs/performance-gears.md

bench-film: setup build/CMakeCache.txt  ## oil films over grid sizes, Newton against over-relaxation
	@cmake --build build -j $(JOBS) --target bench_film
	@benchmarks/run_film --write docs/performance-film.md

bench-cranktrain: build  ## the cranktrain on one core: times, and where they go
	@benchmarks/run_cranktrain --write docs/performance-cranktrain.md

bench-engine: build  ## the engine on two thrust bearings on one core: five cycles, couplings and interpolations
	@benchmarks/run_engine --write docs/performance-engine.md

PRESS_FIT_LEVELS ?= 1,2,3
bench-press-fit: setup-test build  ## the press fit on one core, against its full mesh and CalculiX; PRESS_FIT_LEVELS=1 is small
	@benchmarks/run_press_fit --levels $(PRESS_FIT_LEVELS) --write docs/performance-press-fit.md

bench-rolling: build  ## the ball-by-ball bearing on one core: laws of contact, number of balls
	@benchmarks/run_ball_bearing --write docs/performance-rolling.md

SOAK ?= fuzz kills cranktrain reduction
soak: setup-test build/CMakeCache.txt  ## hours of mutated inputs, kills, engine cycles and reductions (tools/soak says what), into docs/soak.md
	@cmake --build build -j $(JOBS) --target trunnion_app fuzzers test_run test_faults bench_reduction
	@tools/soak $(SOAK)

ci:  ## what decides whether a change lands
	@.ci/run

clean:
	@rm -rf build build-debug build-asan build-ubsan build-coverage
