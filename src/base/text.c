#include "base/text.h"
#include "base/fail.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void room(text *t, size_t more) {
    if (t->size + more + 1 <= t->capacity) return;
    size_t capacity = t->capacity ? t->capacity * 2 : 64;
    while (capacity < t->size + more + 1) capacity *= 2;
    t->data = mem_resize(t->data, capacity);
    t->capacity = capacity;
}

void text_bytes(text *t, const char *s, size_t n) {
    room(t, n);
    if (n) memcpy(t->data + t->size, s, n);
    t->size += n;
    t->data[t->size] = 0;
}

void text_char(text *t, char c) { text_bytes(t, &c, 1); }
void text_add(text *t, const char *s) { text_bytes(t, s, strlen(s)); }

void text_print(text *t, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    require(n >= 0, "format %s", format);
    room(t, (size_t)n);
    vsnprintf(t->data + t->size, (size_t)n + 1, format, again);
    t->size += (size_t)n;
    va_end(args);
    va_end(again);
}

const char *text_string(text *t) {
    room(t, 0);
    t->data[t->size] = 0;
    return t->data;
}

void text_clear(text *t) { t->size = 0; }

void text_release(text *t) {
    mem_free(t->data);
    *t = (text){0};
}

bool file_is_link(const char *path) {
    struct stat s;
    bool of_system = !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6);
    return !of_system && !lstat(path, &s) && S_ISLNK(s.st_mode);
}

bool file_is_special(const char *path) {
    struct stat s;
    return !file_is_link(path) && !stat(path, &s) && !S_ISREG(s.st_mode);
}

/* A link of a stranger, which would have us wait, or read what has no end. */
static bool leads_to_device(const char *path) {
    struct stat s;
    return file_is_link(path) && !stat(path, &s) && !S_ISREG(s.st_mode);
}

bool text_read_file(text *t, const char *path) {
    enum { LARGEST = 1 << 29 }; /* bytes; some devices have no end */
    FILE *f = leads_to_device(path) ? (errno = ELOOP, NULL) : fopen(path, "rbe");
    struct stat s;
    if (!f) return false;
    if (!fstat(fileno(f), &s) && s.st_size >= LARGEST) return fclose(f), errno = EFBIG, false;
    char buffer[65536];
    size_t n, all = 0;
    while (all < LARGEST && (n = fread(buffer, 1, sizeof buffer, f)) > 0) {
        text_bytes(t, buffer, n);
        all += n;
    }
    text_string(t);
    bool good = !ferror(f) && all < LARGEST;
    if (all >= LARGEST) errno = EFBIG;
    fclose(f);
    return good;
}

bool folder_make(const char *path) {
    if (!mkdir(path, 0777)) return true;
    if (errno == EEXIST && file_is_link(path)) errno = ELOOP;
    return errno == EEXIST;
}

static bool write_all(const text *t, FILE *f) {
    bool good = f && fwrite(t->data ? t->data : "", 1, t->size, f) == t->size;
    if (f && fclose(f)) good = false;
    return good;
}

static bool write_into(const text *t, const char *path, const char *mode) {
    int flags = *mode == 'a' ? O_APPEND | O_CREAT : O_TRUNC;
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | flags, 0666); /* ENXIO: nobody reads */
    if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return write_all(t, fd < 0 ? NULL : fdopen(fd, mode));
}

/* A handler that ends the process would leave the temporary file. */
static void hold_signals(sigset_t *before) {
    static const int ending[] = {SIGALRM, SIGINT, SIGTERM, SIGHUP};
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) sigaddset(&held, ending[i]);
    sigprocmask(SIG_BLOCK, &held, before);
}

static bool replace_file(const text *t, const char *path) {
    char *temporary = mem_format("%s.%ld.tmp", path, (long)getpid());
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    bool good = fd >= 0 && write_all(t, fdopen(fd, "wb")) && !rename(temporary, path);
    if (!good) {
        int saved = errno;
        if (fd >= 0) unlink(temporary);
        errno = saved;
    }
    mem_free(temporary);
    return good;
}

bool text_write_file(const text *t, const char *path) {
    sigset_t before;
    /* It cannot be replaced by a rename, and must not be: it is written to as it is. */
    if (file_is_special(path)) return write_into(t, path, "wb");
    hold_signals(&before);
    bool good = replace_file(t, path);
    int saved = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return good;
}

bool text_append_file(const text *t, const char *path) {
    if (!file_is_link(path)) return write_into(t, path, "ab");
    errno = ELOOP;
    return false;
}

/* ---- words that are nearly right ---- */

enum { LONGEST_WORD = 64 };

static uint32_t distance(const char *a, const char *b) {
    size_t n = strlen(b);
    uint32_t row[LONGEST_WORD + 1];
    if (n > LONGEST_WORD) return LONGEST_WORD;
    for (uint32_t j = 0; j <= n; j++) row[j] = j;
    for (uint32_t i = 1; a[i - 1]; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= n; j++) {
            uint32_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[n];
}

const char *word_nearest(const char *word, const char *const *candidates) {
    const char *found = NULL;
    uint32_t best = (uint32_t)strlen(word) / 3 + 1;
    for (; *candidates; candidates++) {
        uint32_t d = distance(word, *candidates);
        if (d <= best && (!found || d < best)) best = d, found = *candidates;
    }
    return found;
}
