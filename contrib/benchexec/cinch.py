"""Tool-info module for BenchExec (https://github.com/sosy-lab/benchexec): how cinch is run and what its output means.

BenchExec looks for it among its own modules:

    ln -s "$PWD/contrib/benchexec/cinch.py" "$(python3 -c 'import benchexec.tools as t; print(t.__path__[0])')"
    benchexec contrib/benchexec/cinch.xml --tool-directory build

It follows the interface BaseTool2 (BenchExec 3.3 and later).
"""
import re

import benchexec.result as result
import benchexec.tools.template

# What SV-COMP's properties are called where ours have finer names.
SVCOMP = {"assert": "unreach-call"}
KNOWN = ("unreach-call", "no-overflow", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup")
STATUS = {64: "usage", 65: "input", 69: "missing tool", 70: "internal error"}


class Tool(benchexec.tools.template.BaseTool2):
    def name(self):
        return "cinch"

    def executable(self, tool_locator):
        return tool_locator.find_executable("cinch")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="cinch")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        model = task.options.get("data_model") if isinstance(task.options, dict) else None
        if model:
            command += ["--data-model", model]
        # BenchExec ends what exceeds the limit; before that cinch says what it knows.
        if rlimits.cputime and "--timeout" not in options:
            command += ["--timeout", str(rlimits.cputime)]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(rlimits.memory >> 20)]
        if rlimits.cpu_cores and "--jobs" not in options:
            command += ["--jobs", str(rlimits.cpu_cores)]
        return [*command, *task.input_files]

    def determine_result(self, run):
        verdict = None
        for line in run.output:
            verdict = re.match(r"VERDICT: (TRUE|FALSE|UNKNOWN)(?:\((.*)\))?\s*$", line) or verdict
        if run.was_timeout or (verdict and verdict[2] == "timeout"):
            return "TIMEOUT"
        if not verdict:
            status = run.exit_code.value
            return f"{result.RESULT_ERROR} ({STATUS.get(status, 'no verdict')})"
        if verdict[1] == "TRUE":
            return result.RESULT_TRUE_PROP
        if verdict[1] == "UNKNOWN":
            return f"{result.RESULT_UNKNOWN} ({verdict[2]})" if verdict[2] else result.RESULT_UNKNOWN
        violated = SVCOMP.get(verdict[2], verdict[2])
        return f"{result.RESULT_FALSE_PROP}({violated})" if violated in KNOWN else result.RESULT_FALSE_PROP

    def get_value_from_output(self, output, identifier):
        """The statistic of that name, of --stats."""
        for line in output:
            found = re.match(re.escape(identifier) + r"\s\s+(\S+)$", line)
            if found:
                return found[1]
        return None
