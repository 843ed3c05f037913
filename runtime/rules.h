/* The filters of system calls, as tables. They are compiled for both machines, since the numbers of
 * the calls differ (rules.c), and written as instructions of BPF by the launcher. */
#ifndef RUNTIME_RULES_H
#define RUNTIME_RULES_H

/* A call is looked up from the first rule on: the first one that decides, does. */
enum rule_kind {
    RULE_END,
    RULE_ALLOW,  /* where its conditions hold */
    RULE_FORBID, /* likewise */
    RULE_GATE    /* where its conditions hold, allow it at the gate and forbid it elsewhere */
};
/* (argument & mask) == value, of the lowest 32 bits. A mask of 0 always holds. */
struct condition {
    unsigned argument, mask, value;
};
struct rule {
    enum rule_kind kind;
    unsigned number;
    struct condition conditions[2];
};
enum { RULE_OWN_PID = 0xfffffffe }; /* as a value: the number of the process */

/* Of a test and a server what they may do, of a tool what it may not. */
extern const struct rule test_rules64[], test_rules32[];
extern const struct rule fault_rules64[], fault_rules32[]; /* before those of a test */
extern const struct rule server_rules64[], server_rules32[];
extern const struct rule tool_rules64[], tool_rules32[];

#endif
