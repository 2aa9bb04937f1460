package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.api.Precondition;
import dev.coppice.context.Prompts;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionName;
import dev.coppice.tool.ToolArguments;
import dev.coppice.tool.Tools;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.stream.IntStream;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SQL statements and transactions of prompts and tools. */
class ContextCostIT extends InsideTest {
    private static final String AGENT =
            """
            {"context":[{"label":"soul","provider":{"type":"text"},"content":"You are a gardener."},
            {"label":"memory","scope":"user"},{"label":"skills","provider":{"type":"skills"}}]}""";

    @Inject
    private Agents agents;

    @Inject
    private Prompts prompts;

    @Inject
    private Tools tools;

    private StatementCost statementCost;

    @BeforeEach
    void count() {
        statementCost = StatementCost.counting(em);
    }

    private SessionName gardener() {
        var name = SessionName.of("default", "inside", UUID.randomUUID().toString());
        agents.put(
                "default",
                name.id(),
                AgentSpec.read(AGENT.getBytes(StandardCharsets.UTF_8), name.id()),
                Precondition.NONE);
        sessions.create(
                name, new NewSession(null, null, name.id(), null, null, "ada", null, null, null, null, null, null));
        return name;
    }

    /**
     * One statement reads the prompt and whether it is fresh. Hibernate does not count the other one, which reads the
     * session by plain JDBC as in every request.
     */
    @Test
    void frozenPromptIsOneStatementBesideTheSession() {
        var name = gardener();
        prompts.freeze(name, false);
        assertEquals(1, statementCost.statements(() -> prompts.freeze(name, false)));
    }

    @Test
    void toolListCostDoesNotDependOnLength() {
        var name = gardener();
        append(name, "a", "b");
        long few = statementCost.statements(() -> tools.of(name));
        append(name, IntStream.range(0, 300).mapToObj(i -> "m" + i).toArray(String[]::new));
        assertEquals(few, statementCost.statements(() -> tools.of(name)));
    }

    @Test
    void toolCallIsOneTransaction() {
        var name = gardener();
        assertEquals(1, statementCost.cheapest(Statistics::getTransactionCount, () -> {
            var arguments = "{\"label\":\"memory\",\"content\":\"" + UUID.randomUUID() + "\"}";
            tools.call(name, "set_context", ToolArguments.read(arguments.getBytes(StandardCharsets.UTF_8)));
        }));
    }
}
