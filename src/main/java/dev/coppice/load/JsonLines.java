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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * JSON Lines: a message a line, blank lines aside. Three members are the envelope and are taken out: {@code sessionId}
 * (needed), {@code userId} and {@code namespace} (both optional, the first is used when the session is made). Every other
 * byte of the message goes to the server as it stands in the file.
 *
 * <p>A message without {@code id} gets one made of its line number and its bytes, so that loading the same file twice
 * doesn't store it twice.
 */
final class JsonLines {

    /** The longest body that the server takes; no message of a longer line could be stored. */
    static final int MAX_LINE = 16 * 1024 * 1024;

    private static final Set<String> ENVELOPE = Set.of("sessionId", "userId", "namespace");
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(MAX_LINE)
                    .maxStringLength(MAX_LINE)
                    .build())
            .build();

    private JsonLines() {}

    /** @throws LoadException at the first bad line, with its number; the lines before it have gone to the sink */
    static void read(InputStream file, Consumer<LoadedMessage> sink) throws IOException {
        var in = new BufferedInputStream(file, 1 << 16);
        var line = new ByteArrayOutputStream();
        for (long number = 1; next(in, line, number); number++) {
            if (!isBlank(line.toByteArray())) {
                sink.accept(turn(line.toByteArray(), number));
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

    static LoadedMessage turn(byte[] line, long number) {
        var place = "line " + number;
        try (var parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new LoadException(place, "not a JSON object");
            }
            var members = new ArrayList<Member>();
            var envelope = new HashMap<String, String>();
            boolean hasId = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var name = parser.currentName();
                int start = (int) parser.currentTokenLocation().getByteOffset();
                boolean ours = ENVELOPE.contains(name);
                if (ours && envelope.putIfAbsent(name, text(parser, name, place)) != null) {
                    throw new LoadException(place, name + " is there twice");
                }
                if (!ours) {
                    parser.nextToken();
                    parser.skipChildren();
                    parser.finishToken();
                }
                hasId |= name.equals("id");
                members.add(new Member(start, (int) parser.currentLocation().getByteOffset(), ours));
            }
            int end = (int) parser.currentLocation().getByteOffset();
            if (parser.nextToken() != null) {
                throw new LoadException(place, "more than one JSON value");
            }
            if (!envelope.containsKey("sessionId")) {
                throw new LoadException(place, "no sessionId");
            }
            var id =
                    hasId ? null : UUID.nameUUIDFromBytes((number + ":" + new String(line, "UTF-8")).getBytes("UTF-8"));
            return new LoadedMessage(
                    envelope.get("namespace"),
                    envelope.get("sessionId"),
                    envelope.get("userId"),
                    without(line, members, end, id),
                    place);
        } catch (JsonProcessingException e) {
            throw new LoadException(place, "not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new LoadException(place, "not UTF-8: " + e.getMessage());
        }
    }

    private static String text(JsonParser parser, String name, String place) throws IOException {
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
            throw new LoadException(place, name + " is not a string");
        }
        return parser.getText();
    }

    private record Member(int start, int end, boolean ours) {}

    /** The line without the envelope's members; each kept member brings the separator that stood before it. */
    private static byte[] without(byte[] line, List<Member> members, int end, UUID id) {
        var out = new ByteArrayOutputStream(line.length + 48);
        out.write(line, 0, members.get(0).start());
        boolean first = true;
        for (int i = 0; i < members.size(); i++) {
            var member = members.get(i);
            if (member.ours()) {
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
