# cinch: build, test, measure. Plain `make` builds; `make help` lists the rest.
BUILD    ?= build
PREFIX   ?= /usr/local
CC       ?= cc
WARN     := -Wall -Wextra -Wshadow $(if $(CI),-Werror)
OPT      ?= -O2 -g
LLVM     := llvm-config-19
LLVM_INC := /usr/lib/llvm-19/include
CFLAGS   += -std=c11 -D_GNU_SOURCE -ffp-contract=off $(WARN) $(OPT) -Isrc -Iinclude -isystem $(LLVM_INC) -MMD -MP
LDFLAGS  += -L/usr/lib/llvm-19/lib
LDLIBS   += -lLLVM-19 -lclang-19 -lz3 -lcadical -lppl_c -lppl -lgmpxx -lmpfr -lgmp -lyaml -ljansson -lstdc++ -lm -lpthread
VERSION  := 0.1.0
CFLAGS   += -DCINCH_VERSION='"$(VERSION)"'

SOURCES  := $(sort $(wildcard src/*/*.c src/*/*/*.c src/*/*/*/*.c))
LIBRARY  := $(patsubst src/%.c,$(BUILD)/obj/%.o,$(filter-out src/cli/main.c,$(SOURCES)))
UNITS    := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
FUZZERS  := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

.PHONY: all help deps demo test unit regress asan debug fuzz bench lint format install clean
.DELETE_ON_ERROR:

all: $(BUILD)/cinch

help: ## this list
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' Makefile $(wildcard mk/*.mk)

$(BUILD)/cinch: $(BUILD)/obj/cli/main.o $(BUILD)/libcinch.a
	$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/libcinch.a: $(LIBRARY)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/obj/%.o: src/%.c | deps
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c -o $@ $<

# The reference that engines are compared with: a part of the tests alone.
REFERENCE := $(BUILD)/obj/tests/explicit.o
$(REFERENCE): tests/explicit/explicit.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests -c -o $@ $<

$(BUILD)/tests/%: tests/unit/%.c $(REFERENCE) $(BUILD)/libcinch.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests $(LDFLAGS) -o $@ $< $(REFERENCE) $(BUILD)/libcinch.a $(LDLIBS) -lcmocka

$(BUILD)/fuzz/%: tests/fuzz/%.c $(REFERENCE) $(BUILD)/libcinch.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests $(LDFLAGS) -o $@ $< $(REFERENCE) $(BUILD)/libcinch.a $(LDLIBS)

deps: ## install the Debian packages that are missing (packages.txt)
	@tools/deps

demo: all ## install, build, and verify a first program
	@tools/demo $(BUILD)/cinch

test: unit regress ## every test; what CI runs

unit: all $(UNITS) ## unit tests
	@tools/unit $(UNITS)

regress: all ## regression programs with their expected verdicts
	@tools/regress $(BUILD)/cinch

asan: ## the same tests under AddressSanitizer and UBSan
	+$(MAKE) BUILD=build/asan OPT="-O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer" test

debug: ## a build without optimization, with all checkers and a log (--log FILE); make debug DEBUG=test runs the tests with it
	+$(MAKE) BUILD=build/debug OPT="-O0 -g -DCINCH_CHECK -DCINCH_LOG" $(or $(DEBUG),all)

lint: ## clang-tidy over the sources
	clang-tidy-19 --quiet $(SOURCES) -- $(filter-out -MMD -MP,$(CFLAGS))

# Regression programs keep the form in which they failed.
FORMATTED := $(wildcard src/*/*.[ch] src/*/*/*.[ch] src/*/*/*/*.[ch] include/*.h lib/*.c runtime/*.[ch] bench/*.c \
               tests/*.h tests/unit/*.c tests/fuzz/*.c tests/explicit/*.[ch])
format: ## clang-format in place
	clang-format-19 -i $(FORMATTED)

clean: ## remove what was built
	rm -rf $(BUILD)

-include $(wildcard mk/*.mk)
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
