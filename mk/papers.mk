# The tables and figures of papers 000, 001 and 002, into bench/papers/. Runs that are there are not repeated; PAPERS_EVERY and
# PAPERS_SECONDS choose a sample (all tasks of 60 CPU seconds take days).
BENCHMARKS ?= ../shared/benchmarks
PAPERS_EVERY ?= 1
PAPERS_SECONDS ?= 60
PAPERS_JOBS ?= 1
PAPERS_RUNS := $(BUILD)/bench-papers
PAPERS_ENGINES := ic3ia+config=paper,ic3ia,ic3qe,ctigar,spacer,ic3ia+config=paper+ia-minimize
PAPERS_MINED := ic3ia+config=paper+ia-mine=program,ctigar+ia-mine=program

.PHONY: bench-papers
bench-papers: all ## tables and figures of papers 000 to 002 with our rows, into bench/papers (PAPERS_EVERY, PAPERS_SECONDS)
	mkdir -p $(PAPERS_RUNS)/programs $(PAPERS_RUNS)/systems
	for x in programs systems; do [ -e $(PAPERS_RUNS)/$$x/results.csv ] || cp bench/papers/runs-$$x.csv $(PAPERS_RUNS)/$$x/results.csv || true; done
	-bench/ic3cfa.py $(BENCHMARKS)/sv-comp/tasks.csv --cinch $(BUILD)/cinch --seconds $(PAPERS_SECONDS) --every $(PAPERS_EVERY) \
	  --jobs $(PAPERS_JOBS) --out $(PAPERS_RUNS)/programs --no-figures
	-python3 bench/ts.py $(BENCHMARKS)/vmt-chc/tasks.csv --cinch $(BUILD)/cinch --timeout $(PAPERS_SECONDS) --every $(PAPERS_EVERY) \
	  --jobs $(PAPERS_JOBS) --out $(PAPERS_RUNS)/systems --no-figures --engines $(PAPERS_ENGINES)
	-python3 bench/ts.py $(BENCHMARKS)/vmt-chc/tasks.csv --cinch $(BUILD)/cinch --timeout $(PAPERS_SECONDS) --every $(PAPERS_EVERY) \
	  --jobs $(PAPERS_JOBS) --out $(PAPERS_RUNS)/systems --no-figures --group ctigar --engines $(PAPERS_MINED)
	bench/papers.py bench/papers --programs $(PAPERS_RUNS)/programs/results.csv --systems $(PAPERS_RUNS)/systems/results.csv
