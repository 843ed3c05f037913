# Requirements of step functions: monitors against their meaning, and programs with published requirements.
.PHONY: fuzz-requirement bench-requirements
fuzz: fuzz-requirement
fuzz-requirement: $(BUILD)/fuzz/fuzz_requirement ## monitors of random requirements against their meaning, on random runs (PAIRS, SEED)
	$(BUILD)/fuzz/fuzz_requirement $(or $(PAIRS),100000) $(or $(SEED),1)

bench-requirements: all ## bench/requirements: requirements and dead code, each program for LIMIT seconds
	bench/requirements/run $(BUILD)/cinch --limit $(or $(LIMIT),300)

.PHONY: requirement
requirement: all ## requirements of step functions: planted violations, vacuity, assumptions, messages
	@tests/requirement/run $(BUILD)/cinch
