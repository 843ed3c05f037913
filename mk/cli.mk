# What the driver needs: the embedded C library, installation, and the checks around the command line.
CFLAGS += -I$(BUILD)/gen

$(BUILD)/gen/library.inc: $(sort $(wildcard lib/*)) tools/embed
	@mkdir -p $(@D)
	tools/embed $(sort $(wildcard lib/*)) >$@

$(BUILD)/obj/frontend/library.o: $(BUILD)/gen/library.inc

# These tests change the rounding mode.
$(BUILD)/tests/test_library_double $(BUILD)/tests/test_library_float: CFLAGS += -frounding-math

.PHONY: fuzz-csmith
CSMITH_COUNT ?= 100
CSMITH_SEED  ?= 1
fuzz-csmith: all ## random C programs against their own execution (CSMITH_COUNT, CSMITH_SEED)
	tests/fuzz/csmith.sh $(BUILD)/cinch $(CSMITH_COUNT) $(CSMITH_SEED) $(BUILD)/csmith
