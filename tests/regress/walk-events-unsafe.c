// expect: FALSE(unreach-call)
/* An event-condition-action program: modes, and numbers that are split at constants. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void exit(int);
int m0 = 7;
int m1 = 15;
int m2 = 14;
int m3 = 18;
int w0 = 558;
int w1 = 698;
int calculate_output(int input) {
    if((m0==7)&&(m1==15)&&(m2==13)&&(m3==17)&&(115 < w0)&&((-164 < w1) && (395 >= w1))) __VERIFIER_error();
    if(((((m2==13) && (m3==17)) && ((57 < w0) && (115 >= w0))) && (input==2))){
        m2 = 14;
        m3 = 19;
        return 20;
    } else if((((m1==14) && (input==5)) && (w1 <= -164))){
        m1 = 15;
        w1 = (((w1 - 233) % 299803) + 300198);
        return 21;
    } else if(((395 < w1) && ((input==2) && (m3==19)))){
        w0 = ((w0 % 29) + 86);
        m2 = 14;
        return 22;
    } else if(((((-164 < w1) && (395 >= w1)) && ((m3==18) && (m1==15))) && (input==5))){
        w0 = (((w0 - 37) % 29) + 86);
        m2 = 14;
        m3 = 19;
        return 23;
    } else if(((m3==18) && (((m1==14) && (m2==14)) && (input==2)))){
        m2 = 14;
        w0 = ((((w0 / 5) + 17) % 29) + 86);
        return 24;
    } else if(((((m0==7) && (m2==13)) && (input==1)) && (w0 <= 57))){
        m0 = 7;
        w1 = ((w1 % 299803) + 300198);
        w0 = ((w0 % 300029) - 299972);
        return 25;
    } else if((((m1==14) && (input==3)) && (m2==13))){
        w1 = ((((w1 / 5) + 57) % 299919) - 300082);
        m0 = 7;
        return 20;
    } else if((((m0==6) && (input==1)) && (m1==14))){
        m0 = 6;
        return 21;
    } else if((((57 < w0) && (115 >= w0)) && (((m1==14) && (input==5)) && (m2==13)))){
        m0 = 6;
        m1 = 14;
        w0 = ((w0 % 29) + 86);
        return 22;
    } else if(((w1 <= -164) && ((input==1) && (m2==14)))){
        m3 = 19;
        w0 = (((w0 - 43) % 299943) + 300058);
        return 23;
    } else if(((input==5) && (((m1==15) && (m3==17)) && (w0 <= 57)))){
        w1 = (((w1 - 117) % 299919) - 300082);
        m2 = 14;
        m0 = 6;
        return 24;
    } else if(((((m2==13) && (m3==18)) && (input==5)) && ((57 < w0) && (115 >= w0)))){
        w0 = ((w0 % 299943) + 300058);
        m3 = 17;
        return 25;
    } else if(((w1 <= -164) && ((m0==7) && (input==1)))){
        m1 = 14;
        return 20;
    } else if(((input==5) && ((395 < w1) && ((m0==6) && (m1==14))))){
        m0 = 6;
        m2 = 13;
        return 21;
    } else if(((input==2) && ((w1 <= -164) && ((m3==17) && (m2==13))))){
        m3 = 17;
        m1 = 14;
        return 22;
    } else if((((m0==6) && (input==5)) && (w1 <= -164))){
        m1 = 14;
        return 23;
    } else if(((w1 <= -164) && (((input==4) && (m2==13)) && (m3==19)))){
        m3 = 19;
        w1 = (((w1 - 221) % 299803) + 300198);
        m0 = 6;
        return 24;
    } else if(((m3==17) && ((input==3) && (m0==7)))){
        m0 = 7;
        w0 = ((((w0 / 5) + 67) % 299943) + 300058);
        m2 = 14;
        return 25;
    } else if((((m3==17) && (input==4)) && (w1 <= -164))){
        m1 = 15;
        m0 = 6;
        return 20;
    } else if(((m3==17) && ((m1==15) && ((input==2) && (m0==6))))){
        m2 = 13;
        m0 = 7;
        return 21;
    } else if(((input==3) && ((115 < w0) && (m2==14)))){
        m1 = 15;
        m2 = 13;
        return 22;
    } else if(((input==1) && ((395 < w1) && (m0==7)))){
        m1 = 14;
        m0 = 7;
        return 23;
    } else if((((input==4) && ((m2==13) && (m3==18))) && ((-164 < w1) && (395 >= w1)))){
        w0 = ((w0 % 299943) + 300058);
        m3 = 19;
        return 24;
    } else if((((-164 < w1) && (395 >= w1)) && (((input==5) && (m2==13)) && (m3==17)))){
        m2 = 13;
        w0 = ((w0 % 299943) + 300058);
        m3 = 19;
        return 25;
    } else if(((m2==13) && ((m0==6) && (input==3)))){
        m0 = 6;
        w1 = (((w1 - 55) % 299919) - 300082);
        return 20;
    } else if(((((m2==14) && (m1==14)) && (input==1)) && (m3==17))){
        w0 = (((w0 - 145) % 29) + 86);
        return 21;
    } else if((((m2==13) && ((input==1) && (m1==14))) && ((57 < w0) && (115 >= w0)))){
        m1 = 14;
        m3 = 18;
        m2 = 14;
        return 22;
    } else if(((((m1==14) && (input==5)) && (m3==18)) && ((-164 < w1) && (395 >= w1)))){
        m2 = 14;
        m3 = 18;
        return 23;
    } else if((((m1==15) && ((input==5) && (m0==6))) && (395 < w1))){
        w1 = ((((w1 / 5) + 55) % 280) + 116);
        m0 = 7;
        return 24;
    } else if((((w1 <= -164) && ((m1==15) && (m0==6))) && (input==5))){
        w0 = ((w0 % 300029) - 299972);
        w1 = ((w1 % 299919) - 300082);
        m3 = 18;
        return 25;
    } else if((((input==5) && (m2==13)) && ((57 < w0) && (115 >= w0)))){
        m1 = 15;
        m0 = 7;
        m3 = 19;
        return 20;
    } else if((((m1==14) && (input==1)) && (m3==18))){
        m3 = 19;
        return 21;
    } else if((((-164 < w1) && (395 >= w1)) && (((input==2) && (m2==14)) && (m3==19)))){
        m0 = 7;
        return 22;
    } else if(((m2==14) && (((input==3) && (m0==6)) && (m1==15)))){
        w1 = (((w1 - 298) % 299919) - 300082);
        m2 = 13;
        return 23;
    } else if(((((input==1) && (m0==7)) && (m2==14)) && (w1 <= -164))){
        m2 = 14;
        m3 = 19;
        m1 = 15;
        return 24;
    } else if(((input==4) && (((115 < w0) && (m2==14)) && (395 < w1)))){
        w0 = ((w0 % 299943) + 300058);
        m0 = 6;
        return 25;
    } else if((((input==2) && (m0==7)) && (w0 <= 57))){
        m3 = 19;
        return 20;
    } else if(((w1 <= -164) && (((57 < w0) && (115 >= w0)) && ((m0==7) && (input==3))))){
        m2 = 14;
        m0 = 7;
        return 21;
    } else if(((input==2) && (((-164 < w1) && (395 >= w1)) && (m3==18)))){
        w1 = ((w1 % 280) + 116);
        return 22;
    } else if(((m2==13) && ((m1==15) && ((m0==6) && (input==3))))){
        m2 = 13;
        m1 = 14;
        w1 = (((w1 - 292) % 299919) - 300082);
        return 23;
    }
    return -2;
}
int main(void) {
    int output = -1;
    while(1) {
        int input = __VERIFIER_nondet_int();
        if((input != 1) && (input != 2) && (input != 3) && (input != 4) && (input != 5)) return -2;
        output = calculate_output(input);
    }
}
