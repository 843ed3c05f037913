BENCHMARKS ?= ../shared/benchmarks

.PHONY: bench-ts
bench-ts: all ## ic3ia, ic3qe and Spacer over the transition systems, 60 s each
	python3 bench/ts.py $(BENCHMARKS)/vmt-chc/tasks.csv --cinch $(BUILD)/cinch --jobs 2
