# IC3CFA: its configurations over the integer tasks, and the fuzzer of all engines.
BENCHMARKS ?= ../shared/benchmarks

.PHONY: bench-ic3cfa fuzz-engine
bench-ic3cfa: all ## configurations A to M and the default over the integer tasks
	bench/ic3cfa.py $(BENCHMARKS)/sv-comp/tasks.csv --cinch $(BUILD)/cinch --seconds 20

fuzz-engine: $(BUILD)/fuzz/fuzz_engine ## all engines against explicit-state search on random automata
	$(BUILD)/fuzz/fuzz_engine 60
