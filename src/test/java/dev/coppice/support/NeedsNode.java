package dev.coppice.support;

import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a test class, with a message that names the missing program, where {@code node} or {@code npm} is missing. */
public final class NeedsNode implements ExecutionCondition {

    /** Whether a program of this name is on the {@code PATH}. */
    public static boolean isInstalled(String program) {
        return ChildProcesses.isInstalled(program);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        for (var program : List.of("node", "npm")) {
            if (!ChildProcesses.isInstalled(program)) {
                return ConditionEvaluationResult.disabled(program
                        + " is not on the PATH: clients in JavaScript are not tested. Install Node.js with npm.");
            }
        }
        return ConditionEvaluationResult.enabled("node and npm are installed");
    }
}
