# The launcher is a program of its own, without the C library, and embedded.
LAUNCHER_PARTS := runtime/launch.c runtime/rules.c runtime/rules.h runtime/kernel.h src/base/sandbox.h
LAUNCHER_FLAGS := -m64 -Os -g0 -std=gnu11 -Wall -Wextra -ffreestanding -fno-stack-protector -fno-pic -fno-builtin \
                  -fno-asynchronous-unwind-tables -Wno-string-plus-int -Isrc -Iruntime
$(BUILD)/gen/launch.inc: $(LAUNCHER_PARTS)
	@mkdir -p $(@D)
	@clang-19 $(LAUNCHER_FLAGS) -c runtime/rules.c -o $(@D)/rules64.o
	@clang-19 $(LAUNCHER_FLAGS) -DRULES_32 -c runtime/rules.c -o $(@D)/rules32.o
	$(call say,GEN) clang-19 $(LAUNCHER_FLAGS) -nostdlib -static -s -Wl,--build-id=none -Wl,-z,noexecstack -o $(@D)/launch \
	    runtime/launch.c $(@D)/rules64.o $(@D)/rules32.o
	@od -An -v -tx1 $(@D)/launch | sed 's/ \(..\)/0x\1,/g' >$@
$(BUILD)/obj/base/launch.o: $(BUILD)/gen/launch.inc

# The gate of generated tests and the interface to the server of native sampling are C texts that are compiled with the program:
# they are embedded. So is the server itself, compiled for both data models: its headers take longer to read than a small program.
TEXT_TO_C = sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/'
$(BUILD)/gen/gate.inc $(BUILD)/gen/leak.inc $(BUILD)/gen/repeat.inc $(BUILD)/gen/shadow.inc: $(BUILD)/gen/%.inc: runtime/%.c
	@mkdir -p $(@D)
	$(call say,GEN) $(TEXT_TO_C) $< >$@

$(BUILD)/gen/server.inc: runtime/server.h
	@mkdir -p $(@D)
	$(call say,GEN) $(TEXT_TO_C) $< >$@

$(BUILD)/gen/steps.inc: runtime/steps.h
	@mkdir -p $(@D)
	$(call say,GEN) $(TEXT_TO_C) $< >$@

SERVER_PARTS := runtime/cell.h runtime/draw.h runtime/library.h
$(BUILD)/gen/server64.inc $(BUILD)/gen/server32.inc: $(BUILD)/gen/server%.inc: runtime/server.c runtime/own.h runtime/server.h $(SERVER_PARTS)
	@mkdir -p $(@D)
	$(call say,GEN) clang-19 -m$* -msse2 -O1 -g0 -fPIE -fno-builtin -ffp-contract=off -c $< -o $(@:.inc=.o)
	@od -An -v -tx1 $(@:.inc=.o) | sed 's/ \(..\)/0x\1,/g' >$@

$(BUILD)/gen/steps64.inc $(BUILD)/gen/steps32.inc: $(BUILD)/gen/steps%.inc: runtime/steps.c runtime/own.h runtime/steps.h runtime/motion.h $(SERVER_PARTS)
	@mkdir -p $(@D)
	$(call say,GEN) clang-19 -m$* -msse2 -O1 -g0 -fPIE -fno-builtin -ffp-contract=off -c $< -o $(@:.inc=.o)
	@od -An -v -tx1 $(@:.inc=.o) | sed 's/ \(..\)/0x\1,/g' >$@

$(BUILD)/obj/native/server.o: $(foreach s,server steps,$(foreach w,.inc 64.inc 32.inc,$(BUILD)/gen/$s$w))
$(BUILD)/obj/evidence/ctest_write.o: $(BUILD)/gen/repeat.inc
$(BUILD)/obj/evidence/ctest.o: $(BUILD)/gen/gate.inc $(BUILD)/gen/leak.inc $(BUILD)/gen/shadow.inc
