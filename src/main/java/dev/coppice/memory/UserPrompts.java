package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.format.MessageText;
import dev.coppice.format.Tokens;
import dev.coppice.json.JsonInput;
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
 * What a user has said lately, as a model is shown it: the newest messages of role {@code user} on the paths to the leaves
 * of the sessions, the session that was written last first. However much there is, a bounded part of it is read.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class UserPrompts {
    private static final int MAX_SESSIONS = 50;
    private static final int PAGE = 100;

    /** Pages in all: most of a session are answers and outputs of tools. */
    private static final int MAX_PAGES = 50;

    /** Bodies of a page, in memory. */
    private static final long MAX_BYTES = 8 << 20;

    @Inject
    private SessionLists lists;

    @Inject
    private Sessions sessions;

    @Inject
    private Histories histories;

    @Inject
    private Settings settings;

    /**
     * The texts, the oldest first; within {@code coppice.profile.max-input-tokens}, but for a longer one that is the newest.
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

    /** As {@link #newest(UserName)}, of one session of the user. */
    public List<String> newest(UserName user, SessionName session) {
        var reading = new Reading();
        reading.add(of(user, session, reading));
        return List.copyOf(reading.texts);
    }

    /** How much may still be read. */
    private final class Reading {
        private final Deque<String> texts = new ArrayDeque<>();
        private long tokens = settings.profile().maxInputTokens();
        private int pages = MAX_PAGES;

        boolean isFull() {
            return tokens <= 0 || pages <= 0;
        }

        /** Takes texts that lie before those that are there, the newest first, as long as they fit. */
        void add(List<String> newestFirst) {
            for (var text : newestFirst) {
                int its = Tokens.of(text);
                if (its > tokens && !texts.isEmpty()) {
                    tokens = 0;
                    return;
                }
                texts.addFirst(its > tokens ? shortened(text) : text);
                tokens -= its;
            }
        }

        private String shortened(String text) {
            int end = (int) Math.min(text.length(), tokens * 4);
            boolean pair = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
            return text.substring(0, pair ? end - 1 : end);
        }
    }

    /** The newest first. A session that is not, or no longer, the user's has none. */
    private List<String> of(UserName user, SessionName name, Reading reading) {
        try {
            var session = sessions.read(name);
            var texts = user.id().equals(session.userId()) ? read(name, reading) : List.<String>of();
            // What was read by the name may have been another one's.
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
            var said = said(page.get());
            texts.addAll(said);
            left -= said.stream().mapToLong(Tokens::of).sum();
            var before = page.get().before();
            boolean more = before != null && left > 0 && --reading.pages > 0;
            page = more ? page(name, before) : Optional.empty();
        }
        return texts;
    }

    /** Nothing where the message above which to go on was deleted meanwhile. */
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

    /** What the user says in a page, the newest first. */
    private static List<String> said(History page) {
        var said = new ArrayDeque<String>();
        page.pieces().all().stream()
                .filter(UserPrompts::isUsers)
                .map(message -> MessageText.of(message).said())
                .filter(text -> !text.isBlank())
                .forEach(said::addFirst);
        return List.copyOf(said);
    }

    private static boolean isUsers(byte[] message) {
        var role = new String[1];
        var in = JsonInput.of(message);
        in.object(member -> {
            if (member.equals("role")) {
                role[0] = in.json();
            } else {
                in.skip();
            }
        });
        return "user".equalsIgnoreCase(role[0]);
    }
}
