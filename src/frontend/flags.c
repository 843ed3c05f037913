#include "frontend/flags.h"

#include <string.h>

/* Arguments that go to clang; prefixes. */
static const char *const followed[] = {
    "-I",
    "-isystem",
    "-iquote",
    "-D",
    "-U",
    "-include",
    "--define-macro=",
    "--undefine-macro=",
    "--include-directory=",
    "--include=",
    "-trigraphs",
    "-pthread",
    "-std=",
    "-m32",
    "-m64",
    "-mx32",
    "-fsigned-char",
    "-fno-signed-char",
    "-funsigned-char",
    "-fno-unsigned-char",
    "-fwrapv",
    "-fno-wrapv",
    "-ftrapv",
    "-march=",
    "--target=",
    "-fshort-enums",
    "-fno-short-enums",
    "-fshort-wchar",
    "-fno-short-wchar",
    "-fpack-struct",
    "-ansi",
    "-fms-extensions",
    "-fplan9-extensions",
    "-mfloat-abi=",
    "-mcpu=",
    "-mthumb",
    "-marm",
    "-mabi=",
    "-mmcu=",
    "-mbig-endian",
    "-mlittle-endian",
    "-nostdinc",
    "--sysroot=",
    "-malign-double",
    "-mms-bitfields",
    "-mno-ms-bitfields",
    "-ffp-contract=",
    "-ffp-model=",
    "-frounding-math",
    "-fno-rounding-math",
    "-fmath-errno",
    "-fno-math-errno",
    "-ftrapping-math",
    "-fno-trapping-math",
    "-fsigned-zeros",
    "-fno-signed-zeros",
    "-fassociative-math",
    "-freciprocal-math",
    "-ffinite-math-only",
    "-fno-finite-math-only",
    "-fhonor-",
    "-fno-honor-",
    "-fapprox-func",
    "-fbuiltin",
    "-fno-builtin",
    "-ffreestanding",
    "-fgnu89-inline",
    "-fno-gnu89-inline",
    "-ftrivial-auto-var-init=",
    "-finstrument-functions",
};

/* Arguments that are refused, the whole word or up to its '=', and what takes them back. */
static const struct {
    const char *flag, *undone;
} refused[] = {
    /* subnormal numbers become zero: a start file of the compiler sets the mode of the whole
       process */
    {"-ffast-math", "-fno-fast-math"},
    {"-Ofast", "-O"},
    {"-funsafe-math-optimizations", "-fno-unsafe-math-optimizations"},
    {"-ffp-model=fast", "-ffp-model="},
    {"-ffp-model=aggressive", "-ffp-model="},
    {"-mdaz-ftz", "-mno-daz-ftz"},
    {"-fdenormal-fp-math", NULL},
    {"-fdenormal-fp-math-f32", NULL},
    /* intermediate results are wider than their type, or the type has another width than the C
       library's */
    {"-mfpmath", "-mfpmath=sse"},
    {"-mno-sse", "-msse"},
    {"-mno-sse2", "-msse2"},
    {"-mlong-double-64", "-mlong-double-80"},
    {"-mlong-double-128", "-mlong-double-80"},
    {"-msoft-float", "-mhard-float"},
    {"-mno-80387", "-m80387"},
    {"-mno-x87", "-mx87"},
    /* gcc's alone: clang would read the program as if they were not there */
    {"-funsigned-bitfields", "-fsigned-bitfields"},
    {"-fno-signed-bitfields", "-fsigned-bitfields"},
    {"-fsingle-precision-constant", "-fno-single-precision-constant"},
    {"-fsso-struct", "-fsso-struct=native"},
    {"-mno-fp-ret-in-387", "-mfp-ret-in-387"},
    {"-m96bit-long-double", NULL},
    {"-m128bit-long-double", NULL},
    /* code that the program does not have: checks of the compiler's own, threads */
    {"-fsanitize", "-fno-sanitize=all"},
    {"-fopenmp", "-fno-openmp"},
};
enum { REFUSED = sizeof refused / sizeof *refused };

static bool starts(const char *word, const char *with) {
    return !strncmp(word, with, strlen(with));
}

static bool is(const char *word, const char *flag) {
    return starts(word, flag) && (!word[strlen(flag)] || word[strlen(flag)] == '=');
}

static int refused_number(const char *word) {
    for (int i = 0; i < REFUSED; i++)
        if (is(word, refused[i].flag) && !(refused[i].undone && !strcmp(word, refused[i].undone)))
            return i;
    return -1;
}

static bool is_undoing(const char *word) {
    for (int i = 0; i < REFUSED; i++)
        if (refused[i].undone && starts(word, refused[i].undone)) return true;
    return false;
}

bool flag_matters(const char *word) {
    if (!strcmp(word, "-mthumb-interwork")) return false; /* not known to clang, and of no effect */
    for (size_t i = 0; i < sizeof followed / sizeof *followed; i++)
        if (starts(word, followed[i])) return true;
    return refused_number(word) >= 0 || (is_undoing(word) && !flag_optimizes(word));
}

bool flag_optimizes(const char *word) { return starts(word, "-O"); }

static bool undone_after(const string_vec *all, uint32_t from, const char *by) {
    for (uint32_t i = from; by && i < all->size; i++)
        if (starts(all->data[i], by) && refused_number(all->data[i]) < 0) return true;
    return false;
}

const char *flags_refused(const string_vec *all) {
    for (uint32_t i = 0; i < all->size; i++) {
        int n = refused_number(all->data[i]);
        if (n >= 0 && !undone_after(all, i + 1, refused[n].undone)) return all->data[i];
    }
    return NULL;
}

/* Each check is clang's own instrumentation; a violation becomes a call of llvm.ubsantrap.
 * Out-of-bounds checks through pointers would need an LLVM pass, so `bounds` checks indices of
 * arrays of known size. */
static const struct {
    uint32_t check;
    const char *flag;
} sanitizers[] = {
    {CHECK_OVERFLOW, "-fsanitize=signed-integer-overflow"},
    {CHECK_OVERFLOW, "-fsanitize=shift-base"},
    {CHECK_DIV, "-fsanitize=integer-divide-by-zero"},
    {CHECK_SHIFT, "-fsanitize=shift"},
    {CHECK_BOUNDS, "-fsanitize=array-bounds"},
    {CHECK_NULL, "-fsanitize=null"},
    {CHECK_FLOAT_CAST, "-fsanitize=float-cast-overflow"},
    {CHECK_DEREF, "-fsanitize=vla-bound"},
    {CHECK_UNSIGNED, "-fsanitize=unsigned-integer-overflow"},
    {CHECK_CONVERSION, "-fsanitize=implicit-conversion"},
    {CHECK_POINTER_OVERFLOW, "-fsanitize=pointer-overflow"},
};

bool flags_sanitize(uint32_t checks, string_vec *argv) {
    uint32_t before = argv->size;
    for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
        if (checks & sanitizers[i].check) vec_push(argv, (char *)(uintptr_t)sanitizers[i].flag);
    return argv->size > before;
}

/* Old code: implicit declarations and careless pointer types were warnings when it was written. */
static const char *const lenient[] = {
    "-w",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-int-conversion",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-return-type",
    "-fbracket-depth=4096",
};

void flags_lenient(string_vec *argv) {
    for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++)
        vec_push(argv, (char *)(uintptr_t)lenient[i]);
}
