/* Numbers at random are inputs, until a generator is started again: then they may be those of
 * before, which are bounded, not computed. */
void __cinch_assume(int);
int __cinch_input_int_rand(void), __cinch_over_int(void);
double __cinch_input_double_rand(void), __cinch_over_double(void);
static int used, again;

static int any(void) { return used = 1, again ? __cinch_over_int() : __cinch_input_int_rand(); }
static void start(void) { again |= used, used = 1; }

static int natural(void) {
    int x = any();
    __cinch_assume(x >= 0);
    return x;
}

/* Of 48 bits, as glibc makes them. */
static double fraction(void) {
    double x = again ? __cinch_over_double() : __cinch_input_double_rand();
    double scaled = x * 0x1p48;
    used = 1;
    __cinch_assume(x >= 0 && x < 1 && scaled == (double)(long long)scaled);
    return x;
}

void srand(unsigned seed) { (void)seed, start(); }
void srandom(unsigned seed) { (void)seed, start(); }
void srand48(long seed) { (void)seed, start(); }
int rand(void) { return natural(); }
long random(void) { return natural(); }
long lrand48(void) { return natural(); }
long mrand48(void) { return any(); }
double drand48(void) { return fraction(); }
