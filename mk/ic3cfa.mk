# IC3CFA: its configurations over the integer tasks, its memory over time, and the fuzzer of all engines.
BENCHMARKS ?= ../shared/benchmarks

.PHONY: bench-ic3cfa bench-ic3cfa-memory fuzz-engine
bench-ic3cfa: all ## configurations A to M and the default over the integer tasks
	bench/ic3cfa.py $(BENCHMARKS)/sv-comp/tasks.csv --cinch $(BUILD)/cinch --seconds 20

bench-ic3cfa-memory: all ## 10 minutes of CPU time on the task whose memory grows most
	bench/ic3cfa_memory.py --cinch $(BUILD)/cinch $(BENCHMARKS)/sv-comp/ntdrivers/parport.i.cil-2.c

fuzz-engine: $(BUILD)/fuzz/fuzz_engine ## all engines against explicit-state search on random automata
	$(BUILD)/fuzz/fuzz_engine 60
