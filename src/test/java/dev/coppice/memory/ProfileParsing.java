package dev.coppice.memory;

import dev.coppice.agent.ProfileMode;
import dev.coppice.agent.ProfileSchema;
import dev.coppice.fuzz.Refusals;
import java.nio.charset.StandardCharsets;

/** Reads requests to analyze a user, and the answers of models to them, for fuzzing. */
public final class ProfileParsing {
    /** A schema with every keyword by which answers are filtered. */
    private static final ProfileSchema SCHEMA = ProfileSchema.of(
            """
            {"type":"object","properties":{"a":{"type":["string","null"],"enum":["x","y",null]},\
            "b":{"type":"array","items":{"anyOf":[{"type":"number","enum":[1,2.5]},{"type":"boolean"}]}},\
            "c":{"type":"object","properties":{"d":{"type":"integer"},"e":{}}},"f":{"type":"object"}}}""");

    private ProfileParsing() {}

    /** Reads a request. Throws a {@link dev.coppice.Problem} if it is refused. */
    public static void request(byte[] body) {
        AnalysisRequest.read(body);
    }

    /** Reads a model's answer. Fails if the profile that it changes is no JSON. */
    public static void answer(byte[] answer) {
        AnswerJson.object(new String(answer, StandardCharsets.UTF_8)).ifPresent(object -> {
            Refusals.checkJson(object);
            Refusals.each(
                    () -> profile(object, SCHEMA),
                    () -> profile(object, ProfileSchema.DEFAULT),
                    () -> ProposedFields.schema(object).ifPresent(schema -> profile(object, schema)));
        });
    }

    private static void profile(byte[] object, ProfileSchema schema) {
        var fields = SchemaFilter.of(object, schema).fields();
        Refusals.checkJson(
                fields.onto(ProfileFields.of(object), ProfileMode.UPDATE).toBytes());
    }
}
