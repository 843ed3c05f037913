# The server of native sampling and the sandbox of generated tests are C texts that are compiled with the program: they are embedded.
$(BUILD)/gen/server.inc $(BUILD)/gen/sandbox.inc: $(BUILD)/gen/%.inc: runtime/%.c
	@mkdir -p $(@D)
	sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< >$@

$(BUILD)/obj/native/stubs.o: $(BUILD)/gen/server.inc
$(BUILD)/obj/evidence/ctest.o: $(BUILD)/gen/sandbox.inc
