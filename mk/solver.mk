# Solvers: fuzzing against each other and the evaluator, and the stream of IC3's queries.
.PHONY: fuzz-solver bench-solver
FUZZ_SEED ?= 1

fuzz-solver: $(BUILD)/fuzz/fuzz_sat $(BUILD)/fuzz/fuzz_interpolate $(BUILD)/fuzz/fuzz_solver $(BUILD)/fuzz/fuzz_solver_float ## our SAT solver and CaDiCaL on random clauses; blast, z3 and the evaluator on random terms (FUZZ_SEED)
	$(BUILD)/fuzz/fuzz_sat $(FUZZ_SEED) 3000
	$(BUILD)/fuzz/fuzz_interpolate $(FUZZ_SEED) 5000
	$(BUILD)/fuzz/fuzz_solver_float $(FUZZ_SEED) 2048
	$(BUILD)/fuzz/fuzz_solver $(FUZZ_SEED) 100000 5
fuzz: fuzz-solver

$(BUILD)/bench/solver: bench/solver.c $(BUILD)/libcinch.a
	@mkdir -p $(@D)
	$(call say,CC) $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libcinch.a $(LDLIBS)

bench-solver: $(BUILD)/bench/solver ## blast against z3 on a stream of small incremental queries as IC3 makes them
	$(BUILD)/bench/solver 5000
bench: bench-solver
