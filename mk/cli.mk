# What the driver needs: the embedded C library, installation, and the checks around the command line.
CFLAGS += -I$(BUILD)/gen

$(BUILD)/gen/library.inc: $(sort $(wildcard lib/*)) src/frontend/clang.def tools/embed
	@mkdir -p $(@D)
	$(call say,GEN) tools/embed $(sort $(wildcard lib/*)) >$@

$(BUILD)/obj/frontend/library.o: $(BUILD)/gen/library.inc

# These tests change the rounding mode.
$(BUILD)/tests/test_library_double $(BUILD)/tests/test_library_float: CFLAGS += -frounding-math

.PHONY: fuzz-csmith
CSMITH_COUNT ?= 100
CSMITH_SEED  ?= 1
fuzz-csmith: all ## random C programs against their own execution (CSMITH_COUNT, CSMITH_SEED)
	tests/fuzz/csmith.sh $(BUILD)/cinch $(CSMITH_COUNT) $(CSMITH_SEED) $(BUILD)/csmith

fuzz: fuzz-csmith ## every fuzzer, bounded

DESTDIR ?=
install: all ## install under PREFIX (default /usr/local): program, library, header, man page, pkg-config
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(BUILD)/cinch $(DESTDIR)$(PREFIX)/bin/cinch
	install -m 644 $(BUILD)/libcinch.a $(DESTDIR)$(PREFIX)/lib/libcinch.a
	install -m 644 include/cinch.h $(DESTDIR)$(PREFIX)/include/cinch.h
	$(BUILD)/cinch help man >$(DESTDIR)$(PREFIX)/share/man/man1/cinch.1
	install -d $(DESTDIR)$(PREFIX)/share/man/man3 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	    $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 644 include/libcinch.3 $(DESTDIR)$(PREFIX)/share/man/man3/libcinch.3
	$(BUILD)/cinch help bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/cinch
	$(BUILD)/cinch help zsh >$(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_cinch
	$(BUILD)/cinch help fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/cinch.fish
	printf '%s\n' 'prefix=$(PREFIX)' 'Name: cinch' 'Description: software model checker for C' 'Version: $(VERSION)' \
	    'Cflags: -I$${prefix}/include' 'Libs: -L$${prefix}/lib -lcinch $(filter -L%,$(LDFLAGS)) $(LDLIBS)' >$(DESTDIR)$(PREFIX)/lib/pkgconfig/cinch.pc

.PHONY: deb test-deb
deb: all ## Debian packages cinch and libcinch-dev in $(BUILD)/deb
	@tools/deb $(BUILD) $(BUILD)/deb

test-deb: deb ## the packages installed with apt on a clean Debian 12 (root): verify and deadcode there
	@tools/deb-test $(BUILD)/deb examples

.PHONY: bench-read
bench-read: all ## read all C tasks to the reduced automaton: how many, why not, time, memory, ratios
	bench/read.py $(BENCHMARKS)/sv-comp/tasks.csv --cinch $(BUILD)/cinch --jobs 2
bench: bench-read ## everything that is measured

.PHONY: cli
cli: all ## the command line: typos, odd files, signals, full disk
	@tests/cli/run $(BUILD)/cinch

.PHONY: serve
serve: all ## the servers, by a scripted editor and a scripted agent
	@tests/serve/run $(BUILD)/cinch

.PHONY: guide
guide: all ## every command of docs/guide.md, with its output
	@tests/guide/run $(BUILD)/cinch
	@tests/browser/pictures $(BUILD)/cinch $(BUILD)/pictures

.PHONY: test-slurm
test-slurm: all ## batches on a real Slurm of one machine (root; packages slurm-wlm and munge)
	tests/slurm/cluster tests/slurm/run $(BUILD)/cinch

.PHONY: fuzz-library
fuzz-library: all ## the models of lib/ against the C library, in both data models (COUNT calls a function, SEED)
	tests/fuzz/library.py $(BUILD)/cinch --count $(or $(COUNT),10000) --seed $(or $(SEED),1) --keep $(BUILD)/library
fuzz: fuzz-library

.PHONY: fuzz-termination
fuzz-termination: all ## random C programs with few states: termination against a search over all states; changed certificates
	tests/fuzz/termination.py $(BUILD)/cinch 1000 1 --keep $(BUILD)
	tests/fuzz/termination_certificates.py $(BUILD)/cinch 1000 1
	tests/fuzz/justice.py $(BUILD)/cinch 300 1 --keep $(BUILD)

.PHONY: fuzz-verdicts
fuzz-verdicts: all ## random C programs: verdicts against runs on all inputs
	tests/fuzz/verdicts.py $(BUILD)/cinch 300 1000 --keep $(BUILD)
	tests/fuzz/verdicts.py $(BUILD)/cinch 200 1 --recursive --keep $(BUILD)
	tests/fuzz/verdicts.py $(BUILD)/cinch 100 1 --floats --keep $(BUILD)

.PHONY: fuzz-procedures
fuzz: fuzz-procedures
fuzz-procedures: all ## random programs of several procedures: verdicts by summaries against runs on all inputs (COUNT, SEED)
	tests/fuzz/procedures.py $(BUILD)/cinch $(or $(COUNT),100) $(or $(SEED),1) --keep $(BUILD)

.PHONY: fuzz-stdio
fuzz: fuzz-stdio
fuzz-stdio: all ## random formats and arguments: the C library of this machine against its models (CALLS, SEED)
	tests/fuzz/formats.py $(BUILD)/cinch $(or $(CALLS),2000) $(or $(SEED),1)

.PHONY: hostile
hostile: all ## programs and files of a stranger: nothing forged, nothing read or written that is not theirs
	@tests/hostile/run $(BUILD)/cinch
