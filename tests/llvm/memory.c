#include "check.h"
typedef unsigned long size;
void *malloc(__SIZE_TYPE__); void *calloc(__SIZE_TYPE__, __SIZE_TYPE__); void free(void *);
void *memcpy(void *, const void *, __SIZE_TYPE__); void *memset(void *, int, __SIZE_TYPE__); void *memmove(void *, const void *, __SIZE_TYPE__);
struct point { int x, y; };
struct big { int a[3]; struct point p; char name[6]; struct big *next; };
int global[5] = {1, 2, 3};
struct point points[40];
static const char text[] = "hello";
const int table[50] = {[3] = 7, [49] = 9};
static struct point make(int x, int y) { struct point p = {x, y}; return p; }
static struct big change(struct big b) { b.a[1] = 99; b.p.x++; return b; }
static int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static int counter(void) { static int n = 10; return ++n; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int length(const char *s) { const char *p = s; while (*p) p++; return (int)(p - s); }
union word { unsigned u; unsigned char b[4]; struct { unsigned short lo, hi; } h; };
struct node { int value; struct node *next; };
int main(void) {
    check(sum(global, 5) == 6); check(length(text) == 5); check(length("abc") == 3);
    int i = 2, k = 4; swap(&i, &k); check(i == 4 && k == 2);
    struct point p = make(3, 4), q = p; q.y = 9; check(p.y == 4 && q.x == 3 && q.y == 9);
    struct big b = {{1, 2, 3}, {5, 6}, "xyz", 0}, d = change(b);
    check(b.a[1] == 2 && d.a[1] == 99 && d.p.x == 6 && b.p.x == 5 && d.name[2] == 'z'); 
    b.next = &d; check(b.next->a[1] == 99); b.next->next = &b; check(b.next->next->next->p.y == 6);
    for (int j = 0; j < 40; j++) points[j].x = j, points[j].y = -j;
    check(points[17].x == 17 && points[39].y == -39); struct point *pp = &points[20]; pp[-3].x = 1; check(points[17].x == 1);
    points[5] = points[7]; check(points[5].x == 7);
    check(table[3] == 7 && table[i] == 0 && table[k * 24 + 1] == 9);
    union word w; w.u = 0x11223344; check(w.b[0] == 0x44 && w.h.hi == 0x1122); w.b[1] = 0; check(w.u == 0x11220044);
    check(counter() == 11 && counter() == 12);
    int matrix[3][4]; for (int r = 0; r < 3; r++) for (int c = 0; c < 4; c++) matrix[r][c] = r * 10 + c;
    check(matrix[2][3] == 23 && *(&matrix[0][0] + 6) == 12);
    int large[100]; memset(large, 0, sizeof large); large[50] = 3; check(large[49] == 0 && large[50] == 3);
    int other[100]; memcpy(other, large, sizeof other); check(other[50] == 3); large[50] = 4; check(other[50] == 3);
    memset(large, 0xff, 10 * sizeof(int)); check(large[9] == -1 && large[10] == 0);
    char s[8] = "abcdef"; memmove(s + 2, s, 4); check(s[2] == 'a' && s[5] == 'd' && s[1] == 'b');
    int m = 3; char t[12]; memset(t, 'x', m); t[3] = 0; check(length(t) == 3); m = 2; memcpy(t, "yz", m); check(t[0] == 'y' && t[2] == 'x');
    struct node *head = 0;
    for (int j = 0; j < 5; j++) { struct node *n = malloc(sizeof *n); n->value = j; n->next = head; head = n; }
    int total = 0; for (struct node *n = head; n; n = n->next) total = total * 10 + n->value; check(total == 43210);
    int *dyn = calloc(10, sizeof *dyn); check(dyn[7] == 0); dyn[7] = 5; check(sum(dyn, 10) == 5); free(dyn);
    m = 20; int *var = malloc(m * sizeof *var); for (int j = 0; j < m; j++) var[j] = j; check(sum(var, m) == 190);
    int vla[m]; for (int j = 0; j < m; j++) vla[j] = 2 * j; check(vla[19] == 38 && sum(vla, m) == 380);
    int *cells[3] = {&i, &k, &global[1]}; *cells[m - 18] = 77; check(global[1] == 77); *cells[m - 20]= 5; check(i == 5);
    int **pc = cells; pc++; **pc = 8; check(k == 8); check(cells + 1 == pc && &cells[1] - cells == 1);
    char *bytes = (char *)&i; bytes[1] = 1; check(i == 261);
    long long ll = 0x1122334455667788LL; int *halves = (int *)&ll; check(halves[1] == 0x11223344);
    char copy[sizeof(int *)]; int *pi = &i; for (unsigned j = 0; j < sizeof pi; j++) copy[j] = ((char *)&pi)[j];
    int *pj; memcpy(&pj, copy, sizeof pj); check(*pj == 261); *pj = 1; check(i == 1);
    DONE();
}
