# Evidence: mutated proofs and traces, and what checks cost on real tasks.
.PHONY: fuzz-evidence bench-evidence

fuzz: fuzz-evidence

fuzz-evidence: $(BUILD)/fuzz/fuzz_evidence ## 1000 broken certificates and 1000 broken traces, none accepted
	$(BUILD)/fuzz/fuzz_evidence $(or $(SEED),1) $(or $(WANTED),1000)

bench-evidence: all ## levels of evidence and its share of the time; TASKS=file.csv TIME=60 MAX=1000
	@tools/bench-evidence $(BUILD)/cinch $(or $(TASKS),../shared/benchmarks/sv-comp/tasks.csv) $(or $(TIME),60) $(or $(MAX),1000)

.PHONY: fuzz-cfa
fuzz: fuzz-cfa

fuzz-cfa: $(BUILD)/fuzz/fuzz_cfa ## 100,000 mutated .cfa files
	$(BUILD)/fuzz/fuzz_cfa $(or $(SEED),1) 100000
