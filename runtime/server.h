/* Between the server of native sampling, which is compiled once, and what is generated for a
 * program. */
typedef unsigned long long word;
enum end { END_KILLED, END_BROKEN, END_PASSES, END_TIME, END_ERROR, END_ASSERT };
enum kind { INTEGER, FLOAT, POINTER };
struct input {
    const char *name;
    unsigned char bytes, kind, is_bool;
};

/* No program can name them (own.h). */
#define inputs CINCH_OWN(inputs)
#define constants CINCH_OWN(constants)
#define constant_count CINCH_OWN(constant_count)
#define first_seed CINCH_OWN(first_seed)
#define seconds_to_run CINCH_OWN(seconds_to_run)
#define start_program CINCH_OWN(start_program)
#define leave CINCH_OWN(leave)
#define next_input CINCH_OWN(next_input)

/* Generated. */
extern const struct input inputs[];
extern const word constants[];
extern const unsigned constant_count;
extern const word first_seed;
extern const double seconds_to_run;
void start_program(void);

/* The server's. */
_Noreturn void leave(enum end how);
word next_input(unsigned function, const void *place); /* the place of the call */
