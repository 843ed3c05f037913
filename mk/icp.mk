# The interval solvers: fuzzing against the evaluator and blast, and its contractors one by one.
.PHONY: fuzz-icp
ICP_SEED ?= 1
fuzz-icp: $(BUILD)/fuzz/fuzz_icp $(BUILD)/fuzz/fuzz_icp_contract $(BUILD)/fuzz/fuzz_relax ## the interval solvers on random float formulas, planted solutions and blast (ICP_SEED)
	timeout 600 $(BUILD)/fuzz/fuzz_icp_contract $(ICP_SEED) 2000000
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 20000
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 20000 boxes
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 2000 reals/z3
	timeout 600 $(BUILD)/fuzz/fuzz_relax $(ICP_SEED) 5000
fuzz: fuzz-icp
