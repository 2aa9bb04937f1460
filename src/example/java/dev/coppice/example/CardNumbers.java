package dev.coppice.example;

import dev.coppice.message.MessageAppending;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Replaces card numbers by dots before a message is stored and indexed. Thread-safe. */
@ApplicationScoped
public class CardNumbers {
    private static final Pattern CARD = Pattern.compile("\\b(?:\\d{4}[ -]){3}\\d{4}\\b");

    void redact(@Observes MessageAppending appending) {
        var json = new String(appending.message().json(), StandardCharsets.UTF_8);
        var redacted = CARD.matcher(json).replaceAll("•••• •••• •••• ••••");
        if (!redacted.equals(json)) {
            appending.replace(redacted.getBytes(StandardCharsets.UTF_8));
        }
    }
}
