# The interval solvers: fuzzing against the evaluator and blast, and its contractors one by one; and the engine in one of them.
.PHONY: fuzz-icp bench-icp bench-controllers
ICP_SEED ?= 1
fuzz-icp: $(BUILD)/fuzz/fuzz_icp $(BUILD)/fuzz/fuzz_icp_number $(BUILD)/fuzz/fuzz_icp_contract $(BUILD)/fuzz/fuzz_relax $(BUILD)/fuzz/fuzz_relax_words $(BUILD)/fuzz/fuzz_engine ## the interval solvers on random formulas, planted solutions, blast and z3 (ICP_SEED)
	timeout 600 $(BUILD)/fuzz/fuzz_icp_contract $(ICP_SEED) 2000000
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 20000
	timeout 600 $(BUILD)/fuzz/fuzz_icp_number $(ICP_SEED) 5000
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 20000 boxes
	timeout 600 $(BUILD)/fuzz/fuzz_icp $(ICP_SEED) 2000 reals/z3
	timeout 600 $(BUILD)/fuzz/fuzz_relax $(ICP_SEED) 5000
	timeout 600 $(BUILD)/fuzz/fuzz_relax_words $(ICP_SEED) 5000
	timeout 600 $(BUILD)/fuzz/fuzz_engine 60 $(ICP_SEED) icpic3
fuzz: fuzz-icp

$(BUILD)/bench/icp: bench/icp.c $(BUILD)/libcinch.a
	@mkdir -p $(@D)
	$(call say,CC) $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libcinch.a $(LDLIBS)

ICP_PROGRAMS ?= $(wildcard tests/regress/icpic3-*.c tests/common/float_*.c tests/common/double_*.c)
bench-icp: all $(BUILD)/bench/icp ## icp beside blast and z3 on queries of programs with floats (ICP_PROGRAMS), and Table I of paper 003 over goals (CONTROLLERS, GOAL_TIMEOUT)
	$(BUILD)/bench/icp $(ICP_PROGRAMS)
	bench/controllers/table.py $(BUILD)/bench/table --cinch $(BUILD)/cinch --controllers $(or $(CONTROLLERS),8) --goal-timeout $(or $(GOAL_TIMEOUT),1)
bench-controllers: all ## coverage goals of generated controllers, and how the cost grows with a program (EVERY)
	bench/controllers/run.py $(BUILD)/bench/controllers --cinch $(BUILD)/cinch --every $(or $(EVERY),1)
	bench/controllers/sound.py $(BUILD)/bench/controllers
	bench/controllers/growth.py $(BUILD)/bench/growth --cinch $(BUILD)/cinch
bench: bench-icp
