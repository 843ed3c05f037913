// expect: TRUE --function f
/*@ requires i == 0 && n == 3; ensures \true; */
void f(int i, int n) {
    //@ assert i == 0;
    while (i < n) i++;
}
