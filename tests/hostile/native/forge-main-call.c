// command: verify
// verdict: UNKNOWN
/* The name that main has in a test: the program would call it a second time only there. */
double sin(double); void reach_error(void);
extern int __cinch_program_main(int, char**) __attribute__((weak));
int n;
int main(int c, char **v) { n++; double s = sin(0.5); 
 if (n < 2 && __cinch_program_main) __cinch_program_main(c, v);
 if (n == 2 || (s > 0.9 && c == 3)) reach_error(); return 0; }
