# The icp solver: fuzzing against the evaluator and blast.
.PHONY: fuzz-icp
ICP_SEED ?= 1
fuzz-icp: $(BUILD)/fuzz/fuzz_icp ## the icp solver on random float formulas, planted solutions and blast (ICP_SEED)
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 20000
fuzz: fuzz-icp
