package dev.coppice.agent;

import dev.coppice.fuzz.Refusals;

/** Reads declarations of agents and context blocks, for fuzzing. */
public final class AgentParsing {
    private static final String NAME = "a";

    private AgentParsing() {}

    /** Reads an agent and a block. Fails if what the database stores of them is another one. */
    public static void parse(byte[] body) {
        Refusals.each(() -> agent(body), () -> block(body));
    }

    private static void agent(byte[] body) {
        var spec = AgentSpec.read(body, NAME);
        checkEqual(spec, AgentSpec.read(spec.toBytes(), NAME));
        checkEqual(spec, StoredAgent.of(spec.toBytes(), NAME).spec());
        spec.blocks();
    }

    private static void block(byte[] body) {
        var block = BlockSpec.of(body);
        checkEqual(block, BlockSpec.of(block.toBytes()));
        checkEqual(block, BlockSpec.stored(block.toStoredBytes()));
    }

    private static void checkEqual(Object read, Object again) {
        if (!read.equals(again)) {
            throw new AssertionError(read + " is stored as " + again);
        }
    }
}
