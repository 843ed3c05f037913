# Differential tests of the reductions.
REDUCE_SEED   ?= 1
REDUCE_ROUNDS ?= 200

.PHONY: fuzz-reduce
fuzz-reduce: $(BUILD)/fuzz/fuzz_reduce $(BUILD)/fuzz/fuzz_reduce_range $(BUILD)/fuzz/fuzz_reduce_evidence ## reductions against runs, explicit search and certificates
	timeout 300 $(BUILD)/fuzz/fuzz_reduce $(REDUCE_SEED) $(REDUCE_ROUNDS)
	timeout 300 $(BUILD)/fuzz/fuzz_reduce_range $(REDUCE_SEED) 20000
	timeout 300 $(BUILD)/fuzz/fuzz_reduce_evidence $(REDUCE_SEED) $(REDUCE_ROUNDS) ic3ia
	timeout 300 $(BUILD)/fuzz/fuzz_reduce_evidence $(REDUCE_SEED) $(REDUCE_ROUNDS) ai

fuzz: fuzz-reduce
