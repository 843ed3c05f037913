BENCHMARKS ?= ../shared/benchmarks
BENCH_TS ?= $(BUILD)/bench-ts

.PHONY: bench-ts bench-ts-sample
bench-ts: all ## ic3ia, ic3qe, ctigar and Spacer over the transition systems, 60 s of CPU each; goes on where it ended
	python3 bench/ts.py $(BENCHMARKS)/vmt-chc/tasks.csv --cinch $(BUILD)/cinch --out $(BENCH_TS) --jobs 2 -v

bench-ts-sample: all ## the same on every 10th system, 5 s each
	python3 bench/ts.py $(BENCHMARKS)/vmt-chc/tasks.csv --cinch $(BUILD)/cinch --out $(BENCH_TS) --every 10 --timeout 5 --jobs 2

.PHONY: fuzz-systems
fuzz: fuzz-systems
fuzz-systems: all ## random BTOR2, VMT and Horn clause systems against explicit-state search (FUZZ_SEED)
	timeout 120 python3 tests/fuzz/systems.py $(BUILD)/cinch 60 $(or $(FUZZ_SEED),1)
