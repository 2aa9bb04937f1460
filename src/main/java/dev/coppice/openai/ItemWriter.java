package dev.coppice.openai;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.api.Precondition;
import dev.coppice.format.ItemMessages.Entry;
import dev.coppice.format.MessageBody;
import dev.coppice.format.MessageItems;
import dev.coppice.format.MessageItems.Item;
import dev.coppice.json.Fingerprint;
import dev.coppice.message.Append;
import dev.coppice.message.Append.OnExisting;
import dev.coppice.message.Append.Parent;
import dev.coppice.message.Appended;
import dev.coppice.message.Messages;
import dev.coppice.message.MessagesStored;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Reception;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Adds items to a conversation of OpenAI's API, which is a session, within the current transaction. Methods throw 404
 * if the conversation, or an item to which the request refers, does not exist.
 */
@RequestScoped
public class ItemWriter {
    @Inject
    private Messages messages;

    @Inject
    private Sessions sessions;

    @Inject
    private ConversationItems items;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    /**
     * The messages that this request has written, as they are stored. They may differ from what the client sent,
     * because observers may change messages.
     */
    private final List<byte[]> stored = new ArrayList<>();

    /** Collects the messages that {@link Messages#append} writes in this request. */
    void remember(@Observes(notifyObserver = Reception.IF_EXISTS) MessagesStored event) {
        event.changes().stream()
                .map(MessagesStored.Change::body)
                .filter(Objects::nonNull)
                .forEach(stored::add);
    }

    /**
     * Appends the new items of a request at the session's leaf. If the request also refers to existing items by their
     * ids, checks that these exist. A new item may have the id of an existing item. Such an item changes nothing if it
     * equals the existing item, in the form that was sent or in the form that the server returns. If it differs, throws
     * 409 {@code message-exists}, or an error 400 if the existing item is not the first item of its message.
     */
    void add(SessionName name, NewItems sent) {
        var checked = withoutFurther(name, sent);
        append(name, checked);
        checked.entries().stream()
                .map(Entry::reference)
                .filter(Objects::nonNull)
                .distinct()
                .forEach(id -> items.find(name, id));
    }

    /**
     * Adds items as {@link #add} does, and returns all items of the request as they are stored, including the existing
     * items to which the request refers. An existing item is read once, even if the request refers to it several times.
     * Throws 413 {@code too-large} if the existing items together have more bytes than the body of a request may have.
     * For this limit, an item counts as often as the request refers to it.
     */
    List<Item> addAndList(SessionName name, NewItems sent) {
        var checked = withoutFurther(name, sent);
        var skipped = append(name, checked);
        var written = writtenItems(checked, skipped);
        var references = new ReferencedItems(
                (id, held) -> items.find(name, id, held), id -> items.hasMessage(name, id), settings.bodyMaxBytes());
        var all = new ArrayList<Item>();
        for (var entry : checked.entries()) {
            if (entry.message() == null) {
                all.add(references.get(entry.reference()));
            } else {
                var own = written.get(entry.message().id());
                all.addAll(own == null ? existing(name, entry.message()) : own);
            }
        }
        request.reserveMemory(references.bytes());
        return all;
    }

    /**
     * Returns the items of a stored message that a client has sent again. If the stored message has more items than the
     * sent one, returns only the first of them, as many as the sent message has.
     */
    private List<Item> existing(SessionName name, MessageBody sent) {
        var existing = items.ofMessage(name, sent.id());
        int size = MessageItems.of(sent.json()).items().size();
        return existing.subList(0, Math.min(size, existing.size()));
    }

    /**
     * Appends messages at the session's leaf. Returns the ids of the messages that were skipped, because the session
     * had them earlier and its retention limit has removed them.
     */
    private Set<String> append(SessionName name, NewItems sent) {
        stored.clear();
        var added = sent.messages();
        if (added.isEmpty()) {
            sessions.read(name);
            return Set.of();
        }
        var append = new Append(added, Map.of(), Parent.LEAF, null, OnExisting.KEEP, null, sent.newIds());
        var result = messages.append(name, append, false, Precondition.NONE).appended();
        refuseOthers(name, added, ids(result, item -> "kept".equals(item.reason())));
        return ids(result, item -> item.version() == 0);
    }

    /**
     * Returns the items of the messages of a request, by the id of the message. For a written message, these are the
     * items of its stored form; for a skipped message, the items as they were sent.
     *
     * @param skipped ids of the messages that were not written
     */
    private Map<String, List<Item>> writtenItems(NewItems sent, Set<String> skipped) {
        var asSent = sent.messages().stream()
                .filter(message -> skipped.contains(message.id()))
                .map(MessageBody::json);
        return Stream.concat(stored.stream(), asSent)
                .map(MessageItems::of)
                .collect(Collectors.toMap(MessageItems::message, MessageItems::items, (first, second) -> first));
    }

    private static Set<String> ids(List<Appended.Item> appended, Predicate<Appended.Item> condition) {
        return appended.stream().filter(condition).map(Appended.Item::id).collect(Collectors.toSet());
    }

    /**
     * Throws 409 {@code message-exists} if an added message has the id of an existing message, but another value and
     * other items.
     *
     * @param added the messages that the request adds
     * @param kept ids of the messages that exist with another value
     */
    private void refuseOthers(SessionName name, List<MessageBody> added, Set<String> kept) {
        for (var message : added) {
            if (kept.contains(message.id()) && !isReturned(name, message)) {
                throw new Problem(
                        Code.MESSAGE_EXISTS, "An item with the id '" + message.id() + "' and another value exists.");
            }
        }
    }

    /** True if the items of a message equal the first items of the existing message with the same id. */
    private boolean isReturned(SessionName name, MessageBody message) {
        var existing = items.ofMessage(name, message.id());
        var sent = MessageItems.of(message.json()).items();
        return sent.size() <= existing.size()
                && IntStream.range(0, sent.size()).allMatch(i -> isSame(sent.get(i), existing.get(i)));
    }

    private static boolean isSame(Item one, Item other) {
        return Arrays.equals(Fingerprint.of(one.json(), Set.of()), Fingerprint.of(other.json(), Set.of()));
    }

    /**
     * Returns the items of a request, with some of them replaced by references to existing items. This happens to an
     * item with an id such as {@code m~2}: this server has made the existing item with this id from a part of the
     * message {@code m}. Throws an error 400 if the sent item differs from the existing one.
     */
    private NewItems withoutFurther(SessionName name, NewItems sent) {
        var entries = new ArrayList<Entry>();
        for (var entry : sent.entries()) {
            var further = entry.message() == null
                    ? null
                    : items.furtherItem(name, entry.message().id()).orElse(null);
            if (further == null) {
                entries.add(entry);
            } else if (isSame(MessageItems.of(entry.message().json()).items().get(0), further.item())) {
                entries.add(new Entry(null, entry.message().id()));
            } else {
                throw OpenAiProblem.invalid(
                        "items[" + entries.size() + "].id",
                        "invalid_value",
                        "The id '" + entry.message().id() + "' is that of an item of the message '"
                                + further.message().message() + "'. Send the item with another id.");
            }
        }
        return new NewItems(entries, sent.newIds());
    }
}
