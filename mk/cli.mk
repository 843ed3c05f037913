# What the driver needs: the embedded C library, installation, and the checks around the command line.
CFLAGS += -I$(BUILD)/gen

$(BUILD)/gen/library.inc: $(sort $(wildcard lib/*.c)) tools/embed
	@mkdir -p $(@D)
	tools/embed $(sort $(wildcard lib/*.c)) >$@

$(BUILD)/obj/frontend/library.o: $(BUILD)/gen/library.inc
