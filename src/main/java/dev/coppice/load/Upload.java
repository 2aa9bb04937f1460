package dev.coppice.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the sessions and appends the batches to them, and counts. For one thread. */
final class Upload {

    private static final JsonFactory JSON = new JsonFactory();
    /** Making a session is get-or-create, so forgetting one costs a call and no more. */
    private static final int REMEMBERED_SESSIONS = 10_000;

    private final Server server;
    private final String namespace;
    private final Map<LoadedMessage.Session, Boolean> made = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<LoadedMessage.Session, Boolean> eldest) {
            return size() > REMEMBERED_SESSIONS;
        }
    };
    private long sessions;
    private long inserted;
    private long there;
    private long skipped;

    /** @param namespace of the messages that don't name one */
    Upload(Server server, String namespace) {
        this.server = server;
        this.namespace = namespace;
    }

    /** All of one session, at most {@link Batches#MAX_MESSAGES}: all of them are stored afterwards, or it throws. */
    void send(LoadedMessage.Session session, List<LoadedMessage> turns) {
        var in = session.namespace() == null ? namespace : session.namespace();
        var path = "/v1/sessions/" + encode(session.id());
        var query = in.isEmpty() ? "" : "?namespace=" + encode(in);
        if (made.putIfAbsent(session, true) == null) {
            make(path + query, turns.get(0));
        }
        var answer = server.call("POST", path + "/messages" + query, BodyPublishers.ofByteArray(body(turns)));
        if (answer.statusCode() / 100 != 2) {
            throw refused(answer, turns);
        }
        count(answer.body());
    }

    private void make(String path, LoadedMessage first) {
        var body = new ByteArrayOutputStream();
        try (var json = JSON.createGenerator(body)) {
            json.writeStartObject();
            if (first.userId() != null) {
                json.writeStringField("userId", first.userId());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new LoadException(first.place(), e.getMessage());
        }
        var answer = server.call("PUT", path, BodyPublishers.ofByteArray(body.toByteArray()));
        if (answer.statusCode() / 100 != 2) {
            throw refused(answer, List.of(first));
        }
        sessions += answer.statusCode() == 201 ? 1 : 0;
    }

    private static byte[] body(List<LoadedMessage> turns) {
        int bytes = turns.stream().mapToInt(turn -> turn.message().length + 1).sum();
        var body = new ByteArrayOutputStream(bytes + 32);
        var before = "{\"messages\":[";
        for (var turn : turns) {
            body.writeBytes(before.getBytes(StandardCharsets.US_ASCII));
            body.writeBytes(turn.message());
            before = ",";
        }
        body.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
        return body.toByteArray();
    }

    private static LoadException refused(HttpResponse<byte[]> answer, List<LoadedMessage> turns) {
        var problem = ServerProblem.of(answer);
        var message = problem.message();
        if (message >= 0 && message < turns.size()) {
            return new LoadException(turns.get(message).place(), problem.toString());
        }
        var first = turns.get(0).place();
        var last = turns.get(turns.size() - 1).place();
        return new LoadException(first.equals(last) ? first : first + " to " + last, problem.toString());
    }

    private void count(byte[] answer) {
        try (var json = JSON.createParser(answer)) {
            for (var token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME && json.currentName().equals("inserted")) {
                    if (json.nextToken() == JsonToken.VALUE_TRUE) {
                        inserted++;
                    } else {
                        there++;
                    }
                } else if (token == JsonToken.FIELD_NAME && json.currentName().equals("reason")) {
                    skipped++;
                }
            }
        } catch (IOException e) {
            throw new LoadException("The server's answer is not JSON; is it Coppice?");
        }
    }

    static String encode(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Those that weren't there before. */
    long sessions() {
        return sessions;
    }

    long messages() {
        return inserted + there;
    }

    long inserted() {
        return inserted;
    }

    /** Messages that an earlier load had stored. */
    long there() {
        return there - skipped;
    }

    /** Messages whose ids are reserved for summaries, which the server leaves out. */
    long skipped() {
        return skipped;
    }
}
