/* unistd.h and its neighbours: what a process is told by its system. */
typedef __SIZE_TYPE__ size;
typedef __PTRDIFF_TYPE__ offset;
typedef unsigned char byte;

void __VERIFIER_assume(int);
int __cinch_input_int_getpid(void), __cinch_input_int_getppid(void), __cinch_input_int_getuid(void);
int __cinch_input_int_open(void), __cinch_input_int_close(void), __cinch_input_int_isatty(void),
    __cinch_input_int_gethostname(void);
int __cinch_input_int_sleep(void);
offset __cinch_input_offset_read(void), __cinch_input_offset_lseek(void);
int __cinch_over_int(void);
byte __cinch_over_byte(void), __cinch_input_char_read(void), __cinch_input_char_gethostname(void);

/* ---- who we are: the same answer each time ---- */
int getpid(void) {
    static int id;
    if (!id) id = __cinch_input_int_getpid();
    __VERIFIER_assume(id > 0);
    return id;
}

/* A parent that ends leaves its place to another. */
int getppid(void) {
    int id = __cinch_input_int_getppid();
    __VERIFIER_assume(id >= 0);
    return id;
}

/* Users and groups, until one of the functions that change them is called. Not static: code that is
 * not seen may do it. */
typedef struct {
    int known;
    unsigned id;
} identity;
identity __cinch_user, __cinch_effective_user, __cinch_group, __cinch_effective_group;

static unsigned same(identity *who) {
    if (!who->known) who->id = (unsigned)__cinch_input_int_getuid();
    who->known = 1;
    return who->id;
}

static int change(void) {
    __cinch_user.known = __cinch_effective_user.known = __cinch_group.known =
        __cinch_effective_group.known = 0;
    return __cinch_input_int_getuid() ? -1 : 0;
}

unsigned getuid(void) { return same(&__cinch_user); }
unsigned geteuid(void) { return same(&__cinch_effective_user); }
unsigned getgid(void) { return same(&__cinch_group); }
unsigned getegid(void) { return same(&__cinch_effective_group); }
int setuid(unsigned id) { return (void)id, change(); }
int seteuid(unsigned id) { return (void)id, change(); }
int setgid(unsigned id) { return (void)id, change(); }
int setegid(unsigned id) { return (void)id, change(); }
int setreuid(unsigned id, unsigned effective) { return (void)id, (void)effective, change(); }
int setregid(unsigned id, unsigned effective) { return (void)id, (void)effective, change(); }

/* ---- files by descriptor ---- */
static void read_text(const char *s) {
    while (*s) s++;
}
static int status(int failed) { return failed ? -1 : 0; }

/* Descriptors that are open differ. */
enum { HELD = 4, READ_ONLY = 0, HOW_TO_OPEN = 3 };
static int held[HELD]; /* descriptors and 1 */

static void hold(int descriptor) {
    int i = 0;
    for (int k = 0; k < HELD; k++) __VERIFIER_assume(held[k] != descriptor + 1);
    while (i < HELD && held[i]) i++;
    if (i < HELD) held[i] = descriptor + 1;
}

/* Bytes that the program determines, since it wrote them or has read them before, are bounded, not
 * computed. */
static int determined, opened;

int open(const char *name, int flags, ...) {
    int descriptor = __cinch_input_int_open();
    read_text(name);
    determined |= opened || (flags & HOW_TO_OPEN) != READ_ONLY;
    opened = 1;
    __VERIFIER_assume(descriptor >= -1);
    if (descriptor >= 0) hold(descriptor);
    return descriptor;
}

int pipe(int to[2]) {
    if (__cinch_input_int_open() < 0) return -1;
    for (int i = 0; i < 2; i++) {
        int end = __cinch_over_int();
        __VERIFIER_assume(end >= 0);
        hold(end);
        to[i] = end;
    }
    return determined = 1, 0;
}

int close(int descriptor) {
    for (int i = 0; i < HELD; i++)
        if (held[i] == descriptor + 1) held[i] = 0;
    return status(__cinch_input_int_close());
}
int isatty(int descriptor) { return (void)descriptor, __cinch_input_int_isatty() != 0; }

/* Exactly as many bytes are written as it says. */
offset read(int descriptor, void *to, size n) {
    offset done = __cinch_input_offset_read();
    int known = determined && descriptor;
    __VERIFIER_assume(done >= -1 && (done < 0 || (size)done <= n));
    for (offset i = 0; i < done; i++)
        ((byte *)to)[i] = known ? __cinch_over_byte() : __cinch_input_char_read();
    return done;
}

offset recv(int descriptor, void *to, size n, int flags) {
    return (void)flags, read(descriptor, to, n);
}

long lseek(int descriptor, long by, int from) {
    long at = __cinch_input_offset_lseek();
    (void)descriptor, (void)by, (void)from;
    determined = 1;
    __VERIFIER_assume(at >= -1);
    return at;
}

/* A name with its NUL, or, where there is no room for that, a failure that may have written as much
 * as fits. */
int gethostname(char *to, size n) {
    size i = 0;
    while (i < n) {
        to[i] = (char)__cinch_input_char_gethostname();
        if (!to[i++]) return 0;
        if (__cinch_input_int_gethostname()) break;
    }
    return -1;
}

/* ---- waiting ---- */
unsigned sleep(unsigned seconds) {
    unsigned left = (unsigned)__cinch_input_int_sleep();
    __VERIFIER_assume(left <= seconds);
    return left;
}

int usleep(unsigned microseconds) { return (void)microseconds, status(__cinch_input_int_sleep()); }

/* ---- errors in words ---- */
char *__cinch_over_pointer(void);

static char *some_text(void) {
    char *s = __cinch_over_pointer();
    __VERIFIER_assume(s != 0);
    return s;
}

char *strerror(int error) { return (void)error, some_text(); }
char *strsignal(int signal) { return (void)signal, some_text(); }

void _exit(int status);
/* The signal is handled (library.def: .installs), or ends the program, or is ignored. */
int raise(int number) {
    if (__cinch_over_int()) _exit(128 + number);
    return __cinch_over_int();
}
