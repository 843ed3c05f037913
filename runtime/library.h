/* Functions that a program under test may call, as both servers have them. Text that is included;
 * `leave` and END_PASSES come from the server's own header. */
#include <stdio.h>
#include <string.h>

void __VERIFIER_assume(int holds) {
    if (!holds) leave(END_PASSES);
}
_Noreturn void abort(void) { leave(END_PASSES); }
_Noreturn void exit(int status) {
    (void)status;
    leave(END_PASSES);
}
_Noreturn void _Exit(int status) { exit(status); }
void *__libc_malloc(size_t size);
void *malloc(size_t size) { /* zero like all that is not initialized */
    void *block = __libc_malloc(size);
    return block ? memset(block, 0, size) : NULL;
}
int printf(const char *format, ...) { return (void)format, 0; }
int fprintf(FILE *file, const char *format, ...) { return (void)file, (void)format, 0; }
int puts(const char *s) { return (void)s, 0; }
int fputs(const char *s, FILE *file) { return (void)s, (void)file, 0; }
int putchar(int c) { return c; }
int fputc(int c, FILE *file) { return (void)file, c; }
int fflush(FILE *file) { return (void)file, 0; }
