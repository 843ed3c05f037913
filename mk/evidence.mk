# Evidence: mutated proofs and traces, and what checks cost on real tasks.
.PHONY: fuzz-evidence bench-evidence

fuzz: fuzz-evidence

fuzz-evidence: $(BUILD)/fuzz/fuzz_evidence ## 1000 broken certificates and 1000 broken traces, none accepted
	$(BUILD)/fuzz/fuzz_evidence $(or $(SEED),1) $(or $(WANTED),1000)

bench-evidence: all ## the core set: verdicts, levels of evidence, cost of checks; TASKS= TIME=60 JOBS=2 EVERY=1 OUT=results.csv
	bench/evidence.py $(or $(TASKS),../shared/benchmarks/sv-comp/tasks.csv) --cinch $(BUILD)/cinch --timeout $(or $(TIME),60) \
		--jobs $(or $(JOBS),2) --every $(or $(EVERY),1) $(if $(OUT),--out $(OUT)) $(foreach c,$(CATEGORY),--category $(c))

.PHONY: fuzz-cfa
fuzz: fuzz-cfa

fuzz-cfa: $(BUILD)/fuzz/fuzz_cfa ## 100,000 mutated .cfa files
	$(BUILD)/fuzz/fuzz_cfa $(or $(SEED),1) 100000

.PHONY: fuzz-inputs
fuzz: fuzz-inputs
fuzz-inputs: ## mutated files of every format that is read, under AddressSanitizer (SEED, COUNT)
	+@$(MAKE) BUILD=build/asan OPT="-O1 -g -fsanitize=address -fno-omit-frame-pointer" build/asan/fuzz/fuzz_inputs
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 build/asan/fuzz/fuzz_inputs $(or $(SEED),1) $(or $(COUNT),100000)
