package dev.coppice.openai;

import dev.coppice.format.ItemMessages.Entry;
import dev.coppice.format.MessageBody;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The items that a request adds to a conversation, in the order of the request.
 *
 * @param entries one for each item: a message to append, or a reference to an existing item
 * @param newIds the ids that this server has generated for items without one
 */
record NewItems(List<Entry> entries, Set<String> newIds) {
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Number of random bytes in a generated id, as many as in OpenAI's ids. The id has two hexadecimal digits for each
     * byte.
     */
    private static final int ID_BYTES = 24;

    /** Returns the messages to append; empty if the request only refers to existing items. */
    List<MessageBody> messages() {
        return entries.stream().map(Entry::message).filter(Objects::nonNull).toList();
    }

    /** Returns a new unique id: the prefix and 48 random hexadecimal digits. */
    static String newId(String prefix) {
        var bytes = new byte[ID_BYTES];
        RANDOM.nextBytes(bytes);
        return prefix + HexFormat.of().formatHex(bytes);
    }
}
