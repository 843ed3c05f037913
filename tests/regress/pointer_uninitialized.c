// expect: FALSE(unreach-call) --data-model ILP32
// A pointer in fresh memory has no value: what it points to is anything, the run goes on.
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
struct c { unsigned alg; };
struct t { struct c *nc; int k; };
struct s { struct t *s3; int st; };
int main(void) {
  struct s *s = malloc(sizeof *s);
  s->s3 = malloc(sizeof(struct t));
  if (s->s3->nc->alg & 5) reach_error();
  return 0;
}
