package dev.coppice.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;

/**
 * An error response of the server (RFC 9457).
 *
 * @param status the HTTP status
 * @param code stable error code, or empty if the response contains none
 * @param detail description of the error; empty if the response contains none
 * @param message index of the message that the server has refused, among the messages of the request, from 0; -1 if the
 *     response names no message
 */
record ServerProblem(int status, String code, String detail, int message) {

    private static final Pattern POINTER = Pattern.compile("/messages/(\\d{1,6})(/.*)?");

    /** Reads an error response. If its body is not JSON, the result has a {@code detail} that says so. */
    static ServerProblem of(HttpResponse<byte[]> answer) {
        var code = "";
        var detail = "";
        int message = -1;
        try (var json = new JsonFactory().createParser(answer.body())) {
            for (var token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token != JsonToken.VALUE_STRING) {
                    continue;
                }
                var text = json.getText();
                boolean top = json.getParsingContext().getParent().inRoot();
                var pointer = POINTER.matcher(text);
                if (top && json.currentName().equals("code")) {
                    code = text;
                } else if (top && json.currentName().equals("detail")) {
                    detail = text;
                } else if (message < 0 && pointer.matches()) {
                    message = Integer.parseInt(pointer.group(1));
                }
            }
        } catch (IOException e) {
            detail = "the response is not JSON; is this a Coppice server?";
        }
        return new ServerProblem(answer.statusCode(), code, detail, message);
    }

    /**
     * Returns status, code and detail as a text for the user, such as {@code 404 session-not-found: No session has this
     * id.}
     */
    @Override
    public String toString() {
        return (status + " " + code).strip() + (detail.isEmpty() ? "" : ": " + detail);
    }
}
