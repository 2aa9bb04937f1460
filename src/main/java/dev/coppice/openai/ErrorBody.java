package dev.coppice.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * An error in the format of OpenAI's API.
 *
 * @param message description of the error
 * @param type {@code invalid_request_error}, {@code rate_limit_error} if the tenant has used up a quota, or
 *     {@code server_error} for a status of 500 or above
 * @param param the wrong part of the request, such as {@code items[0].id}; null if no part of the request is wrong
 * @param code name of the error; null if it has none
 */
record ErrorBody(String message, String type, String param, String code) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeObjectFieldStart("error");
        out.writeStringField("message", message);
        out.writeStringField("type", type);
        out.writeStringField("param", param);
        out.writeStringField("code", code);
        out.writeEndObject();
        out.writeEndObject();
    }
}
