# The reading of C against execution: conformance suites, random programs that use what real ones use, a clean machine.
.PHONY: test-torture
test-torture: all ## a folder of programs that pass natively: right, wrong, unknown; DIR= TIME=10 JOBS=2 EVERY=1 OUT=results.csv
	tools/torture $(or $(DIR),$(error DIR=folder of programs)) --cinch $(BUILD)/cinch --timeout $(or $(TIME),10) --jobs $(or $(JOBS),2) \
		--every $(or $(EVERY),1) $(if $(OUT),--out $(OUT)) $(if $(VOLATILE),--volatile $(VOLATILE))
