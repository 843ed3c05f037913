# The reading of C against execution: conformance suites, random programs that use what real ones use, a clean machine.
.PHONY: test-torture
test-torture: all ## a folder of programs that pass natively: right, wrong, unknown; DIR= TIME=10 JOBS=2 EVERY=1 OUT=results.csv
	tools/torture $(or $(DIR),$(error DIR=folder of programs)) --cinch $(BUILD)/cinch --timeout $(or $(TIME),10) --jobs $(or $(JOBS),2) \
		--every $(or $(EVERY),1) $(if $(CPU),--cpu) $(if $(OUT),--out $(OUT)) $(if $(VOLATILE),--volatile $(VOLATILE))

.PHONY: fuzz-partial fuzz-model test-fresh
fuzz-partial: $(BUILD)/fuzz/fuzz_partial ## evaluation with open bits: what is called known is so, however they are chosen
	$< 20000 $(or $(SEED),1)
fuzz: fuzz-partial

fuzz-model: all ## random C programs that use what real ones use, against their own execution; COUNT=200 SEED=1 TIME=5 JOBS=1 BATCH=50 EVERY=8
	tests/fuzz/model.py $(BUILD)/cinch $(or $(COUNT),200) $(or $(SEED),1) --timeout $(or $(TIME),5) --jobs $(or $(JOBS),1) --batch $(or $(BATCH),50) --verify-every $(or $(EVERY),8) --keep $(BUILD)/model
fuzz: fuzz-model

.PHONY: fuzz-memory
fuzz-memory: all ## random programs with pointers, lists and buffers, against the sanitizers; COUNT=100 SEED=1 BATCH=20
	tests/fuzz/memory.py $(BUILD)/cinch $(or $(COUNT),100) $(or $(SEED),1) --batch $(or $(BATCH),20) --keep $(BUILD)/memory
fuzz: fuzz-memory

test-fresh: ## make demo and make test in a clean Debian 12, as a plain user (as root)
	tools/fresh
