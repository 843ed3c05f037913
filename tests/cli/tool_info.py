#!/usr/bin/env python3
"""The tool-info module for BenchExec: tests/cli/tool_info.py CINCH. With the package where it is installed, otherwise with a
stand-in for the part of its documented interface (BaseTool2, doc/tool-integration.md) that the module uses."""
import collections, importlib.util, os, shutil, subprocess, sys, tempfile, types
import xml.etree.ElementTree as xml

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
Task = collections.namedtuple("Task", "input_files property_file options")
Limits = collections.namedtuple("Limits", "cputime memory cpu_cores")
Run = collections.namedtuple("Run", "exit_code output was_timeout")
Exit = collections.namedtuple("Exit", "value")


def stand_in():
    class BaseTool2:
        @staticmethod
        def _version_from_tool(executable, line_prefix):
            said = subprocess.run([executable, "--version"], capture_output=True, text=True).stdout
            return next((x[len(line_prefix):].strip() for x in said.splitlines() if x.startswith(line_prefix)), "")

    modules = {name: types.ModuleType(name) for name in
               ("benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template")}
    modules["benchexec.tools.template"].BaseTool2 = BaseTool2
    for name, meaning in (("TRUE_PROP", "true"), ("FALSE_PROP", "false"), ("UNKNOWN", "unknown"), ("ERROR", "ERROR")):
        setattr(modules["benchexec.result"], "RESULT_" + name, meaning)
    modules["benchexec"].result, modules["benchexec"].tools = modules["benchexec.result"], modules["benchexec.tools"]
    modules["benchexec.tools"].template = modules["benchexec.tools.template"]
    sys.modules.update(modules)


def load():
    if not importlib.util.find_spec("benchexec"):
        stand_in()
    spec = importlib.util.spec_from_file_location("cinch", os.path.join(root, "contrib", "benchexec", "cinch.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Tool()


def main():
    cinch = os.path.abspath(sys.argv[1])
    tool = load()
    locator = types.SimpleNamespace(find_executable=lambda name: shutil.which(name, path=os.path.dirname(cinch)))
    assert tool.name() == "cinch" and os.path.samefile(tool.executable(locator), cinch)
    assert tool.version(cinch)[0].isdigit(), tool.version(cinch)

    def result(source, property_=None, options=("--stats",), limits=Limits(20, 3 << 30, 1)):
        with tempfile.TemporaryDirectory() as d:
            file, prp = os.path.join(d, "task.c"), os.path.join(d, "p.prp")
            with open(file, "w") as f:
                f.write("extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n" + source)
            with open(prp, "w") as f:
                f.write(property_ or "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
            command = tool.cmdline(cinch, list(options), Task((file,), prp, {"data_model": "ILP32"}), limits)
            p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            run = Run(Exit(p.returncode), p.stdout.splitlines(), False)
            return tool.determine_result(run), run

    safe = "int main(void) { unsigned i = 0; while (__VERIFIER_nondet_int()) i += 2; if (i % 2) reach_error(); }"
    said, run = result(safe, options=("--stats", "--engine", "ic3cfa"))
    assert said == "true", run.output
    assert int(tool.get_value_from_output(run.output, "queries")) >= 0 and not tool.get_value_from_output(run.output, "none")
    assert result("int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }")[0] == "false(unreach-call)"
    overflow = "CHECK( init(main()), LTL(G ! overflow) )\n"
    assert result("int main(void) { return __VERIFIER_nondet_int() + 1; }", overflow)[0] == "false(no-overflow)"
    assert result("int main(void) { return <none>; }")[0] == "ERROR (input)"
    hard = "int main(void) { unsigned long long s = 1; while (__VERIFIER_nondet_int()) s = s * s + 7; if (s == 123456789876) reach_error(); }"
    assert result(hard, options=("--engine", "bmc", "--timeout", "1"))[0] == "TIMEOUT"
    assert tool.determine_result(Run(Exit(5), ["VERDICT: UNKNOWN(threads)"], False)) == "unknown (threads)"
    assert tool.determine_result(Run(Exit(None), [], True)) == "TIMEOUT"

    definition = xml.parse(os.path.join(root, "contrib", "benchexec", "cinch.xml")).getroot()
    assert definition.get("tool") and definition.findall("rundefinition") and definition.findall("tasks")


main()
