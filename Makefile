# cinch: build, test, measure. Plain `make` builds; `make help` lists the rest.
BUILD    ?= build
PREFIX   ?= /usr/local
CC       ?= cc
WARN     := -Wall -Wextra -Wshadow $(if $(CI),-Werror)
OPT      ?= -O2 -g
LLVM     := llvm-config-19
LLVM_INC := /usr/lib/llvm-19/include
CFLAGS   += -std=c11 -D_GNU_SOURCE -ffp-contract=off $(WARN) $(OPT) -Isrc -Iinclude -isystem $(LLVM_INC) -MMD -MP
# gold links sixty programs for the tests in a quarter of the time.
LDFLAGS  += -L/usr/lib/llvm-19/lib $(if $(shell command -v ld.gold),-fuse-ld=gold)
LDLIBS   += -lLLVM-19 -lclang-19 -lz3 -lcadical -lppl_c -lppl -lgmpxx -lmpfr -lgmp -lyaml -ljansson -lsqlite3 -lstdc++ -lm -lpthread
VERSION  := 0.1.0
# gcc 12 drops the rounding of (double)(float)x where it makes one vector of two of them.
$(BUILD)/obj/solver/%.o $(BUILD)/obj/term/%.o: CFLAGS += -fno-tree-slp-vectorize
CFLAGS   += -DCINCH_VERSION='"$(VERSION)"'

SOURCES  := $(sort $(wildcard src/*/*.c src/*/*/*.c src/*/*/*/*.c))
LIBRARY  := $(patsubst src/%.c,$(BUILD)/obj/%.o,$(filter-out src/cli/main.c,$(SOURCES)))
UNITS    := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
FUZZERS  := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

# One line a file; V=1 shows the commands. $(call say,WORD) begins a recipe line.
say = $(if $(V),,@printf '  %-7s %s\n' $(1) $@;)

.PHONY: all help deps demo test check-quick test-all unit regress checked mutate style lint lint-changed analyze asan debug fuzz fuzz-short bench results format install clean
.DELETE_ON_ERROR:

all: $(BUILD)/cinch

help: ## this list
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' Makefile $(wildcard mk/*.mk)

$(BUILD)/cinch: $(BUILD)/obj/cli/main.o $(BUILD)/libcinch.a
	$(call say,LINK) $(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/libcinch.a: $(LIBRARY)
	$(call say,AR) rm -f $@; ar rcs $@ $^

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(call say,CC) $(CC) $(CFLAGS) -c -o $@ $<

# The reference that engines are compared with: a part of the tests alone.
REFERENCE := $(BUILD)/obj/tests/explicit.o
$(REFERENCE): tests/explicit/explicit.c
	@mkdir -p $(@D)
	$(call say,CC) $(CC) $(CFLAGS) -Itests -c -o $@ $<

$(BUILD)/tests/%: tests/unit/%.c $(REFERENCE) $(BUILD)/libcinch.a
	@mkdir -p $(@D)
	$(call say,CC) $(CC) $(CFLAGS) -Itests $(LDFLAGS) -o $@ $< $(REFERENCE) $(BUILD)/libcinch.a $(LDLIBS) -lcmocka

$(BUILD)/fuzz/%: tests/fuzz/%.c $(REFERENCE) $(BUILD)/libcinch.a
	@mkdir -p $(@D)
	$(call say,CC) $(CC) $(CFLAGS) -Itests $(LDFLAGS) -o $@ $< $(REFERENCE) $(BUILD)/libcinch.a $(LDLIBS)

# All processors, unless the caller said how many jobs.
PARALLEL = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

deps: ## install the Debian packages that are missing (packages.txt)
	@tools/deps

demo: deps ## install what is missing, build with all processors, and verify a first program
	+@$(MAKE) $(PARALLEL) all
	@tools/demo $(BUILD)/cinch

# Parts of a test that are one job each: make runs as many as there are processors, those that take long first, and prints each when it
# ends. All are run, even if one fails.
PARTS         := 1 2 3 4 5 6 7 8
REGRESS_PARTS := $(PARTS:%=regress-%)
LINT_PARTS    := $(PARTS:%=lint-%)
TESTS         := checked cli hostile engines-agree fuzz-short $(REGRESS_PARTS) $(LINT_PARTS) guide goals requirement unit serve faults style papers
TOGETHER       = $(MAKE) $(PARALLEL) --no-print-directory --keep-going --output-sync=target

# The programs that this needs are installed first; make itself is asked again, since they decide what can be built.
test: deps ## every test that takes seconds or minutes, fifteen minutes in all on two processors; what CI runs
	+@$(MAKE) $(PARALLEL) all $(UNITS) $(FUZZERS)
	+@$(TOGETHER) $(TESTS)

check-quick: ## what to run before a commit, two minutes on two processors after the build: style, unit tests, every eighth regression program
	+@$(MAKE) $(PARALLEL) all $(UNITS)
	+@$(TOGETHER) regress-3 lint-changed unit serve style papers

test-all: test ## and the rest: the same under sanitizers and with all checkers, the static analyzer, long fuzzers
	+@$(MAKE) asan
	+@$(MAKE) debug DEBUG="unit regress"
	+@$(MAKE) analyze
	+@$(MAKE) fuzz

unit: all $(UNITS) ## unit tests
	@tools/unit $(UNITS)

regress: all ## regression programs with their expected verdicts
	@tools/regress $(BUILD)/cinch

$(REGRESS_PARTS): regress-%: all
	@tools/regress $(BUILD)/cinch --part $*/$(words $(PARTS)) --jobs 1

fuzz-short: all $(FUZZERS) ## every fuzzer for seconds, with a fixed seed
	@tests/fuzz/short $(BUILD)

asan: ## unit tests and regression programs under AddressSanitizer and UBSan
	+$(MAKE) BUILD=build/asan OPT="-O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer" unit regress

debug: ## a build with all checkers and a log (--log FILE); make debug DEBUG=test runs the tests with it
	+REGRESS_TIMEOUT=600 $(MAKE) BUILD=build/debug OPT="-O1 -g -fno-omit-frame-pointer -DCINCH_CHECK -DCINCH_LOG" $(or $(DEBUG),all)

# The list is fixed, and every program in it quick. Without debug information the build takes three quarters of the time; make debug has it.
checked: ## the regression programs of tests/checked in a build with all assertions and checkers
	+@$(MAKE) $(PARALLEL) --no-print-directory BUILD=build/checked OPT="-O1 -DCINCH_CHECK -DCINCH_LOG" all
	@REGRESS_TIMEOUT=600 tools/regress build/checked/cinch --jobs 1 $$(sed 's|^|tests/regress/|' tests/checked)

mutate: ## mutation testing: 200 small changes of the code that everything rests on; prints those that no test notices
	@tools/mutate

# The analyzer explores paths and takes seconds a file, the other checks a tenth of one: it is for test-all.
TIDY := clang-tidy-19 --quiet --warnings-as-errors='*' -p $(BUILD)
$(BUILD)/compile_flags.txt: Makefile
	@mkdir -p $(@D)
	@printf '%s\n' $(patsubst -I%,-I$(CURDIR)/%,$(filter-out -M% -W%,$(CFLAGS))) -w >$@

lint: ## clang-tidy over the sources, without the analyzer
	+@$(TOGETHER) $(LINT_PARTS)

$(LINT_PARTS): lint-%: $(BUILD)/gen/library.inc $(BUILD)/compile_flags.txt
	@printf '%s\n' $(SOURCES) | awk 'NR % $(words $(PARTS)) == $* - 1' | xargs -n 20 $(TIDY) 2>/dev/null && echo "lint $*: no findings"

lint-changed: $(BUILD)/gen/library.inc $(BUILD)/compile_flags.txt ## clang-tidy over the sources that differ from the last commit but one
	@git diff --name-only --diff-filter=d HEAD~1 -- $(SOURCES) | xargs -r -n 20 $(TIDY) 2>/dev/null && echo "lint: no findings"

ANALYZED := clang-analyzer-core.*,clang-analyzer-deadcode.*,clang-analyzer-unix.*
analyze: $(BUILD)/gen/library.inc $(BUILD)/compile_flags.txt ## clang's static analyzer over the sources
	@printf '%s\n' $(SOURCES) | xargs -P 2 -n 10 $(TIDY) --checks='-*,$(ANALYZED)' 2>/dev/null && echo "analyze: no findings"

style: ## clang-format, the map and the graph of the sources, names of types, code that stands twice, names in the documentation: without findings
	@clang-format-19 --dry-run -Werror $(FORMATTED)
	@tools/map --check
	@tools/folders --check
	@tools/types
	@tools/runs
	@tools/docs
	@bench/results --check
	@echo "style: no findings"

# Regression programs keep the form in which they failed.
FORMATTED := $(wildcard src/*/*.[ch] src/*/*/*.[ch] src/*/*/*/*.[ch] include/*.h lib/*.c runtime/*.[ch] bench/*.c \
               tests/*.h tests/unit/*.c tests/fuzz/*.c tests/explicit/*.[ch])
format: ## clang-format in place
	clang-format-19 -i $(FORMATTED)

results: ## bench/RESULTS.md from bench/history.csv, and the plot $(BUILD)/history.png
	@bench/results
	@mkdir -p $(BUILD)
	@bench/results --plot $(BUILD)/history.png

clean: ## remove what was built
	rm -rf $(BUILD)

-include $(wildcard mk/*.mk)
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
