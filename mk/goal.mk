# Coverage goals and dead code.
.PHONY: goals fuzz-goals
goals: all ## coverage goals: small programs, and suites against llvm-cov
	@tests/goal/run $(BUILD)/cinch

fuzz-goals: all ## random programs: coverage goals against all their runs (COUNT, SEED)
	tests/fuzz/goals.py $(BUILD)/cinch --count $(or $(COUNT),40) --seed $(or $(SEED),1) --keep $(BUILD)/goals
fuzz: fuzz-goals
