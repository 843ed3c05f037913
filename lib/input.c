/* stdio.h, input and streams. What comes from outside is an input of the program; what is written
 * to memory, and when, is as the standard says. Streams are addresses in memory that nobody but the
 * library looks into. */
typedef __SIZE_TYPE__ size;
typedef __PTRDIFF_TYPE__ offset;
typedef unsigned char byte;
enum { END = -1, STREAM = 512, STREAMS = 1024, PUSHED = 4 };

void *realloc(void *block, size n);
void __VERIFIER_assume(int);
int __cinch_over_int(void);
int __cinch_input_int_getc(void), __cinch_input_int_fopen(void), __cinch_input_int_fgets(void),
    __cinch_input_int_getline(void);
int __cinch_input_int_remove(void), __cinch_input_int_rename(void), __cinch_input_int_fseek(void);
long __cinch_input_long_ftell(void);
size __cinch_input_size_getline(void);
int __cinch_fails_input(void);

/* ---- streams ---- */
extern char __cinch_stream_in[STREAM], __cinch_stream_out[STREAM], __cinch_stream_err[STREAM];
extern char __cinch_streams[STREAMS][STREAM];
void *stdin = __cinch_stream_in, *stdout = __cinch_stream_out, *stderr = __cinch_stream_err;
static int opened, reopened;

/* Each a stream of its own; an address is not used again. */
static void *open_stream(void) {
    return opened < STREAMS && __cinch_input_int_fopen() ? __cinch_streams[opened++] : 0;
}
static void read_text(const char *s) {
    while (*s) s++;
}

void *fopen(const char *name, const char *mode) {
    return read_text(name), read_text(mode), open_stream();
}
void *fopen64(const char *name, const char *mode) { return fopen(name, mode); }
void *fdopen(int descriptor, const char *mode) {
    return (void)descriptor, read_text(mode), open_stream();
}
void *tmpfile(void) { return open_stream(); }
void *freopen(const char *name, const char *mode, void *stream) {
    if (name) read_text(name);
    read_text(mode);
    reopened = 1;
    return __cinch_input_int_fopen() ? stream : 0;
}

/* ---- characters pushed back, the last first ---- */
static struct {
    void *stream;
    byte c;
} pushed[PUSHED];
static int pushes;
int __cinch_stream_used; /* not static: code that is not seen may read what was pushed back */

static int pop(int i) {
    int c = pushed[i].c;
    for (pushes--; i < pushes; i++) pushed[i] = pushed[i + 1];
    return c;
}

int getc(void *stream) {
    for (int i = __cinch_stream_used ? 0 : pushes; i--;)
        if (pushed[i].stream == stream) return pop(i);
    int c = __cinch_input_int_getc();
    __VERIFIER_assume(c >= END && c <= 255);
    return c;
}

/* One character can be pushed back for certain, as long as no other is. */
int ungetc(int c, void *stream) {
    if (c == END) return END;
    int first = 1;
    for (int i = 0; i < pushes; i++) first &= pushed[i].stream != stream;
    if (pushes == PUSHED || (!first && __cinch_fails_input())) return END;
    pushed[pushes].stream = stream;
    pushed[pushes++].c = (byte)c;
    return (byte)c;
}

/* By functions that do not take characters one by one: then none of them is known any more
 * (over-approximated). */
void __cinch_read_pushed_back(void) {
    if (!pushes || __cinch_stream_used) return;
    __VERIFIER_assume(__cinch_over_int());
    __cinch_stream_used = 1;
}

static void forget(void *stream) {
    for (int i = pushes; i--;)
        if (pushed[i].stream == stream) pop(i);
}

int fgetc(void *stream) { return getc(stream); }
int getchar(void) { return getc(stdin); }
int getc_unlocked(void *stream) { return getc(stream); }
int fgetc_unlocked(void *stream) { return getc(stream); }
int getchar_unlocked(void) { return getc(stdin); }
int _IO_getc(void *stream) { return getc(stream); }

/* ---- lines and blocks ---- */
/* At the end of the input nothing is written; an error may come after some characters. */
char *fgets(char *to, int n, void *stream) {
    int i = 0, c = 0;
    if (n <= 0) return 0;
    while (i < n - 1 && c != '\n') {
        c = getc(stream);
        if (c == END && (!i || !__cinch_input_int_fgets())) return 0;
        if (c == END) break;
        to[i++] = (char)c;
    }
    to[i] = 0;
    return to;
}

char *fgets_unlocked(char *to, int n, void *stream) { return fgets(to, n, stream); }

char *gets(char *to) {
    size i = 0;
    for (;;) {
        int c = getc(stdin);
        if (c == END && (!i || !__cinch_input_int_fgets())) return 0;
        if (c == END || c == '\n') break;
        to[i++] = (char)c;
    }
    to[i] = 0;
    return to;
}

size fread(void *to, size each, size count, void *stream) {
    size n = each * count, i = 0;
    for (; i < n; i++) {
        int c = getc(stream);
        if (c == END) break;
        ((byte *)to)[i] = (byte)c;
    }
    return each ? i / each : 0;
}

size fread_unlocked(void *to, size each, size count, void *stream) {
    return fread(to, each, count, stream);
}

/* Bytes up to the mark and a NUL, in a block that is made larger where that is needed. */
offset getdelim(char **line, size *room, int mark, void *stream) {
    size n = __cinch_input_size_getline(), i = 0;
    int c = getc(stream);
    if (!*line || !*room || (c != END && *room < n)) {
        __VERIFIER_assume(n >= 2 && n <= 0x100000);
        char *block = realloc(*line ? *line : 0, n);
        if (!block) return END;
        *line = block, *room = n;
    }
    if (c == END) return END;
    for (; c != END; c = getc(stream)) {
        __VERIFIER_assume(i + 1 < *room);
        (*line)[i++] = (char)c;
        if (c == mark) break;
    }
    (*line)[i] = 0;
    return (offset)i;
}

offset getline(char **line, size *room, void *stream) { return getdelim(line, room, '\n', stream); }
offset __getdelim(char **line, size *room, int mark, void *stream) {
    return getdelim(line, room, mark, stream);
}

/* ---- places and states ---- */
static int status(int failed) { return failed ? -1 : 0; }

int fseek(void *stream, long by, int from) {
    return (void)by, (void)from, forget(stream), status(__cinch_input_int_fseek());
}
void rewind(void *stream) { forget(stream); }
long ftell(void *stream) {
    long at = __cinch_input_long_ftell();
    (void)stream;
    __VERIFIER_assume(at >= -1);
    return at;
}

int feof(void *stream) { return (void)stream, __cinch_over_int() != 0; }
int ferror(void *stream) { return (void)stream, __cinch_over_int() != 0; }
void clearerr(void *stream) { (void)stream; }
int fileno(void *stream) {
    if (!reopened && stream == __cinch_stream_in) return 0;
    if (!reopened && stream == __cinch_stream_out) return 1;
    if (!reopened && stream == __cinch_stream_err) return 2;
    int n = __cinch_over_int();
    __VERIFIER_assume(n >= 0);
    return n;
}

int remove(const char *name) { return read_text(name), status(__cinch_input_int_remove()); }
int rename(const char *from, const char *to) {
    return read_text(from), read_text(to), status(__cinch_input_int_rename());
}
