/* Before the text of a generated test where cinch runs it: the test says how it ended by the
 * channel, and not by its exit status and a printed line, which are the program's own.
 *
 * The filter of system calls, which was there before the program, lets one instruction use the
 * channel: the first of this section. No function of the C library is called on the way: the
 * program may define one of the same name. */
#define _GNU_SOURCE 1
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
__asm__(".pushsection " CINCH_OWN_PREFIX "gate,\"ax\",@progbits\n"
        "1:  syscall\n"
        "    ret\n"
        "test_gate:\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    mov %rdx, %rsi\n"
        "    mov %rcx, %rdx\n"
        "    mov %r8, %r10\n"
        "    jmp 1b\n"
        ".popsection\n");
#else
__asm__(".pushsection " CINCH_OWN_PREFIX "gate,\"ax\",@progbits\n"
        "1:  int $0x80\n"
        "    pop %esi\n"
        "    pop %ebx\n"
        "    ret\n"
        "test_gate:\n"
        "    push %ebx\n"
        "    push %esi\n"
        "    mov 12(%esp), %eax\n"
        "    mov 16(%esp), %ebx\n"
        "    mov 20(%esp), %ecx\n"
        "    mov 24(%esp), %edx\n"
        "    mov 28(%esp), %esi\n"
        "    jmp 1b\n"
        ".popsection\n");
#endif
extern long test_gate(long number, long a, long b, long c, long d)
    __attribute__((visibility("hidden")));

__attribute__((no_sanitize("address"))) static void test_tells(unsigned kind, unsigned value) {
    unsigned record[2];
    record[0] = kind;
    record[1] = value;
    test_gate(SYS_write, SANDBOX_CHANNEL, (long)record, sizeof record, 0);
}

__attribute__((no_sanitize("address"))) static void test_stops(int status) {
    test_tells(SANDBOX_END, (unsigned)status);
    for (;;) test_gate(SYS_exit_group, status, 0, 0, 0);
}

/* The kernel wants one, for handlers that return. */
__attribute__((unused)) static void test_returns(void) { __builtin_trap(); }

/* A handler that the program can neither replace nor ask for. It does not return. */
__attribute__((no_sanitize("address"), unused)) static void test_handles(
    int number, void (*handler)(int, siginfo_t *, void *)) {
    struct {
        void (*handler)(int, siginfo_t *, void *);
        unsigned long flags;
        void (*restorer)(void);
        unsigned long long mask;
    } act = {handler, SA_ONSTACK | SA_SIGINFO | 0x04000000 /* SA_RESTORER */, test_returns, 0};
    test_gate(SYS_rt_sigaction, number, (long)&act, 0, 8);
}

/* The same for what a test does itself: a program could have other inputs by its own memcpy, or
 * another error by its own strstr. Accesses here are checked like those of the program. */
__attribute__((unused)) static void *test_copies(void *to, const void *from, size_t size) {
    for (size_t i = 0; i < size; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}
__attribute__((unused)) static void *test_fills(void *to, int byte, size_t size) {
    for (size_t i = 0; i < size; i++) ((volatile char *)to)[i] = (char)byte;
    return to;
}
__attribute__((unused)) static size_t test_measures(const volatile char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}
__attribute__((unused)) static const char *test_finds(const char *in, const char *word) {
    for (; *in; in++) {
        size_t n = 0;
        while (word[n] && in[n] == word[n]) n++;
        if (!word[n]) return in;
    }
    return NULL;
}

#define memcpy test_copies
#define memset test_fills
#define strlen test_measures
#define strstr test_finds
#define _exit test_stops
#define fflush(file) ((void)0)
#define fprintf(...) ((void)0)
