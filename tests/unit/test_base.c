/* Failures that do not return: they come back to the innermost point of the process, and nothing is
 * printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/budget.h"
#include "base/fail.h"
#include "base/own.h"
#include "base/time_limits.h"
#include "base/vec.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* More than any machine has: malloc refuses it. */
static size_t too_much(void) { return PTRDIFF_MAX - 4096; }

static enum failure tried(void (*work)(void), char message[400]) {
    failure_point point;
    enum failure f = failure_enter(&point);
    if (!f) {
        work();
        failure_leave(&point);
    }
    strcpy(message, point.message);
    return f;
}

static void allocate(void) { mem_free(mem_alloc(too_much())); }
static void resize(void) { mem_free(mem_resize(mem_alloc(1), too_much())); }
void *library_new(size_t size) __asm__("_Znwm"); /* operator new of C++ */
static void allocate_in_a_library(void) { library_new(too_much()); }
static void breaks_a_rule(void) { require(1 > 2, "%d is not more than %d", 1, 2); }
static void good(void) { mem_free(mem_zero(10)); }

static void test_memory_comes_back(void **state) {
    (void)state;
    char message[400];
    assert_int_equal(tried(allocate, message), FAILURE_MEMORY);
    assert_string_equal(message, "out of memory");
    assert_int_equal(tried(resize, message), FAILURE_MEMORY);
    assert_int_equal(tried(good, message), FAILURE_NONE);
}

/* Solvers are written in C++: their exception must not pass through our frames. */
static void test_memory_of_libraries_comes_back(void **state) {
    (void)state;
    char message[400];
    failures_of_libraries();
    assert_int_equal(tried(allocate_in_a_library, message), FAILURE_MEMORY);
    assert_string_equal(message, "out of memory");
}

static void test_broken_rule_comes_back(void **state) {
    (void)state;
    char message[400];
    assert_int_equal(tried(breaks_a_rule, message), FAILURE_INTERNAL);
    assert_non_null(strstr(message, "1 is not more than 2 (1 > 2)"));
    assert_non_null(strstr(message, "test_base.c:"));
}

static void nested(void) {
    char message[400];
    assert_int_equal(tried(allocate, message), FAILURE_MEMORY);
    breaks_a_rule();
}

static void test_innermost_point_catches(void **state) {
    (void)state;
    char message[400];
    assert_int_equal(tried(nested, message), FAILURE_INTERNAL);
}

/* Where nobody has set a point the process ends as by assert. */
static void test_without_a_point(void **state) {
    (void)state;
    int status;
    pid_t child = fork();
    if (!child) {
        close(STDERR_FILENO);
        allocate();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void count_line(void *context, const char *line) {
    assert_string_equal(line, "engine x: 3");
    ++*(int *)context;
}

static void test_warnings_go_to_the_listener(void **state) {
    (void)state;
    int lines = 0;
    warning("engine x: %d", 3); /* nobody listens */
    warnings_to(count_line, &lines);
    warning("engine x: %d", 3);
    warnings_to(NULL, NULL);
    warning("engine x: %d", 3);
    assert_int_equal(lines, 1);
}

static void test_time_limits(void **state) {
    (void)state;
    budget none = budget_of(0, 0), eight = budget_of(8, 0);
    double share = time_for(TIME_PREDICATES_SEED, &eight);
    assert_true(share > 0.9 && share <= 1);
    assert_true(time_for(TIME_PREDICATES_SEED, &none) == time_most(TIME_PREDICATES_SEED));
    budget cpu = time_limited(TIME_IC3_CHECK, none), wall = time_limited(TIME_RANGES, none);
    assert_true(cpu.cpu_deadline > 0 && !cpu.deadline);
    assert_true(wall.deadline > 0 && !wall.cpu_deadline);
    budget shorter = time_limited(TIME_RANGES, eight);
    assert_true(shorter.deadline == eight.deadline);
}

static void test_memory_of_a_budget(void **state) {
    (void)state;
    budget small = budget_of(0, 1), large = budget_of(0, (uint64_t)1 << 50), none = budget_of(0, 0);
    assert_true(budget_over(&small));
    assert_string_equal(budget_reason(&small), "memory");
    assert_false(budget_over(&large));
    assert_false(budget_over(&none));
}

/* A child of a child, in the group of the first, is counted while it lives. */
static void test_cpu_of_a_group(void **state) {
    (void)state;
    pid_t group = fork();
    if (!group) {
        setpgid(0, 0);
        if (fork()) pause();
        for (;;) {}
    }
    setpgid(group, group);
    double begin = clock_now();
    while (clock_cpu_group(group) < 0.1 && clock_now() - begin < 60) usleep(10000);
    assert_true(clock_cpu_group(group) >= 0.1);
    assert_true(clock_cpu_group(getpgrp()) < 1e6);
    kill(-group, SIGKILL);
    waitpid(group, NULL, 0);
}

/* A name of ours is another one in each process that was not forked from the same, and comes back. */
static void test_own_names(void **state) {
    char name[] = "f " OWN "x " OWN "y";
    (void)state;
    assert_int_equal(strlen(own_prefix()), strlen(OWN));
    assert_string_not_equal(own_prefix(), OWN);
    assert_null(own_rest(OWN "x"));
    own_names(name, sizeof name - 1);
    assert_null(strstr(name, OWN));
    assert_string_equal(own_rest(strstr(name, own_prefix())) + 1, strchr(name, 'x') + 1);
    assert_string_equal(own_rest(strrchr(name, ' ') + 1), "y");
    own_plain(name, sizeof name - 1);
    assert_string_equal(name, "f " OWN "x " OWN "y");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_comes_back),
        cmocka_unit_test(test_memory_of_libraries_comes_back),
        cmocka_unit_test(test_broken_rule_comes_back),
        cmocka_unit_test(test_innermost_point_catches),
        cmocka_unit_test(test_without_a_point),
        cmocka_unit_test(test_warnings_go_to_the_listener),
        cmocka_unit_test(test_memory_of_a_budget),
        cmocka_unit_test(test_time_limits),
        cmocka_unit_test(test_cpu_of_a_group),
        cmocka_unit_test(test_own_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
