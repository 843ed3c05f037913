// command: verify
// verdict: UNKNOWN
/* Assembly that is not assembled for a test ends the function. */
void reach_error(void);
int main(void) {
  __asm__ volatile(".byte 0xc9, 0xc3");
  reach_error();
  return 0;
}
