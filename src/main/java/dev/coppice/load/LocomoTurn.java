package dev.coppice.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;

/**
 * One turn of a sitting, and the message that is made of it: the conversation's first speaker is the user, the other the
 * assistant, in all its sittings. Pictures are there by address only, so their caption stands in as a text part.
 */
record LocomoTurn(String id, String speaker, String text, String caption, String query, List<String> pictures) {

    private static final JsonFactory JSON = new JsonFactory();
    private static final DateTimeFormatter SAID = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("h:mm a 'on' d MMMM, uuuu")
            .toFormatter(Locale.ENGLISH);
    private static final DateTimeFormatter ISO = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");

    /** The parser stands at the turn's opening brace, and at its closing one afterwards. */
    static LocomoTurn read(JsonParser json, String place) throws IOException {
        var words = new HashMap<String, String>();
        var pictures = new ArrayList<String>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            var field = json.currentName();
            json.nextToken();
            if (field.equals("img_url") && json.currentToken() == JsonToken.START_ARRAY) {
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    pictures.add(json.getValueAsString());
                }
            } else if (json.currentToken() == JsonToken.VALUE_STRING) {
                words.put(field, json.getText());
            } else {
                json.skipChildren();
            }
        }
        for (var needed : List.of("dia_id", "speaker", "text")) {
            if (!words.containsKey(needed)) {
                throw new LoadException(place, "a turn without " + needed);
            }
        }
        return new LocomoTurn(
                words.get("dia_id"),
                words.get("speaker"),
                words.get("text"),
                words.get("blip_caption"),
                words.get("query"),
                pictures);
    }

    /** {@code 1:56 pm on 8 May, 2023}, taken as UTC because the file names no zone. */
    static String instant(String said, String place) {
        if (said == null) {
            throw new LoadException(place, "the sitting has no date");
        }
        try {
            return ISO.format(LocalDateTime.parse(said.strip(), SAID).atOffset(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            throw new LoadException(place, "a date like 1:56 pm on 8 May, 2023 was expected, not " + said);
        }
    }

    byte[] message(String firstSpeaker, String createdAt) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("id", id);
            json.writeStringField("role", speaker.equals(firstSpeaker) ? "user" : "assistant");
            json.writeArrayFieldStart("parts");
            for (var part : caption == null ? List.of(text) : List.of(text, "[image: " + caption + "]")) {
                json.writeStartObject();
                json.writeStringField("type", "text");
                json.writeStringField("text", part);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeStringField("createdAt", createdAt);
            json.writeObjectFieldStart("metadata");
            json.writeStringField("speaker", speaker);
            if (!pictures.isEmpty()) {
                json.writeArrayFieldStart("img_url");
                for (var picture : pictures) {
                    json.writeString(picture);
                }
                json.writeEndArray();
            }
            if (query != null) {
                json.writeStringField("query", query);
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
