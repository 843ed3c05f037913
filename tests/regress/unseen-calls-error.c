// expect: UNKNOWN(ext may call reach_error)
extern void reach_error(void);
extern void ext(void (*f)(void));
int main(void){ ext(reach_error); }
