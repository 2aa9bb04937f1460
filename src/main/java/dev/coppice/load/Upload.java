package dev.coppice.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.coppice.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends the messages of a load to the server: creates sessions, appends batches of messages to them, and counts the
 * results. Not thread-safe.
 */
final class Upload {

    private static final JsonFactory JSON = new JsonFactory();
    /**
     * Maximum number of sessions that are remembered as existing on the server, which limits the memory. For a session
     * that was forgotten, the loader sends the request to create it again; the server then changes nothing.
     */
    private static final int MAX_KNOWN_SESSIONS = 10_000;

    private final CoppiceClient server;
    private final String namespace;
    /**
     * The sessions that this load has created or found on the server. They are the keys of the map; all values are
     * true.
     */
    private final Map<LoadedMessage.Session, Boolean> known = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<LoadedMessage.Session, Boolean> eldest) {
            return size() > MAX_KNOWN_SESSIONS;
        }
    };

    private long sessions;
    private long inserted;
    private long notInserted;
    /** Number of messages that the server has skipped and not stored; see {@link #skipped()}. */
    private long skipped;

    /**
     * Creates an upload.
     *
     * @param server the client of the server
     * @param namespace namespace of sessions whose {@link LoadedMessage.Session#namespace} is null; empty for the
     *     default namespace
     */
    Upload(CoppiceClient server, String namespace) {
        this.server = server;
        this.namespace = namespace;
    }

    /**
     * Appends messages to a session on the server. First creates the session if it does not exist. When the method
     * returns, the messages are stored.
     *
     * @param session the session
     * @param messages at most {@link Batches#MAX_MESSAGES} messages; each except the first is the child of the message
     *     before it
     * @throws LoadException if the server refuses the request or does not answer
     */
    void send(LoadedMessage.Session session, List<LoadedMessage> messages) {
        var sessionNamespace = session.namespace() == null ? namespace : session.namespace();
        var path = "/v1/sessions/" + encode(session.id());
        var query = sessionNamespace.isEmpty() ? "" : "?namespace=" + encode(sessionNamespace);
        if (known.putIfAbsent(session, true) == null) {
            create(path + query, messages.get(0));
        }
        var response = server.send("POST", path + "/messages" + query, BodyPublishers.ofByteArray(body(messages)));
        if (response.statusCode() / 100 != 2) {
            throw failure(response, messages);
        }
        count(response.body());
    }

    private void create(String path, LoadedMessage first) {
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
        var response = server.send("PUT", path, BodyPublishers.ofByteArray(body.toByteArray()));
        if (response.statusCode() / 100 != 2) {
            throw failure(response, List.of(first));
        }
        sessions += response.statusCode() == 201 ? 1 : 0;
    }

    private static byte[] body(List<LoadedMessage> messages) {
        int bytes =
                messages.stream().mapToInt(message -> message.json().length + 1).sum();
        var body = new ByteArrayOutputStream(bytes + 32);
        var separator = "{" + parent(messages.get(0)) + "\"messages\":[";
        for (var message : messages) {
            body.writeBytes(separator.getBytes(StandardCharsets.UTF_8));
            body.writeBytes(message.json());
            separator = ",";
        }
        body.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
        return body.toByteArray();
    }

    /**
     * Returns the JSON member that names the parent of the first message in a batch, with a comma after it, such as
     * {@code "parentId":"q20",}. Returns an empty text if the message follows the last message of its session.
     */
    private static String parent(LoadedMessage first) {
        if (first.root()) {
            return "\"root\":true,";
        }
        return first.parentId() == null ? "" : "\"parentId\":" + JsonText.quoted(first.parentId()) + ",";
    }

    /**
     * Returns the error for a failed request. Its text names the line of the message that the server has refused. If
     * the response names no message, the text names the first and the last line of the request.
     */
    private static LoadException failure(HttpResponse<byte[]> response, List<LoadedMessage> messages) {
        var problem = ServerProblem.of(response);
        var message = problem.message();
        if (message >= 0 && message < messages.size()) {
            return new LoadException(messages.get(message).place(), problem.toString());
        }
        var first = messages.get(0).place();
        var last = messages.get(messages.size() - 1).place();
        return new LoadException(first.equals(last) ? first : first + " to " + last, problem.toString());
    }

    /**
     * Counts the results in the response to an append: how many messages were inserted, how many the server already
     * had, and how many it skipped.
     */
    private void count(byte[] answer) {
        try (var json = JSON.createParser(answer)) {
            for (var token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME && json.currentName().equals("inserted")) {
                    if (json.nextToken() == JsonToken.VALUE_TRUE) {
                        inserted++;
                    } else {
                        notInserted++;
                    }
                } else if (token == JsonToken.FIELD_NAME && json.currentName().equals("reason")) {
                    skipped++;
                }
            }
        } catch (IOException e) {
            throw new LoadException("The server's response is not JSON; is this a Coppice server?");
        }
    }

    /** Returns a text percent-encoded for use as a segment of a URL's path or as a query parameter. */
    static String encode(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns the number of sessions that this load has created. */
    long sessions() {
        return sessions;
    }

    /**
     * Returns the number of messages in all successful requests, whether the server inserted them, already had them or
     * skipped them.
     */
    long messages() {
        return inserted + notInserted;
    }

    long inserted() {
        return inserted;
    }

    /** Returns the number of messages that the server already had, for example after an earlier load. */
    long existing() {
        return notInserted - skipped;
    }

    /**
     * Returns the number of messages that the server skipped. It skips a message if the message's id is reserved for
     * summaries, or if the session's limit of messages has removed the message earlier.
     */
    long skipped() {
        return skipped;
    }
}
