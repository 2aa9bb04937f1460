package dev.coppice.console;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a test class, with a message that says what to install, where Chromium is missing. */
public final class NeedsChromium implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return Chromium.program()
                .map(path -> ConditionEvaluationResult.enabled("Chromium is " + path))
                .orElseGet(() -> ConditionEvaluationResult.disabled("Chromium is not on the PATH: the console is not"
                        + " tested. Install it, for example with apt-get install chromium."));
    }
}
