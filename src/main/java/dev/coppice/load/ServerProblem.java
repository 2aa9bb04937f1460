package dev.coppice.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;

/**
 * A problem that the server answered (RFC 9457).
 *
 * @param message index, in the request's array of messages, of the message that caused the problem; -1 if unknown
 */
record ServerProblem(int status, String code, String detail, int message) {

    private static final Pattern POINTER = Pattern.compile("/messages/(\\d{1,6})(/.*)?");

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

    @Override
    public String toString() {
        return (status + " " + code).strip() + (detail.isEmpty() ? "" : ": " + detail);
    }
}
