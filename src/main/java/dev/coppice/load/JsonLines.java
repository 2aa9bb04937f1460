package dev.coppice.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Reads a file in the format JSON Lines: one message per line; blank lines are skipped. Some members of a line say
 * where the message belongs. They are called the envelope, and are not sent to the server as a part of the message:
 *
 * <ul>
 *   <li>{@code sessionId}: id of the session; required;
 *   <li>{@code userId}: user of the session, if the session has to be created;
 *   <li>{@code namespace}: namespace of the session;
 *   <li>{@code parentId}: id of the parent message;
 *   <li>{@code root}: true if the message has no parent.
 * </ul>
 *
 * <p>A member that is null counts as absent. Without {@code parentId} and {@code root}, a message follows the last one
 * of its session. All other bytes of the line are sent to the server unchanged. A message without {@code id} gets an id
 * that is derived from the number and the bytes of its line. So loading the same file again does not store the message
 * twice.
 */
final class JsonLines {

    /** Maximum length of a line in bytes, inclusive. It equals the server's default limit for a request's body. */
    static final int MAX_LINE = 16 * 1024 * 1024;

    /** Names of the members of a line that say where the message belongs, and are not sent. */
    private static final Set<String> ENVELOPE = Set.of("sessionId", "userId", "namespace", "parentId", "root");

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(MAX_LINE)
                    .maxStringLength(MAX_LINE)
                    .build())
            .build();

    private JsonLines() {}

    /**
     * Reads a file and passes each message to {@code sink}, in the order of the file.
     *
     * @param file the bytes of the file, in UTF-8
     * @param sink called with each message
     *
     * @throws LoadException at the first invalid line, with its number; the messages before it were passed to
     *     {@code sink}
     */
    static void read(InputStream file, Consumer<LoadedMessage> sink) throws IOException {
        var in = new BufferedInputStream(file, 1 << 16);
        var line = new ByteArrayOutputStream();
        for (long number = 1; next(in, line, number); number++) {
            if (!isBlank(line.toByteArray())) {
                sink.accept(message(line.toByteArray(), number));
            }
        }
    }

    /**
     * Reads the next line of the file into {@code line}, without the line end, in place of the line before. Returns
     * false at the end of the file. Throws {@code LoadException} if the line has more than {@link #MAX_LINE} bytes.
     *
     * @param number number of this line for the error message, from 1
     */
    private static boolean next(InputStream in, ByteArrayOutputStream line, long number) throws IOException {
        line.reset();
        int b;
        while ((b = in.read()) != -1 && b != '\n') {
            if (line.size() == MAX_LINE) {
                throw new LoadException("line " + number, "longer than 16 MiB");
            }
            line.write(b);
        }
        return b != -1 || line.size() > 0;
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the message in a line of the file. Throws {@code LoadException} if the line is not one JSON object in
     * UTF-8, if {@code sessionId} is missing, or if another member that says where the message belongs is invalid.
     *
     * @param line bytes of the line
     * @param number number of the line in the file, from 1
     */
    private static LoadedMessage message(byte[] line, long number) {
        var place = "line " + number;
        try (var parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new LoadException(place, "not a JSON object");
            }
            var members = new ArrayList<Member>();
            var values = new HashMap<String, String>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                members.add(member(parser, values, place));
            }
            int end = (int) parser.currentLocation().getByteOffset();
            if (parser.nextToken() != null) {
                throw new LoadException(place, "more than one JSON value");
            }
            if (!values.containsKey("sessionId")) {
                throw new LoadException(place, "sessionId is missing");
            }
            var newId = values.containsKey("id") ? null : generatedId(line, number);
            return message(values, withoutEnvelope(line, members, end, newId), newId, place);
        } catch (JsonProcessingException e) {
            throw new LoadException(place, "not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new LoadException(place, "not UTF-8: " + e.getMessage());
        }
    }

    /**
     * Creates a message.
     *
     * @param values values of the line's members {@code id}, {@code sessionId}, {@code userId}, {@code namespace},
     *     {@code parentId} and {@code root}, by name, without those that are absent or null
     * @param json the JSON of the message to send, with its id
     * @param newId the generated id, or null if the line contains an id
     * @param place number of the line, for error messages, such as {@code line 17}
     */
    private static LoadedMessage message(Map<String, String> values, byte[] json, UUID newId, String place) {
        boolean isRoot = "true".equals(values.get("root"));
        if (isRoot && values.containsKey("parentId")) {
            throw new LoadException(place, "a root has no parentId");
        }
        return new LoadedMessage(
                values.get("namespace"),
                values.get("sessionId"),
                values.get("userId"),
                newId == null ? values.get("id") : newId.toString(),
                values.get("parentId"),
                isRoot,
                json,
                place);
    }

    /**
     * Reads and returns one member of a line; the parser must be at the member's name. If the member is {@code id} or
     * one of {@link #ENVELOPE}, also puts its value into {@code values}, unless the value is JSON null. Throws
     * {@code LoadException} if the line has the member twice or its value has the wrong type.
     *
     * @param values values of the line's members {@code id} and {@link #ENVELOPE} so far, by name
     * @param place number of the line, for error messages, such as {@code line 17}
     */
    private static Member member(JsonParser parser, Map<String, String> values, String place) throws IOException {
        var name = parser.currentName();
        int start = (int) parser.currentTokenLocation().getByteOffset();
        var token = parser.nextToken();
        boolean isNull = token == JsonToken.VALUE_NULL;
        boolean isId = name.equals("id");
        boolean inEnvelope = ENVELOPE.contains(name);
        if (inEnvelope && !isNull) {
            checkType(name, token, place);
        }
        if ((inEnvelope || isId) && !isNull && values.putIfAbsent(name, parser.getText()) != null) {
            throw new LoadException(place, "duplicate " + name);
        }
        parser.skipChildren();
        parser.finishToken();
        return new Member(name, start, (int) parser.currentLocation().getByteOffset(), inEnvelope || isId && isNull);
    }

    private static void checkType(String name, JsonToken token, String place) {
        boolean isRoot = name.equals("root");
        if (isRoot ? !token.isBoolean() : token != JsonToken.VALUE_STRING) {
            throw new LoadException(place, name + (isRoot ? " is not true or false" : " is not a string"));
        }
    }

    private static UUID generatedId(byte[] line, long number) {
        var text = number + ":" + new String(line, StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A member of a line in the file.
     *
     * @param name name of the member
     * @param start index of the member's first byte in the line, inclusive
     * @param end index of the member's last byte in the line, exclusive
     * @param removed true if the member is not sent: it is one of {@link #ENVELOPE}, or an id that is null
     */
    private record Member(String name, int start, int end, boolean removed) {}

    /**
     * Returns the message to send. This is the JSON object of a line without the members that are not sent. Each other
     * member is copied together with the comma and white space before it. A generated id is added as a member.
     *
     * @param line bytes of the line
     * @param members all members of the line, in their order
     * @param end index after the last byte of the line's JSON object
     * @param id the generated id, or null if the line contains an id
     */
    private static byte[] withoutEnvelope(byte[] line, List<Member> members, int end, UUID id) {
        var out = new ByteArrayOutputStream(line.length + 48);
        out.write(line, 0, members.get(0).start());
        boolean first = true;
        for (int i = 0; i < members.size(); i++) {
            var member = members.get(i);
            if (member.removed()) {
                continue;
            }
            int from = first ? member.start() : members.get(i - 1).end();
            out.write(line, from, member.end() - from);
            first = false;
        }
        if (id != null) {
            out.writeBytes(((first ? "" : ",") + "\"id\":\"" + id + "\"").getBytes(StandardCharsets.UTF_8));
        }
        int last = members.get(members.size() - 1).end();
        out.write(line, last, end - last);
        return out.toByteArray();
    }
}
