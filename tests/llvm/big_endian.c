extern void reach_error(void); extern void __VERIFIER_error(void);
union word { unsigned u; unsigned char b[4]; struct { unsigned short first, second; } h; };
struct bits { unsigned a : 3; int b : 5; };
unsigned words[3] = {0x01020304, 5, 6};
int main(void) {
  union word w; w.u = 0x11223344;
  if (w.b[0] != 0x11 || w.h.second != 0x3344) reach_error();
  w.b[3] = 0; if (w.u != 0x11223300) reach_error();
  unsigned char *p = (unsigned char *)words; if (p[0] != 1 || p[7] != 5) reach_error();
  unsigned x = 0; for (int i = 0; i < 4; i++) x = x << 8 | p[i]; if (x != 0x01020304) reach_error();
  double d = 1.0; unsigned *q = (unsigned *)&d; if (q[0] != 0x3ff00000) reach_error();
  struct bits s = {1, -2}; if (s.a != 1 || s.b != -2) reach_error();
  __VERIFIER_error();
}
