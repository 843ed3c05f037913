# IC3CFA's configurations over the integer tasks: make bench-ic3cfa SUITE=path/to/sv-comp/tasks.csv
SUITE ?= benchmarks/sv-comp/tasks.csv

.PHONY: bench-ic3cfa fuzz-engine
bench-ic3cfa: all ## configurations A to M and the default over the integer tasks (SUITE=tasks.csv)
	bench/ic3cfa.py $(SUITE) --timeout 20

fuzz-engine: $(BUILD)/fuzz/fuzz_engine ## all engines against explicit-state search on random automata
	$(BUILD)/fuzz/fuzz_engine 60
