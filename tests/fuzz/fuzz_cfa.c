/* fuzz_cfa [SEED [FILES]]: mutated .cfa files. Whatever is in them, the parser answers with a
 * program or with a message that has a position; what it accepts prints and parses again to the
 * same text. */
#include "base/random.h"
#include "program/text_form.h"

#include <stdio.h>
#include <stdlib.h>

static const char seed_text[] =
    "// a program with everything\n"
    "var x : (_ BitVec 8) name \"x\" type \"unsigned char\" signed at \"count.c\" 3:7 in "
    "\"main\";\n"
    "var |odd name| : (_ BitVec 8); var f : (_ FloatingPoint 8 24); var a : (Array (_ BitVec 4) (_ "
    "BitVec 8));\n"
    "var n : Int; var r : Real; var b : Bool scope \"main\"; var m : RoundingMode;\n"
    "input in nondet name \"__VERIFIER_nondet_uchar\" type \"unsigned char\"; input u uninit; "
    "input o open;\n"
    "error bad \"unreach-call\" \"call of \\\"reach_error\\\"\"; limit deep \"recursion\";\n"
    "note assumption \"nothing\" at \"count.c\" 1:1; over-approximated;\n"
    "start entry; location head cut at \"count.c\" 5:3 in \"main\"; location fail error bad; "
    "location far origin 12;\n"
    "edge entry -> head at \"count.c\" 4:2 { x := #x00; n := (+ n 1); r := (* r 2.5); b := (and b "
    "(< n 3)) }\n"
    "edge head -> head { assume (bvult x #x0a); havoc |odd name| from in;\n"
    "    { assume (= |odd name| #x01); x := (bvadd x |odd name|) } [] { assume (not (= |odd name| "
    "#x01)) } [] { skip } }\n"
    "edge head -> far { f := (fp.add RNE f ((_ to_fp 8 24) RNE 1.5)); a := (store a #x1 (select a "
    "#b0010));\n"
    "    assume (let ((y (bvmul x x))) (ite (fp.lt f f) b (bvslt y #xff))); havoc m }\n"
    "edge head -> fail { assume (bvult #x0a x) }\n";

static const char *const words[] = {"{",
                                    "}",
                                    "[]",
                                    ":=",
                                    ";",
                                    "(",
                                    ")",
                                    "|",
                                    "\"",
                                    "edge",
                                    "var",
                                    "assume",
                                    "start",
                                    "((((",
                                    "#x",
                                    "->",
                                    "(_ BitVec 0)",
                                    "(_ BitVec 99999999)",
                                    "-1",
                                    "99999999999999999999",
                                    "let",
                                    "\n//",
                                    "havoc"};

static void mutate(rng *r, text *t) {
    size_t at = t->size ? random_u64(r) % t->size : 0, n = 1 + random_below(r, 12);
    text out = {0};
    text_bytes(&out, t->data, at);
    switch (random_below(r, 5)) {
    case 0:
        text_char(&out, (char)random_u64(r));
        at++;
        break;
    case 1: at += n; break;
    case 2: text_add(&out, words[random_below(r, sizeof words / sizeof *words)]); break;
    case 3: text_bytes(&out, t->data + at, n < t->size - at ? n : t->size - at); break;
    default: {
        size_t from = random_u64(r) % t->size;
        text_bytes(&out, t->data + from, n * 4 < t->size - from ? n * 4 : t->size - from);
    }
    }
    if (at < t->size) text_bytes(&out, t->data + at, t->size - at);
    text_release(t);
    *t = out;
}

static bool round_trip(terms *t, program *p) {
    text first = {0}, second = {0};
    input_error error = {0};
    program_check(p);
    cfa_print(p, &first);
    program *again = cfa_parse(t, first.data, first.size, "printed", &error);
    if (again) cfa_print(again, &second);
    bool good = again && !strcmp(text_string(&first), text_string(&second));
    if (!good)
        fprintf(stderr, "%u:%u: %s\n%s\n----\n%s\n", error.line, error.column, error.message,
                text_string(&first), text_string(&second));
    program_delete(again);
    text_release(&first);
    text_release(&second);
    return good;
}

int main(int argc, char **argv) {
    rng r = {argc > 1 ? strtoull(argv[1], NULL, 10) : 1};
    uint32_t files = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 100000, accepted = 0,
             wrong = 0;
    printf("seed %llu\n", (unsigned long long)r.state);
    terms *t = terms_new();
    for (uint32_t i = 0; i < files; i++) {
        if (i % 500 == 499) {
            terms_delete(t);
            t = terms_new();
        }
        text source = {0};
        text_add(&source, seed_text);
        for (uint32_t k = 1 + random_below(&r, 6); k-- > 0 && source.size;) mutate(&r, &source);
        input_error error = {0};
        program *p =
            cfa_parse(t, source.data ? source.data : "", source.size, "mutated.cfa", &error);
        if (p) accepted++, wrong += !round_trip(t, p);
        else wrong += !error.message[0] || !error.line || !error.column;
        program_delete(p);
        text_release(&source);
    }
    terms_delete(t);
    printf("%u mutated files: %u accepted, %u wrong\n", files, accepted, wrong);
    return wrong != 0;
}
