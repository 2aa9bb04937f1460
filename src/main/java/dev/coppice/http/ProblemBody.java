package dev.coppice.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Problem;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * The body of an error response, in the format {@code application/problem+json}. For routes with another error format,
 * such as those of {@code openai}, a response filter replaces this body.
 */
public record ProblemBody(Problem problem) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        var code = problem.code();
        out.writeStartObject();
        out.writeStringField("type", "urn:coppice:problem:" + code.code());
        out.writeStringField("title", code.title());
        out.writeNumberField("status", code.status());
        out.writeStringField("detail", problem.getMessage());
        out.writeStringField("code", code.code());
        for (var member : problem.members().entrySet()) {
            out.writeObjectField(member.getKey(), member.getValue());
        }
        if (!problem.errors().isEmpty()) {
            out.writeArrayFieldStart("errors");
            for (var error : problem.errors()) {
                out.writeStartObject();
                out.writeStringField("pointer", error.pointer());
                out.writeStringField("detail", error.detail());
                out.writeEndObject();
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }
}
