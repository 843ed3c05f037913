AGREE_SECONDS ?= 1
engines-agree: all ## every engine on the common set of small programs (AGREE_SECONDS=1 each): no verdict may be wrong
	@bench/engines $(BUILD)/cinch --quiet --jobs 1 --timeout $(AGREE_SECONDS)

bench-portfolio: all ## the portfolio against its engines, one by one (TASKS=tasks.csv)
	@bench/portfolio $(TASKS) --cinch $(BUILD)/cinch

.PHONY: engines-agree bench-portfolio faults
faults: all ## engines killed, memory used up, an interrupt, a full disk
	@tests/faults/run $(BUILD)/cinch

.PHONY: fuzz-leap
fuzz-leap: $(BUILD)/fuzz/fuzz_leap ## leaps of counting loops against the rounds they stand for
	$(BUILD)/fuzz/fuzz_leap 60
fuzz: fuzz-leap
