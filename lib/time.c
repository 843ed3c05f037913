/* time.h and sys/time.h. A clock may be set at any moment, so two readings are unrelated; time
 * itself is not negative. */
typedef long seconds;
struct moment {
    seconds s;
    long fraction;
}; /* struct timeval, struct timespec */
struct calendar {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};

void __cinch_assume(int);
int __cinch_fails_clock(void), __cinch_over_int(void);
long __cinch_input_long_time(void);
char __cinch_over_char(void);

static seconds now(void) {
    seconds s = __cinch_input_long_time();
    __cinch_assume(s >= 0);
    return s;
}

static int read_clock(struct moment *to, long parts) {
    if (__cinch_fails_clock()) return -1;
    long fraction = __cinch_input_long_time();
    __cinch_assume(fraction >= 0 && fraction < parts);
    to->s = now();
    to->fraction = fraction;
    return 0;
}

seconds time(seconds *to) {
    seconds s = __cinch_fails_clock() ? -1 : now();
    if (to) *to = s;
    return s;
}

int gettimeofday(struct moment *to, void *zone) {
    return (void)zone, to ? read_clock(to, 1000000) : 0;
}

/* Only the clock on the wall can be set back: CLOCK_REALTIME and its variants. */
int clock_gettime(int clock, struct moment *to) {
    enum { STEADY = 12 };
    static struct moment last[STEADY];
    if (read_clock(to, 1000000000)) return -1;
    if (clock <= 0 || clock >= STEADY || clock == 5 || clock == 8 || clock == 11) return 0;
    struct moment *before = &last[clock];
    __cinch_assume(to->s > before->s || (to->s == before->s && to->fraction >= before->fraction));
    *before = *to;
    return 0;
}
int timespec_get(struct moment *to, int base) {
    return base == 1 && !read_clock(to, 1000000000) ? base : 0;
}

/* Processor time never goes back. */
long clock(void) {
    static long used;
    if (__cinch_fails_clock()) return -1;
    long t = __cinch_input_long_time();
    __cinch_assume(t >= used);
    return used = t;
}

double difftime(seconds a, seconds b) { return (double)a - (double)b; }

/* ---- calendars: fields in their ranges, not computed ---- */
static int field(int low, int high) {
    int x = __cinch_over_int();
    __cinch_assume(x >= low && x <= high);
    return x;
}

/* A year that int cannot hold is an error. */
static struct calendar *fill(const seconds *at, struct calendar *to, int summer) {
    seconds given = *at;
    if ((given > 0x7fffffffL || given < -0x7fffffffL) && __cinch_over_int()) return 0;
    to->second = field(0, 60), to->minute = field(0, 59), to->hour = field(0, 23);
    to->day = field(1, 31), to->month = field(0, 11), to->year = __cinch_over_int();
    to->weekday = field(0, 6), to->yearday = field(0, 365),
    to->summer = field(summer ? -1 : 0, summer);
    to->offset = summer ? field(-86400, 86400) : 0;
    to->zone = "any zone";
    return to;
}

static struct calendar shared;
struct calendar *gmtime(const seconds *at) { return fill(at, &shared, 0); }
struct calendar *localtime(const seconds *at) { return fill(at, &shared, 1); }
struct calendar *gmtime_r(const seconds *at, struct calendar *to) { return fill(at, to, 0); }
struct calendar *localtime_r(const seconds *at, struct calendar *to) { return fill(at, to, 1); }

/* "Thu Jan  1 00:00:00 1970\n": 25 characters while the year has four digits, as the standard
 * assumes. */
static char *text_of(char *to) {
    for (int i = 0; i < 24; i++) {
        to[i] = __cinch_over_char();
        __cinch_assume(to[i] >= ' ' && to[i] < 127);
    }
    to[24] = '\n', to[25] = 0;
    return to;
}

static char shared_text[26];
char *ctime(const seconds *at) { return (void)*(const volatile seconds *)at, text_of(shared_text); }
char *asctime(const struct calendar *at) {
    return (void)((const volatile struct calendar *)at)->second, text_of(shared_text);
}
