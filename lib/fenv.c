/* fenv.h: the rounding mode is the machine's; the exceptions that were raised are any
 * (over-approximated). */
int __cinch_over_int(void);
void __cinch_set_rounding(int mode); /* 0 to nearest, 1 down, 2 up, 3 toward zero */
int __cinch_get_rounding(void);

int fetestexcept(int of) { return __cinch_over_int() & of; }
int feclearexcept(int which) { return (void)which, 0; }
int feraiseexcept(int which) { return (void)which, 0; }
int fesetexcept(int which) { return (void)which, 0; }
int fedisableexcept(int which) { return (void)which, 0; }
int fegetexcept(void) { return 0; }

#if defined __x86_64__ || defined __i386__
enum { MODES = 0xc00 };
static int code_of(int mode) { return mode * 0x400; }
static int mode_of(int code) { return code / 0x400; }

/* As glibc lays them out: the control word of the x87 unit comes first; where MXCSR is, differs. */
typedef struct {
    unsigned word[__SIZEOF_POINTER__ == 8 ? 8 : 7];
} environment;
typedef struct {
    unsigned word[2];
} control;
enum { MXCSR = __SIZEOF_POINTER__ == 8 ? 7 : 3, MXCSR_SHIFT = 3 };

int fegetexceptflag(unsigned short *flags, int of) {
    *flags = (unsigned short)(__cinch_over_int() & of);
    return 0;
}
int fesetexceptflag(const unsigned short *flags, int of) { return (void)flags, (void)of, 0; }
int fetestexceptflag(const unsigned short *flags, int of) { return *flags & of; }

static unsigned with_mode(unsigned shift) {
    unsigned mask = MODES << shift;
    return ((unsigned)__cinch_over_int() & ~mask) | (unsigned)code_of(__cinch_get_rounding())
                                                        << shift;
}

/* The two units have a mode each. Where they differ, either may count. */
static void restore(unsigned x87, unsigned sse) {
    int a = mode_of((int)(x87 & MODES)), b = mode_of((int)(sse >> MXCSR_SHIFT & MODES));
    __cinch_set_rounding(a == b || __cinch_over_int() ? a : b);
}

int fegetenv(environment *e) {
    for (unsigned i = 0; i < sizeof e->word / sizeof *e->word; i++)
        e->word[i] = (unsigned)__cinch_over_int();
    e->word[0] = with_mode(0);
    e->word[MXCSR] = with_mode(MXCSR_SHIFT);
    return 0;
}
static void restore_environment(const environment *e) { restore(e->word[0], e->word[MXCSR]); }

int fegetmode(control *m) {
    m->word[0] = with_mode(0);
    m->word[1] = with_mode(MXCSR_SHIFT);
    return 0;
}
static void restore_control(const control *m) { restore(m->word[0], m->word[1]); }

#elif defined __arm__ || defined __aarch64__
enum { MODES = 0xc00000 };
static int code_of(int mode) { return (mode == 1 ? 2 : mode == 2 ? 1 : mode) * 0x400000; }
static int mode_of(int code) {
    return code == 0x400000 ? 2 : code == 0x800000 ? 1 : code / 0x400000;
}

/* Control and status are one register on ARM, two on AArch64. */
typedef struct {
    unsigned control;
} control;
#ifdef __aarch64__
typedef struct {
    unsigned control, status;
} environment;
#else
typedef control environment;
#endif

int fegetmode(control *m) {
    m->control = ((unsigned)__cinch_over_int() & ~(unsigned)MODES) |
                 (unsigned)code_of(__cinch_get_rounding());
    return 0;
}
static void restore_control(const control *m) {
    __cinch_set_rounding(mode_of((int)(m->control & MODES)));
}

int fegetenv(environment *e) {
#ifdef __aarch64__
    e->status = (unsigned)__cinch_over_int();
#endif
    return fegetmode((control *)e);
}
static void restore_environment(const environment *e) { restore_control((const control *)e); }
#endif

#if defined __x86_64__ || defined __i386__ || defined __arm__ || defined __aarch64__
int fegetround(void) { return code_of(__cinch_get_rounding()); }

int fesetround(int code) {
    if (code & ~MODES) return 1;
    __cinch_set_rounding(mode_of(code));
    return 0;
}

/* FE_DFL_ENV and FE_DFL_MODE are -1; -2 is the same with traps. */
static int is_default(const void *p) { return p == (const void *)-1 || p == (const void *)-2; }

int fesetenv(const environment *e) {
    if (is_default(e)) __cinch_set_rounding(0);
    else restore_environment(e);
    return 0;
}
int feholdexcept(environment *e) { return fegetenv(e); }
int feupdateenv(const environment *e) { return fesetenv(e); }

int fesetmode(const control *m) {
    if (is_default(m)) __cinch_set_rounding(0);
    else restore_control(m);
    return 0;
}
#endif
