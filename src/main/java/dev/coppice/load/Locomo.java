package dev.coppice.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The LoCoMo file (Maharana et al., ACL 2024): an array of long conversations between two people, each held in dated
 * sittings. A sitting becomes the session {@code <conversation>-session_<n>}, the conversation its {@code userId}. What
 * the file has beside the turns (questions, summaries, observations) is passed over.
 *
 * <p>A conversation is kept until its end, because its name comes last in the file; memory holds one at a time.
 */
final class Locomo {

    private static final Pattern SITTING = Pattern.compile("session_(\\d+)");
    private static final Pattern DATE = Pattern.compile("session_(\\d+)_date_time");

    private final JsonParser json;
    private final Consumer<LoadedMessage> sink;

    private Locomo(JsonParser json, Consumer<LoadedMessage> sink) {
        this.json = json;
        this.sink = sink;
    }

    /** @throws LoadException at the first conversation that isn't as expected; those before it have gone to the sink */
    static void read(InputStream file, Consumer<LoadedMessage> sink) throws IOException {
        try (var json = new JsonFactory().createParser(file)) {
            if (json.nextToken() != JsonToken.START_ARRAY) {
                throw new LoadException("Not a LoCoMo file: it doesn't begin with an array of conversations");
            }
            var locomo = new Locomo(json, sink);
            for (int number = 1; json.nextToken() == JsonToken.START_OBJECT; number++) {
                locomo.conversation("conversation " + number);
            }
            if (json.currentToken() != JsonToken.END_ARRAY) {
                throw new LoadException("Not a LoCoMo file: the array holds something else than conversations");
            }
        } catch (JsonProcessingException e) {
            throw new LoadException("line " + e.getLocation().getLineNr(), "not JSON: " + e.getOriginalMessage());
        }
    }

    private void conversation(String place) throws IOException {
        String name = null;
        var sittings = new TreeMap<Integer, List<LocomoTurn>>();
        var words = new HashMap<String, String>();
        var dates = new HashMap<Integer, String>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            var field = json.currentName();
            json.nextToken();
            if (field.equals("sample_id")) {
                name = json.getValueAsString();
            } else if (field.equals("conversation") && json.currentToken() == JsonToken.START_OBJECT) {
                sittings(sittings, words, dates, place);
            } else {
                json.skipChildren();
            }
        }
        if (name == null || sittings.isEmpty() || words.get("speaker_a") == null) {
            throw new LoadException(place, "sample_id, speaker_a or the sittings are missing");
        }
        send(name, words.get("speaker_a"), sittings, dates);
    }

    private void sittings(
            Map<Integer, List<LocomoTurn>> sittings,
            Map<String, String> words,
            Map<Integer, String> dates,
            String place)
            throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            var field = json.currentName();
            var sitting = SITTING.matcher(field);
            var date = DATE.matcher(field);
            json.nextToken();
            if (sitting.matches() && json.currentToken() == JsonToken.START_ARRAY) {
                var turns = new ArrayList<LocomoTurn>();
                while (json.nextToken() == JsonToken.START_OBJECT) {
                    turns.add(LocomoTurn.read(json, place + ", " + field));
                }
                sittings.put(Integer.valueOf(sitting.group(1)), turns);
            } else if (date.matches()) {
                dates.put(Integer.valueOf(date.group(1)), json.getValueAsString());
            } else if (json.currentToken() == JsonToken.VALUE_STRING) {
                words.put(field, json.getText());
            } else {
                json.skipChildren();
            }
        }
    }

    private void send(
            String name, String firstSpeaker, Map<Integer, List<LocomoTurn>> sittings, Map<Integer, String> dates)
            throws IOException {
        for (var sitting : sittings.entrySet()) {
            var session = name + "-session_" + sitting.getKey();
            var createdAt = LocomoTurn.instant(dates.get(sitting.getKey()), session);
            for (var turn : sitting.getValue()) {
                var place = session + ", " + turn.id();
                sink.accept(new LoadedMessage(null, session, name, turn.message(firstSpeaker, createdAt), place));
            }
        }
    }
}
