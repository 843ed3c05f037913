/* Between the server of step sequences, which is compiled once, and what is generated for a
 * program. */
typedef unsigned long long word;
enum end { END_KILLED, END_BROKEN, END_PASSES, END_TIME };
/* An input of the step function. Where `bounded`, its values lie between low and high (numbers of
 * its type); `rate`: it changes by no more from step to step; 0: any change. */
struct signal {
    unsigned char bytes, is_real, is_bool, is_signed, bounded, constant, finite;
    double low, high, rate;
};

/* No program can name them (own.h). */
#define signals CINCH_OWN(signals)
#define signal_count CINCH_OWN(signal_count)
#define wanted CINCH_OWN(wanted)
#define mark_count CINCH_OWN(mark_count)
#define constants CINCH_OWN(constants)
#define constant_count CINCH_OWN(constant_count)
#define reals CINCH_OWN(reals)
#define real_count CINCH_OWN(real_count)
#define first_seed CINCH_OWN(first_seed)
#define seconds_to_run CINCH_OWN(seconds_to_run)
#define seconds_to_wait CINCH_OWN(seconds_to_wait)
#define is_resettable CINCH_OWN(is_resettable)
#define program_init CINCH_OWN(program_init)
#define program_step CINCH_OWN(program_step)
#define leave CINCH_OWN(leave)
#define pass CINCH_OWN(pass)
#define miss CINCH_OWN(miss)
#define decide CINCH_OWN(decide)

/* Generated. */
extern const struct signal signals[];
extern const unsigned signal_count;
extern const unsigned char wanted[]; /* by mark: a run that passes it is worth reporting */
extern const unsigned mark_count;
extern const word constants[]; /* of the program, for words */
extern const unsigned constant_count;
extern const double reals[]; /* and for floats */
extern const unsigned real_count;
extern const word first_seed;
extern const double seconds_to_run;  /* CPU, at most */
extern const double seconds_to_wait; /* wall time, at most */
/* All that the program remembers from step to step lies in its own variables: what they hold is a
 * state that a run can go on from. */
extern const int is_resettable;
void program_init(const word *values); /* of the first step */
void program_step(const word *values);

/* The server's. */
_Noreturn void leave(enum end how);
void pass(unsigned mark);
void miss(unsigned mark);                       /* where it could have been passed */
void decide(unsigned yes, unsigned no, int is); /* pass one of them, miss the other */
