// expect: TRUE --function count
int hits, misses;
/*@ requires \valid(p);
    assigns hits, *p;
    ensures hit ==> hits != \old(hits) && *p == 1;
    ensures misses == \old(misses); */
void count(int hit, int *p) {
    if (!hit) return;
    hits++;
    *p = 1;
}
