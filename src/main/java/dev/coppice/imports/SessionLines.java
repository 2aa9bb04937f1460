package dev.coppice.imports;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockScope;
import dev.coppice.context.ContextExport.Declaration;
import dev.coppice.context.ContextExport.FrozenText;
import dev.coppice.context.ContextImport.Owner;
import dev.coppice.format.MessageBody;
import dev.coppice.imports.ImportReport.Count;
import dev.coppice.memory.SummaryInfo;
import dev.coppice.message.Append;
import dev.coppice.message.Append.OnExisting;
import dev.coppice.message.Append.Parent;
import dev.coppice.message.TreeCopies.Ends;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionName;
import dev.coppice.state.ListItem;
import dev.coppice.state.StateObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Imports the lines of one session. Collects up to 500 messages or 1 MiB of messages and appends them together, because
 * a transaction for each message would be slow. For one session; not thread-safe.
 */
final class SessionLines {
    private static final int MAX_MESSAGES = 500;
    private static final int MAX_BYTES = 1 << 20;
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final ImportTarget target;
    private final ImportReport report;
    private final SessionName name;
    private final SessionInfo session;
    private final int maxMessages;
    private final List<MessageBody> messages = new ArrayList<>();
    private final Map<Integer, Parent> parents = new HashMap<>();
    private final List<String> deleted = new ArrayList<>();
    private int bytes;
    private long count;
    private FrozenText prompt;
    private SummaryInfo summary;
    private String listKey;
    private long listVersion;

    /**
     * Creates an object for a session whose import has begun.
     *
     * @param target where the session is written
     * @param report counts what is inserted
     * @param name name of the session in this database
     * @param session the session in the other database
     * @param maxMessages maximum number of messages of one append ({@code coppice.append.max-messages})
     */
    SessionLines(ImportTarget target, ImportReport report, SessionName name, SessionInfo session, int maxMessages) {
        this.target = target;
        this.report = report;
        this.name = name;
        this.session = session;
        this.maxMessages = Math.min(MAX_MESSAGES, maxMessages);
    }

    SessionName name() {
        return name;
    }

    /**
     * Imports a line, or collects its message for a later append. Returns true if this was the last line of the
     * session, which is the line {@code end}. Throws 422 {@code invalid} if the kind of the line is unknown, or if
     * messages of the session are missing. Also throws the problems of {@link Records} and {@link ImportTarget}.
     */
    boolean read(Line line) {
        switch (line.kind()) {
            case "message" -> message(line);
            case "declaration" -> add(Count.BLOCKS, target.declare(name, declaration(line)));
            case "text" -> add(Count.BLOCKS, target.text(name, owner(line), line.text("label"), line.text("text")));
            case "entry" -> add(Count.BLOCKS, target.entry(name, owner(line), line.text("label"), Records.entry(line)));
            case "compaction" -> compaction(line);
            case "state" -> add(
                    Count.VALUES,
                    target.state(name, new StateObject(line.json("state"), line.number("version", 1, Long.MAX_VALUE))));
            case "value" -> add(Count.VALUES, target.value(name, line.text("key"), line.jsonOr("value", NULL)));
            case "items" -> items(line);
            case "run" -> add(Count.RUNS, target.run(name, Records.run(line, session)));
            case "prompt" -> prompt =
                    new FrozenText(line.text("text"), line.number("tokens", 0, Long.MAX_VALUE), line.flag("current"));
            case "summary" -> summary = Records.summary(line);
            case "end" -> end(line);
            default -> throw new Problem(Code.INVALID, "A session has no lines of this kind.");
        }
        return line.kind().equals("end");
    }

    /**
     * True if the line has a content of a block that the session shares with other sessions of its user, its agent or
     * its tenant. Throws 422 {@code invalid} if the line has a content and its scope is missing or unknown.
     */
    static boolean isShared(Line line) {
        return (line.kind().equals("text") || line.kind().equals("entry"))
                && BlockScope.of(line.text("scope"), "/scope") != BlockScope.SESSION;
    }

    private void add(Count what, boolean inserted) {
        report.add(what, inserted ? 1 : 0);
    }

    private void message(Line line) {
        var message = Records.message(line);
        int size = message.json().length;
        if (messages.size() >= maxMessages || bytes + size > MAX_BYTES && !messages.isEmpty()) {
            flush();
        }
        boolean root = line.flag("root");
        parents.put(messages.size(), root ? Parent.ROOT : Parent.of(line.text("parentId")));
        messages.add(message);
        bytes += size;
        if (line.flag("deleted")) {
            deleted.add(message.id());
        } else {
            count++;
        }
    }

    private void flush() {
        if (!messages.isEmpty()) {
            var append =
                    new Append(List.copyOf(messages), Map.copyOf(parents), Parent.LEAF, null, OnExisting.KEEP, null);
            report.add(Count.MESSAGES, target.append(name, append));
            messages.clear();
            parents.clear();
            bytes = 0;
        }
    }

    private static Declaration declaration(Line line) {
        return new Declaration(
                line.text("label"), (int) line.number("position", 0, Integer.MAX_VALUE), line.jsonOrNull("block"));
    }

    private static Owner owner(Line line) {
        return new Owner(BlockScope.of(line.text("scope"), "/scope"), line.textOrNull("owner"));
    }

    private void compaction(Line line) {
        flush();
        var ends = new Ends(line.text("from"), line.text("to"));
        add(Count.COMPACTIONS, target.compaction(name, Records.compaction(line), ends));
    }

    private void items(Line line) {
        var key = line.text("key");
        listVersion = key.equals(listKey) ? listVersion + 1 : 0;
        listKey = key;
        var items = Records.items(line).stream().map(ListItem::of).toList();
        add(Count.VALUES, target.items(name, key, listVersion, items));
    }

    private void end(Line line) {
        if (line.number("messages", 0, Long.MAX_VALUE) != count) {
            throw Problem.at(
                    "/end/messages", Code.INVALID, "The session has " + count + " messages; lines are missing.");
        }
        flush();
        target.complete(name, new SessionEnd(session, deleted, prompt, summary));
        report.add(Count.IMPORTED, 1);
    }
}
