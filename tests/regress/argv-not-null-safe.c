// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(int argc, char **argv, char **environment) {
    if (!argv || !environment) reach_error();
}
