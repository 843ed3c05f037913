/* stdio.h, input and streams. What comes from outside is an input of the program; what is written
 * to memory, and when, is as the standard says. Streams are addresses in memory that nobody but the
 * library looks into. */
typedef __SIZE_TYPE__ size;
typedef __PTRDIFF_TYPE__ offset;
typedef unsigned char byte;
enum { END = -1, STREAM = 512, STREAMS = 1024, PUSHED = 4, NAMES = 4, ENDS = 4, FROM_END = 2 };

void *realloc(void *block, size n);
void __cinch_assume(int);
int __cinch_over_int(void);
long __cinch_over_long(void);
int __cinch_input_int_getc(void), __cinch_input_int_fopen(void);
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
/* There is none at null. */
static void need(const void *stream) { (void)*(const char *)stream; }

/* ---- what is in a file ---- */
/* An input, unless the program determines it: it wrote the file, has read it before, or made it up
 * in memory. What is read then is bounded, not computed. */
static int in_determined, files_determined, files_read, in_read;
static int size_unknown; /* the next place to be asked for is the end of a file */
static unsigned names[NAMES];
static int named;

static int is_determined(void *stream) {
    return stream == __cinch_stream_in ? in_determined : files_determined;
}

static void go_back(void *stream) {
    if (stream == __cinch_stream_in) in_determined |= in_read;
    else files_determined |= files_read;
}

/* A number that equal texts have in common. */
static unsigned read_text(const char *s) {
    unsigned n = 0;
    while (*s) n = 31 * n + (byte)*s++;
    return n;
}

static int only_reads(const char *mode) {
    int plain = *mode == 'r';
    for (; *mode; mode++) plain &= *mode != '+';
    return plain;
}

static void note_opened(unsigned name, const char *mode) {
    for (int i = 0; i < named; i++) files_determined |= names[i] == name;
    if (named < NAMES) names[named++] = name;
    else files_determined = 1;
    if (!only_reads(mode)) files_determined = 1;
}

static void *open_determined(void) { return files_determined = 1, open_stream(); }

void *fopen(const char *name, const char *mode) {
    return note_opened(read_text(name), mode), open_stream();
}
void *fopen64(const char *name, const char *mode) { return fopen(name, mode); }
void *fdopen(int descriptor, const char *mode) {
    return (void)descriptor, read_text(mode), open_determined();
}
void *tmpfile(void) { return open_determined(); }
static void forget(void *stream);
void *freopen(const char *name, const char *mode, void *stream) {
    need(stream);
    if (name) note_opened(read_text(name), mode);
    if (!name || files_determined) in_determined = 1;
    forget(stream);
    reopened = 1;
    return __cinch_input_int_fopen() ? stream : 0;
}

/* ---- the end of a file, which stays, and errors, which need not ---- */
static void *ends[ENDS], *failed;
static int ended, failed_last;

static int has_ended(void *stream) {
    int i = 0;
    while (i < ended && ends[i] != stream) i++;
    return i < ended;
}

static int end_at(void *stream) {
    failed_last = __cinch_fails_input() != 0;
    if (failed_last) failed = stream;
    else if (ended < ENDS) ends[ended++] = stream;
    else in_determined = files_determined = 1;
    return END;
}

static void forget_end(void *stream) {
    for (int i = 0; i < ended; i++)
        if (ends[i] == stream) ends[i] = ends[--ended];
    if (failed == stream) failed = 0;
}

static int next(void *stream) {
    if (has_ended(stream)) return failed_last = 0, END;
    int c = is_determined(stream) ? __cinch_over_int() : __cinch_input_int_getc();
    __cinch_assume(c >= END && c <= 255);
    if (stream == __cinch_stream_in) in_read = 1;
    else files_read = 1;
    return c == END ? end_at(stream) : c;
}

/* ---- characters pushed back, the last first ---- */
static struct {
    void *stream;
    byte c;
} pushed[PUSHED];
static int pushes;
int __cinch_stream_used; /* not static: external code may read what was pushed back */

static int pop(int i) {
    int c = pushed[i].c;
    for (pushes--; i < pushes; i++) pushed[i] = pushed[i + 1];
    return c;
}

int getc(void *stream) {
    need(stream);
    for (int i = __cinch_stream_used ? 0 : pushes; i--;)
        if (pushed[i].stream == stream) return pop(i);
    return next(stream);
}

/* One character can be pushed back for certain, as long as no other is. */
int ungetc(int c, void *stream) {
    need(stream);
    if (c == END) return END;
    int first = 1;
    for (int i = 0; i < pushes; i++) first &= pushed[i].stream != stream;
    if (pushes == PUSHED || (!first && __cinch_fails_input())) return END;
    forget_end(stream);
    pushed[pushes].stream = stream;
    pushed[pushes++].c = (byte)c;
    return (byte)c;
}

/* By functions that do not take characters one by one: then none of them is known any more, nor
 * whether a file has ended (over-approximated). */
static int read_otherwise;
void __cinch_read_pushed_back(void) {
    in_read = files_read = read_otherwise = 1;
    if (in_determined || files_determined || ended) __cinch_assume(__cinch_over_int());
    if (!pushes || __cinch_stream_used) return;
    __cinch_assume(__cinch_over_int());
    __cinch_stream_used = 1;
}

static void forget(void *stream) {
    forget_end(stream);
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
        if (c == END && (!i || failed_last)) return 0;
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
        if (c == END && (!i || failed_last)) return 0;
        if (c == END || c == '\n') break;
        to[i++] = (char)c;
    }
    to[i] = 0;
    return to;
}

size fread(void *to, size each, size count, void *stream) {
    need(stream);
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
        __cinch_assume(n >= 2 && n <= 0x100000);
        char *block = realloc(*line ? *line : 0, n);
        if (!block) return END;
        *line = block, *room = n;
    }
    if (c == END) return END;
    for (; c != END; c = getc(stream)) {
        __cinch_assume(i + 1 < *room);
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
    need(stream), go_back(stream), forget(stream);
    size_unknown = from == FROM_END && !by && !is_determined(stream);
    return status(__cinch_input_int_fseek());
}
void rewind(void *stream) { need(stream), go_back(stream), forget(stream), size_unknown = 0; }
long ftell(void *stream) {
    long at = size_unknown ? __cinch_input_long_ftell() : __cinch_over_long();
    need(stream), size_unknown = 0;
    __cinch_assume(at >= -1);
    return at;
}

int feof(void *stream) {
    return need(stream), read_otherwise ? __cinch_over_int() != 0 : has_ended(stream);
}
int ferror(void *stream) { return need(stream), stream == failed || __cinch_fails_input() != 0; }
void clearerr(void *stream) { need(stream), forget_end(stream); }
int fileno(void *stream) {
    need(stream);
    if (!reopened && stream == __cinch_stream_in) return 0;
    if (!reopened && stream == __cinch_stream_out) return 1;
    if (!reopened && stream == __cinch_stream_err) return 2;
    int n = __cinch_over_int();
    __cinch_assume(n >= 0);
    return n;
}

int remove(const char *name) { return read_text(name), status(__cinch_input_int_remove()); }
int rename(const char *from, const char *to) {
    return read_text(from), read_text(to), status(__cinch_input_int_rename());
}
