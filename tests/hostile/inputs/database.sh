# Arguments in a compilation database: none loads code, reads arguments from a file, or writes a file.
mkdir flags && cp honest.c flags && printf -- '-DNDEBUG\n' >flags/more.cfg
printf '#!/bin/sh\ntouch %s/made\n' "$work" >flags/evil && chmod +x flags/evil
mkdir flags/bin && cp flags/evil flags/bin/clang-19 && cp flags/evil flags/bin/as && cp flags/evil flags/bin/ld
flagged() { # ARGUMENTS, as JSON: the honest program is FALSE all the same, and nothing is made
    printf '[{"directory": "%s", "file": "honest.c", "arguments": ["cc", %s, "-c", "honest.c"]}]' "$PWD/flags" "$1" >flags/compile_commands.json
    expect 10 'VERDICT: FALSE' verify --timeout 30 flags
    absent "$work/made" "$1"
}
flagged '"-fplugin=./evil"'
flagged '"-Xclang", "-load", "-Xclang", "./evil"'
flagged '"-fpass-plugin=./evil"'
flagged '"-mllvm", "-load=./evil"'
flagged '"-wrapper", "./evil"'
flagged '"-B./bin"'
flagged '"-specs=./more.cfg"'
flagged '"--config=./more.cfg"'
flagged '"@more.cfg"'
flagged "\"-o\", \"$work/made\""
flagged "\"-MD\", \"-MF\", \"$work/made\""
flagged "\"-Wp,-MD,$work/made\""
flagged "\"-ftime-trace=$work/made\""
flagged "\"--serialize-diagnostics\", \"$work/made\""
flagged '"-ivfsoverlay", "more.cfg"'
flagged '"-fsyntax-only"'

# What a database says of the meaning holds in every spelling; the checks of the property stay.
printf 'void reach_error(void);\nint __VERIFIER_nondet_int(void);\nint main(void) {\n#ifdef FOO\n  reach_error();\n#endif\n  return __VERIFIER_nondet_int() + 1 > 0;\n}\n' >flags/told.c
told() { # ARGUMENTS, as JSON, WORDS of the command line
    printf '[{"directory": "%s", "file": "told.c", "arguments": ["cc", %s, "-c", "told.c"]}]' "$PWD/flags" "$1" >flags/compile_commands.json
    shift
    expect 10 'VERDICT: FALSE' verify --timeout 30 "$@" flags
}
told '"--define-macro=FOO"'
told '"--define-macro", "FOO"'
told '"-Wp,-DFOO"'
told '"-fno-sanitize=all"' --property no-overflow
told '"-fno-sanitize=undefined"' --property no-overflow
