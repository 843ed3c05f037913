/* unistd.h and its neighbours: what a process is told by its system. */
typedef __SIZE_TYPE__ size;
typedef __PTRDIFF_TYPE__ offset;
typedef unsigned char byte;

void __cinch_assume(int);
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
    __cinch_assume(id > 0);
    return id;
}

/* A parent that ends leaves its place to another. */
int getppid(void) {
    int id = __cinch_input_int_getppid();
    __cinch_assume(id >= 0);
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
    for (int k = 0; k < HELD; k++) __cinch_assume(held[k] != descriptor + 1);
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
    __cinch_assume(descriptor >= -1);
    if (descriptor >= 0) hold(descriptor);
    return descriptor;
}

int pipe(int to[2]) {
    if (__cinch_input_int_open() < 0) return -1;
    for (int i = 0; i < 2; i++) {
        int end = __cinch_over_int();
        __cinch_assume(end >= 0);
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
    __cinch_assume(done >= -1 && (done < 0 || (size)done <= n));
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
    __cinch_assume(at >= -1);
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
    __cinch_assume(left <= seconds);
    return left;
}

int usleep(unsigned microseconds) { return (void)microseconds, status(__cinch_input_int_sleep()); }

/* ---- errors in words ---- */
char *__cinch_over_pointer(void);

static char *some_text(void) {
    char *s = __cinch_over_pointer();
    __cinch_assume(s != 0);
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

/* ---- sockets: they call nothing of the program's, may fail, and write as much as they say ---- */
int __cinch_input_int_socket(void), __cinch_input_int_accept(void), __cinch_input_int_status(void);
int __cinch_input_int_poll(void);
offset __cinch_input_offset_send(void);
byte __cinch_input_char_address(void);
enum { ADDRESS_BYTES = 128 }; /* of the largest, struct sockaddr_storage */

static void read_bytes(const void *from, size n) {
    for (size i = 0; i < n; i++) (void)((const volatile byte *)from)[i];
}

static int new_descriptor(int descriptor) {
    __cinch_assume(descriptor >= -1);
    if (descriptor >= 0) hold(descriptor);
    return descriptor;
}

/* An address of any length up to the largest, cut where there is less room; the length is told. */
static void give_address(void *to, unsigned *length) {
    if (!to) return;
    unsigned room = *length, n = (unsigned)__cinch_input_int_status();
    __cinch_assume(n <= ADDRESS_BYTES);
    for (unsigned i = 0; i < n && i < room; i++) ((byte *)to)[i] = __cinch_input_char_address();
    *length = n;
}

int socket(int family, int type, int protocol) {
    return (void)family, (void)type, (void)protocol, new_descriptor(__cinch_input_int_socket());
}
int bind(int s, const void *address, unsigned length) {
    return (void)s, read_bytes(address, length), status(__cinch_input_int_status());
}
int connect(int s, const void *address, unsigned length) {
    return (void)s, read_bytes(address, length), status(__cinch_input_int_status());
}
int listen(int s, int waiting) {
    return (void)s, (void)waiting, status(__cinch_input_int_status());
}
int shutdown(int s, int how) { return (void)s, (void)how, status(__cinch_input_int_status()); }
int accept(int s, void *address, unsigned *length) {
    int descriptor = new_descriptor(__cinch_input_int_accept());
    (void)s;
    if (descriptor >= 0) give_address(address, length);
    return descriptor;
}

static offset sent(const void *from, size n) {
    offset done = __cinch_input_offset_send();
    read_bytes(from, n);
    __cinch_assume(done >= -1 && (done < 0 || (size)done <= n));
    return done;
}
offset send(int s, const void *from, size n, int flags) {
    return (void)s, (void)flags, sent(from, n);
}
offset sendto(int s, const void *from, size n, int flags, const void *to, unsigned length) {
    (void)s, (void)flags;
    if (to) read_bytes(to, length);
    return sent(from, n);
}
offset recvfrom(int s, void *to, size n, int flags, void *address, unsigned *length) {
    offset done = recv(s, to, n, flags);
    if (done >= 0) give_address(address, length);
    return done;
}

int setsockopt(int s, int level, int name, const void *value, unsigned length) {
    (void)s, (void)level, (void)name;
    return read_bytes(value, length), status(__cinch_input_int_status());
}
int getsockname(int s, void *address, unsigned *length) {
    (void)s;
    if (__cinch_input_int_status()) return -1;
    return give_address(address, length), 0;
}
int getpeername(int s, void *address, unsigned *length) { return getsockname(s, address, length); }

/* Of each descriptor that is asked about, any events; as many as it says have some. */
struct asked {
    int descriptor;
    short events, seen;
};
int poll(struct asked *of, unsigned long n, int milliseconds) {
    int ready = 0;
    (void)milliseconds;
    if (__cinch_input_int_status()) return -1;
    for (unsigned long i = 0; i < n; i++) {
        of[i].seen = (short)__cinch_input_int_poll();
        ready += of[i].seen != 0;
    }
    return ready;
}
