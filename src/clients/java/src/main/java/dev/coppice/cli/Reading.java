package dev.coppice.cli;

import dev.coppice.client.Coppice;
import dev.coppice.client.HistoryQuery;
import dev.coppice.client.SearchQuery;
import dev.coppice.client.SessionFilter;
import java.io.PrintStream;

/** The commands {@code sessions}, {@code history} and {@code search}. */
final class Reading {
    private static final int SESSIONS = 50;

    private final Coppice coppice;
    private final Arguments arguments;
    private final PrintStream out;

    Reading(Coppice coppice, Arguments arguments, PrintStream out) {
        this.coppice = coppice;
        this.arguments = arguments;
        this.out = out;
    }

    /** Prints a line for each session: id, time of the last write, number of messages, name, separated by tabs. */
    void sessions() {
        var filter = SessionFilter.all();
        arguments.option("--user").ifPresent(filter::userId);
        arguments.option("--agent").ifPresent(filter::agent);
        if (arguments.flag("--all-namespaces")) {
            filter.allNamespaces();
        }
        coppice.sessions(filter).stream()
                .limit(arguments.number("--limit").orElse(SESSIONS))
                .forEach(session -> out.println(session.id() + "\t" + session.updatedAt() + "\t"
                        + session.messageCount() + "\t" + (session.name() == null ? "" : oneLine(session.name()))));
    }

    /**
     * Prints the messages of a session, one on each line: as {@code role: text}, or as JSON if the option
     * {@code --json} is given.
     */
    void history() {
        var query = arguments.number("--last").map(HistoryQuery::last).orElseGet(HistoryQuery::all);
        arguments.option("--leaf").ifPresent(query::leafId);
        try (var history = coppice.session(arguments.word("session")).history(query)) {
            for (var message : history) {
                out.println(
                        arguments.flag("--json") ? oneLine(message.json()) : message.role() + ": " + message.text());
            }
        }
    }

    /** Prints a line for each hit: session id, message id and snippet, separated by tabs. */
    void search() {
        if (arguments.words().isEmpty()) {
            throw new UsageException("No words given");
        }
        var query = SearchQuery.of(String.join(" ", arguments.words())).waitForIndex();
        arguments.number("--limit").ifPresent(query::limit);
        arguments.option("--user").ifPresent(query::userId);
        var hits = arguments.option("--session").isPresent()
                ? coppice.session(arguments.option("--session").get()).search(query)
                : coppice.search(query);
        hits.forEach(
                hit -> out.println(hit.sessionId() + "\t" + hit.messageId() + "\t" + oneLine(plain(hit.snippet()))));
    }

    /** Returns the plain text of a snippet. A snippet is HTML in which {@code <mark>} is the only tag. */
    private static String plain(String snippet) {
        return snippet.replaceAll("</?mark>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\t\\r\\n]+", " ");
    }
}
