// expect: TRUE --property valid-deref --entry sum
// expect: TRUE --property valid-deref --entry before
// No array of a caller goes on at null, nor into what the caller does not know.
int sum(const int *a, int n) {
    int s = 0;
    if (!a) return 0;
    for (int i = 0; i < n; i++) s ^= a[i];
    return s;
}
int before(const int *p) { return p ? p[-1] : 0; }
