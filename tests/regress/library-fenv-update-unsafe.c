// expect: FALSE(unreach-call)
// feupdateenv brings back the rounding mode that was saved.
#include <fenv.h>
extern void reach_error(void);
int main(void) {
    fenv_t saved;
    fegetenv(&saved);
    fesetround(FE_UPWARD);
    feupdateenv(&saved);
    if (fegetround() == FE_TONEAREST) reach_error();
    return 0;
}
