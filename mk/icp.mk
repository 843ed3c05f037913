# The interval solvers: fuzzing against the evaluator and blast, and its contractors one by one; and the engine in one of them.
.PHONY: fuzz-icp bench-icp
ICP_SEED ?= 1
fuzz-icp: $(BUILD)/fuzz/fuzz_icp $(BUILD)/fuzz/fuzz_icp_contract $(BUILD)/fuzz/fuzz_relax $(BUILD)/fuzz/fuzz_relax_words $(BUILD)/fuzz/fuzz_engine ## the interval solvers on random float formulas, planted solutions and blast (ICP_SEED)
	timeout 600 $(BUILD)/fuzz/fuzz_icp_contract $(ICP_SEED) 2000000
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 20000
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 20000 boxes
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 2000 reals/z3
	timeout 600 $(BUILD)/fuzz/fuzz_relax $(ICP_SEED) 5000
	timeout 600 $(BUILD)/fuzz/fuzz_relax_words $(ICP_SEED) 5000
	timeout 600 $(BUILD)/fuzz/fuzz_engine 60 $(ICP_SEED) icpic3
fuzz: fuzz-icp

$(BUILD)/bench/icp: bench/icp.c $(BUILD)/libcinch.a
	@mkdir -p $(@D)
	$(call say,CC) $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libcinch.a $(LDLIBS)

ICP_PROGRAMS ?= $(wildcard tests/regress/icpic3-*.c tests/common/float_*.c tests/common/double_*.c)
bench-icp: $(BUILD)/bench/icp ## icp beside blast and z3 on the queries of programs with floats (ICP_PROGRAMS)
	$(BUILD)/bench/icp $(ICP_PROGRAMS)
bench: bench-icp
