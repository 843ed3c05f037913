// expect: FALSE(assigns) --function f
// What is not seen may write a variable that has external linkage.
int g;
void unseen(void);
/*@ assigns \nothing; */
void f(void) { unseen(); }
