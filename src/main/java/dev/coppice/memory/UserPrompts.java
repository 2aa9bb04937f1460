package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageText;
import dev.coppice.format.ParsedMessage;
import dev.coppice.format.Tokens;
import dev.coppice.message.Histories;
import dev.coppice.message.History;
import dev.coppice.message.HistoryQuery;
import dev.coppice.session.SessionFilter;
import dev.coppice.session.SessionLists;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Reads what a user has written last: the newest messages of role {@code user} on the paths to the leaves of the user's
 * sessions. Begins with the session that was written last. The numbers of sessions and pages to read are limited.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class UserPrompts {
    private static final int MAX_SESSIONS = 50;
    private static final int PAGE = 100;

    /**
     * Maximum number of history pages that one analysis reads, not counting one page of each session, so that the
     * reading ends even if the user has written few of the messages. Most messages in a page are answers and tool
     * results, which the analysis does not use.
     */
    private static final int MAX_PAGES = 50;

    /**
     * Maximum bytes of the message bodies in a page, so that an analysis needs little memory even if messages are
     * large.
     */
    private static final long MAX_BYTES = 8 << 20;

    @Inject
    private SessionLists lists;

    @Inject
    private Sessions sessions;

    @Inject
    private Histories histories;

    @Inject
    private MemorySettings settings;

    /**
     * Returns the latest texts that a user has written, oldest first within each session; the texts of the session that
     * was written last are at the end. Together they have at most {@code coppice.profile.max-input-tokens}. If the
     * newest text alone has more, it is shortened. Reads at most {@link #MAX_SESSIONS} sessions: one page of the
     * history of each, and fewer than {@link #MAX_PAGES} further pages in total.
     */
    public List<String> newest(UserName user) {
        var filter = SessionFilter.ofUser(user.id());
        var reading = new Reading();
        for (var session : lists.list(user.tenant(), filter, MAX_SESSIONS, null).items()) {
            if (reading.isFull()) {
                break;
            }
            var name = new SessionName(user.tenant(), session.namespace(), session.id());
            reading.add(of(user, name, reading));
        }
        return List.copyOf(reading.texts);
    }

    /**
     * Returns the latest texts that a user has written in one session, oldest first. Together they have at most
     * {@code coppice.profile.max-input-tokens}. If the newest text alone has more, it is shortened. Empty if the
     * session does not exist or belongs to another user.
     */
    public List<String> newest(UserName user, SessionName session) {
        var reading = new Reading();
        reading.add(of(user, session, reading));
        return List.copyOf(reading.texts);
    }

    /** The texts that were read so far, and the tokens and pages that may still be read. */
    private final class Reading {
        private final Deque<String> texts = new ArrayDeque<>();
        private long tokens = settings.maxInputTokens();
        private int pages = MAX_PAGES;

        boolean isFull() {
            return tokens <= 0 || pages <= 0;
        }

        /**
         * Adds texts until the next one would exceed the remaining tokens. If the first text of all exceeds them, adds
         * its beginning. The new texts are placed before all texts that were added earlier.
         *
         * @param newestFirst texts, newest first
         */
        void add(List<String> newestFirst) {
            for (var text : newestFirst) {
                int textTokens = Tokens.of(text);
                if (textTokens > tokens && !texts.isEmpty()) {
                    tokens = 0;
                    return;
                }
                texts.addFirst(textTokens > tokens ? shortened(text) : text);
                tokens -= textTokens;
            }
        }

        private String shortened(String text) {
            int end = (int) Math.min(text.length(), tokens * 4);
            boolean pair = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
            return text.substring(0, pair ? end - 1 : end);
        }
    }

    /**
     * Returns the texts that a user has written in a session, newest first; none if the session does not exist or
     * belongs to another user.
     *
     * @param reading limits how much is read
     */
    private List<String> of(UserName user, SessionName name, Reading reading) {
        try {
            var session = sessions.read(name);
            var texts = user.id().equals(session.userId()) ? read(name, reading) : List.<String>of();
            // The session may have been replaced by one of another user, with the same name, while it was read.
            return sessions.read(name).id() == session.id() ? texts : List.of();
        } catch (Problem e) {
            if (e.code() == Code.SESSION_NOT_FOUND) {
                return List.of();
            }
            throw e;
        }
    }

    private List<String> read(SessionName name, Reading reading) {
        var texts = new ArrayList<String>();
        long left = reading.tokens;
        var page = page(name, null);
        while (page.isPresent()) {
            var prompts = prompts(page.get());
            texts.addAll(prompts);
            left -= prompts.stream().mapToLong(Tokens::of).sum();
            var before = page.get().before();
            boolean more = before != null && left > 0 && --reading.pages > 0;
            page = more ? page(name, before) : Optional.empty();
        }
        return texts;
    }

    /**
     * Returns the page of a session's history that ends directly before the message {@code before}; empty if this
     * message was deleted meanwhile.
     *
     * @param before id of a message, or null for the page that ends with the session's last message
     */
    private Optional<History> page(SessionName name, String before) {
        try {
            return Optional.of(histories.history(name, new HistoryQuery(null, PAGE, before, null, MAX_BYTES, true)));
        } catch (Problem e) {
            if (e.code() == Code.MESSAGE_NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns the texts of the user's messages in a page of a history, newest first. */
    private static List<String> prompts(History page) {
        var prompts = new ArrayDeque<String>();
        page.pieces().all().stream()
                .map(ParsedMessage::of)
                .filter(message -> message.role().equalsIgnoreCase("user"))
                .map(message -> MessageText.of(message).said())
                .filter(text -> !text.isBlank())
                .forEach(prompts::addFirst);
        return List.copyOf(prompts);
    }
}
