# The tables and figures of papers 000, 001 and 002, into bench/papers/. Runs that are there are not repeated; PAPERS_EVERY and
# PAPERS_SECONDS choose a sample: every fourth task at 3 CPU seconds takes half an hour of CPU, all tasks at 60 take days. Of the
# transition systems PAPERS_SYSTEMS has group:every, so that small groups are whole and large ones as many.
BENCHMARKS ?= ../shared/benchmarks
PAPERS_EVERY ?= 4
PAPERS_SECONDS ?= 3
PAPERS_JOBS ?= 1
PAPERS_SYSTEMS ?= cav12:1 bv:3 lustre:7 ctigar:1
PAPERS_RUNS := $(BUILD)/bench-papers
PAPERS_ENGINES := ic3ia+config=paper,ic3ia,ic3qe,ctigar,spacer,ic3ia+config=paper+ia-minimize
PAPERS_MINED := ic3ia+config=paper+ia-mine=program,ctigar+ia-mine=program

.PHONY: bench-papers bench-others
bench-others: all ## other tools that are on the PATH, on the same tasks with the same limits (PAPERS_EVERY, PAPERS_SECONDS)
	mkdir -p $(PAPERS_RUNS)
	for x in sv-comp vmt-chc; do bench/others $(BENCHMARKS)/$$x/tasks.csv --cinch $(BUILD)/cinch --every $(PAPERS_EVERY) \
	  --seconds $(PAPERS_SECONDS) --out $(PAPERS_RUNS)/others-$$x.csv; done

bench-papers: all ## tables and figures of papers 000 to 002 with our rows, into bench/papers (PAPERS_EVERY, PAPERS_SECONDS)
	mkdir -p $(PAPERS_RUNS)/programs $(PAPERS_RUNS)/systems
	for x in programs systems; do [ -e $(PAPERS_RUNS)/$$x/results.csv ] || cp bench/papers/runs-$$x.csv $(PAPERS_RUNS)/$$x/results.csv || true; done
	-bench/ic3cfa.py $(BENCHMARKS)/sv-comp/tasks.csv --cinch $(BUILD)/cinch --seconds $(PAPERS_SECONDS) --every $(PAPERS_EVERY) \
	  --jobs $(PAPERS_JOBS) --out $(PAPERS_RUNS)/programs --no-figures
	-for x in $(PAPERS_SYSTEMS); do python3 bench/ts.py $(BENCHMARKS)/vmt-chc/tasks.csv --cinch $(BUILD)/cinch --timeout $(PAPERS_SECONDS) \
	  --group $${x%:*} --every $${x#*:} --jobs $(PAPERS_JOBS) --out $(PAPERS_RUNS)/systems --no-figures \
	  --engines $(PAPERS_ENGINES)$$([ $${x%:*} != ctigar ] || echo ,$(PAPERS_MINED)); done
	bench/papers.py bench/papers --programs $(PAPERS_RUNS)/programs/results.csv --systems $(PAPERS_RUNS)/systems/results.csv

.PHONY: papers
papers: ## the rule by which the pages of the papers judge
	@tests/papers/run
