/* Numbers for inputs, as both servers draw them: small, near the constants of the program, at the
 * boundary, or any. Text that is included; `word`, `constants` and `constant_count` come from the
 * server's own header. */
enum style { ZERO, SMALL, NEAR, BOUNDARY, ANY, MIXED, STYLES };

static word mix(word x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}
static word any(word *state) { return mix(*state += 0x9e3779b97f4a7c15ull); }
static unsigned below(word *state, unsigned n) { return (unsigned)(any(state) % n); }

static word draw_integer(word *state, unsigned bits, enum style style) {
    word top = 1ull << (bits - 1);
    switch (style) {
    case ZERO: return 0;
    case SMALL: return below(state, 4) ? below(state, 12) : 0ull - below(state, 4);
    case NEAR:
        return constant_count ? constants[below(state, constant_count)] + below(state, 3) - 1
                              : below(state, 3);
    case BOUNDARY:
        switch (below(state, 6)) {
        case 0: return top;
        case 1: return top - 1;
        case 2: return ~0ull;
        case 3: return top + 1;
        case 4: return 1ull << below(state, bits);
        default: return (1ull << below(state, bits)) - 1;
        }
    case ANY: return any(state) >> (below(state, 2) ? below(state, bits) : 0);
    default: return draw_integer(state, bits, (enum style)below(state, MIXED));
    }
}

static double draw_double(word *state, enum style style) {
    static const double special[] = {0.0,
                                     -0.0,
                                     1.0,
                                     -1.0,
                                     0.5,
                                     1e-300,
                                     1e300,
                                     4.9e-324,
                                     3.4e38,
                                     1e-40,
                                     2.2250738585072014e-308,
                                     __builtin_inf(),
                                     -__builtin_inf(),
                                     __builtin_nan("")};
    double x;
    switch (style) {
    case ZERO: return 0;
    case SMALL: return (double)below(state, 400) / 20 - 10;
    case NEAR:
        return constant_count ? (double)(long long)constants[below(state, constant_count)]
                              : below(state, 10);
    case BOUNDARY: return special[below(state, sizeof special / sizeof *special)];
    case ANY: {
        word bits = any(state);
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    default: return draw_double(state, (enum style)below(state, MIXED));
    }
}
