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
 * Reads JSON Lines: one message per line; blank lines are skipped. Three members form the envelope and are removed:
 * {@code sessionId} (required), {@code userId} (optional, used when the session is created) and {@code namespace}
 * (optional). All other bytes of the message are sent unchanged.
 *
 * <p>A message without {@code id} gets one that is derived from its line number and its bytes, so that loading the same file
 * again does not store it twice.
 */
final class JsonLines {

    /** Maximum length of a line in bytes, equal to the server's default limit for a request's body. */
    static final int MAX_LINE = 16 * 1024 * 1024;

    private static final Set<String> ENVELOPE = Set.of("sessionId", "userId", "namespace");
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(MAX_LINE)
                    .maxStringLength(MAX_LINE)
                    .build())
            .build();

    private JsonLines() {}

    /**
     * Reads the file and passes each message to {@code sink}.
     *
     * @throws LoadException at the first invalid line, with its number; the messages before it have been passed to
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

    private static LoadedMessage message(byte[] line, long number) {
        var place = "line " + number;
        try (var parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new LoadException(place, "not a JSON object");
            }
            var members = new ArrayList<Member>();
            var envelope = new HashMap<String, String>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                members.add(member(parser, envelope, place));
            }
            int end = (int) parser.currentLocation().getByteOffset();
            if (parser.nextToken() != null) {
                throw new LoadException(place, "more than one JSON value");
            }
            if (!envelope.containsKey("sessionId")) {
                throw new LoadException(place, "sessionId is missing");
            }
            boolean hasId = members.stream().anyMatch(member -> member.name().equals("id"));
            return new LoadedMessage(
                    envelope.get("namespace"),
                    envelope.get("sessionId"),
                    envelope.get("userId"),
                    withoutEnvelope(line, members, end, hasId ? null : generatedId(line, number)),
                    place);
        } catch (JsonProcessingException e) {
            throw new LoadException(place, "not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new LoadException(place, "not UTF-8: " + e.getMessage());
        }
    }

    /**
     * Reads the member at the parser's position. If it belongs to the envelope, also puts its value into
     * {@code envelope}.
     */
    private static Member member(JsonParser parser, Map<String, String> envelope, String place) throws IOException {
        var name = parser.currentName();
        int start = (int) parser.currentTokenLocation().getByteOffset();
        boolean inEnvelope = ENVELOPE.contains(name);
        if (inEnvelope && envelope.putIfAbsent(name, text(parser, name, place)) != null) {
            throw new LoadException(place, "duplicate " + name);
        }
        if (!inEnvelope) {
            parser.nextToken();
            parser.skipChildren();
            parser.finishToken();
        }
        return new Member(name, start, (int) parser.currentLocation().getByteOffset(), inEnvelope);
    }

    private static UUID generatedId(byte[] line, long number) {
        var text = number + ":" + new String(line, StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(JsonParser parser, String name, String place) throws IOException {
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
            throw new LoadException(place, name + " is not a string");
        }
        return parser.getText();
    }

    /** A member of a message, with the byte offsets of its start (included) and end (excluded) in the line. */
    private record Member(String name, int start, int end, boolean inEnvelope) {}

    /**
     * Returns the line without the members of the envelope. A member that is kept also keeps the separator before it.
     * If {@code id} is not null, appends it as the member {@code id}.
     */
    private static byte[] withoutEnvelope(byte[] line, List<Member> members, int end, UUID id) {
        var out = new ByteArrayOutputStream(line.length + 48);
        out.write(line, 0, members.get(0).start());
        boolean first = true;
        for (int i = 0; i < members.size(); i++) {
            var member = members.get(i);
            if (member.inEnvelope()) {
                continue;
            }
            int from = first ? member.start() : members.get(i - 1).end();
            out.write(line, from, member.end() - from);
            first = false;
        }
        if (id != null) {
            out.writeBytes(((first ? "" : ",") + "\"id\":\"" + id + "\"").getBytes());
        }
        int last = members.get(members.size() - 1).end();
        out.write(line, last, end - last);
        return out.toByteArray();
    }
}
