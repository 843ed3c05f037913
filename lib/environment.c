/* The environment: a name has the same value each time it is asked for. Names are distinguished by
 * their characters; some are remembered, and where that is not enough, or the program changes the
 * environment, an answer is any string or none. */
typedef __SIZE_TYPE__ size;
enum { REMEMBERED = 8, NAME = 32, LONGEST = 1 << 17 };

void __cinch_assume(int);
int __cinch_input_int_getenv(void), __cinch_over_int(void);
size __cinch_input_size_getenv(void);
char *__cinch_over_pointer(void);

extern char __cinch_environment[REMEMBERED][LONGEST];
static struct {
    char name[NAME];
    int set;
    size end;
} known[REMEMBERED];
static int count;
int __cinch_environment_changed;  /* not static: external code may do it */
int __cinch_kept_string(char *s); /* has no body: it may do anything with it, at any time */

static int is_name(const char *a, const char *b) {
    size i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return a[i] == b[i];
}

static int find(const char *name) {
    int i = 0;
    while (i < count && !is_name(known[i].name, name)) i++;
    return i;
}

static int remember(const char *name) {
    size i = 0;
    if (count == REMEMBERED) return REMEMBERED;
    for (; name[i]; i++) {
        if (i == NAME - 1) return REMEMBERED;
        known[count].name[i] = name[i];
    }
    known[count].name[i] = 0;
    known[count].set = __cinch_input_int_getenv();
    known[count].end = __cinch_input_size_getenv();
    __cinch_assume(known[count].end < LONGEST);
    return count++;
}

char *getenv(const char *name) {
    int i = __cinch_environment_changed ? REMEMBERED : find(name);
    if (i == count) i = remember(name);
    if (i == REMEMBERED) return __cinch_over_pointer();
    if (!known[i].set) return 0;
    __cinch_environment[i][known[i].end] = 0; /* written by nobody else */
    return __cinch_environment[i];
}

char *secure_getenv(const char *name) { return __cinch_input_int_getenv() ? getenv(name) : 0; }

static int change(void) { return __cinch_environment_changed = 1, __cinch_over_int() ? -1 : 0; }

static void read_string(const char *s) {
    while (*s) s++;
}

int setenv(const char *name, const char *value, int replace) {
    read_string(name);
    read_string(value);
    return (void)replace, change();
}

int unsetenv(const char *name) { return read_string(name), change(); }
int clearenv(void) { return change(); }
int putenv(char *pair) { return __cinch_kept_string(pair), change(); }
