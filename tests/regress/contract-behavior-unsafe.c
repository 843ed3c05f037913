// expect: FALSE(ensures) --function clamp
/*@ assigns \nothing;
    behavior low:
      assumes x < 0;
      ensures \result == 0;
    behavior high:
      assumes x > 10;
      ensures \result == 10; */
int clamp(int x) { return x < 0 ? 0 : x > 11 ? 10 : x; }
