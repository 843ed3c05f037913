// expect: TRUE
extern void reach_error(void);
extern int hook(void) __attribute__((weak));
extern int setting __attribute__((weak));
int setting = 3;
int hook(void) { return 7; }
int main(void) {
    if (!hook || hook() != 7 || !&setting || setting != 3) reach_error();
}
