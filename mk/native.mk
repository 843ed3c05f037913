# The server of native sampling is a C text that is compiled with the program under test: it is embedded.
$(BUILD)/gen/server.inc: runtime/server.c
	@mkdir -p $(@D)
	sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< >$@

$(BUILD)/obj/native/stubs.o: $(BUILD)/gen/server.inc
