# Terms: fuzzers and the memory benchmark.
FUZZ_SEED ?= 1
TERM_ASAN := $(sort $(wildcard src/base/*.c src/term/*.c))

.PHONY: fuzz-term fuzz-float fuzz-smtlib fuzz-portable bench-term

fuzz-term: $(BUILD)/fuzz/fuzz_term ## random terms: constructors against the evaluator, print and parse
	$< 20000 $(FUZZ_SEED)

fuzz-float: $(BUILD)/fuzz/fuzz_float ## a million random float operations against MPFR and the processor
	$< 1000000 $(FUZZ_SEED)

$(BUILD)/asan-fuzz/%: tests/fuzz/%.c $(TERM_ASAN) $(wildcard src/term/*.h src/term/*.def)
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE $(WARN) -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -Isrc -Itests \
	  -o $@ $< $(TERM_ASAN) -lmpfr -lgmp -lm

fuzz-smtlib: $(BUILD)/asan-fuzz/fuzz_term_smtlib ## 100,000 mutated SMT-LIB texts under AddressSanitizer
	$< 100000 $(FUZZ_SEED)

fuzz-portable: $(BUILD)/fuzz/fuzz_term_portable ## portable SMT-LIB: z3 and cvc5 confirm the evaluator's values
	$< 3000 $(FUZZ_SEED) z3 -in
	$< 3000 $(FUZZ_SEED) cvc5 --lang smt2 --incremental --fp-exp

fuzz: fuzz-term fuzz-float fuzz-smtlib fuzz-portable

$(BUILD)/bench/%: bench/%.c $(BUILD)/libcinch.a
	@mkdir -p $(@D)
	$(call say,CC) $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libcinch.a $(LDLIBS)

bench-term: $(BUILD)/bench/bench_term ## ten million distinct terms; fails above 1 GiB
	$<
