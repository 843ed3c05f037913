// expect: FALSE(assert) --function clamp
/*@ assigns \nothing;
    behavior low:
      assumes x < 0;
      ensures \result == 0;
    behavior high:
      assumes x > 0;
      ensures \result == x;
    complete behaviors low, high; */
int clamp(int x) { return x < 0 ? 0 : x; }
