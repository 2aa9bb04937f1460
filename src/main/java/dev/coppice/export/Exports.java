package dev.coppice.export;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.DatabaseClock;
import dev.coppice.json.Times;
import dev.coppice.session.Namespaces;
import dev.coppice.session.SessionName;
import dev.coppice.session.SessionsByAge;
import dev.coppice.session.SessionsByAge.AgedSession;
import dev.coppice.state.ListRewritten;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a whole export, from its first line {@code export} to its last line {@code complete}. An export contains one
 * session, or the sessions of a namespace, a user or a tenant. One object writes one export; not thread-safe.
 */
@RequestScoped
public class Exports {
    /** Version of the export's format, which its first line states. An import refuses a higher version. */
    public static final int VERSION = 1;

    private static final int PAGE = 200;

    @Inject
    private Namespaces namespaces;

    @Inject
    private SessionsByAge sessionsByAge;

    @Inject
    private SessionExport sessionExport;

    private long count;

    /**
     * Writes the export of one session. Throws 404 {@code session-not-found} if the session does not exist, or is
     * deleted while its lines are written. Throws {@link ListRewritten} if a list of the session is rewritten or
     * deleted while its items are written, {@code UncheckedIOException} if {@code stream} fails.
     */
    public void session(SessionName name, OutputStream stream) {
        var lines = new Lines(stream);
        begin(lines);
        sessionExport.write(name, lines);
        count++;
        end(lines);
    }

    /**
     * Writes the export of many sessions, namespace by namespace, the oldest session of a namespace first. A session
     * that is deleted before its lines are written is left out. If a session is deleted while its lines are written, or
     * a list of it is rewritten while its items are written, its line {@code end} is missing. Throws
     * {@code UncheckedIOException} if {@code stream} fails.
     *
     * @param tenant name of the tenant
     * @param namespace name of the namespace; null for all namespaces of the tenant
     * @param userId only sessions of this user; null for all
     */
    public void sessions(String tenant, String namespace, String userId, OutputStream stream) {
        var lines = new Lines(stream);
        begin(lines);
        if (namespace != null) {
            namespace(tenant, namespace, userId, lines);
        } else {
            String after = "";
            boolean first = true;
            for (var page = page(tenant, after, first); !page.isEmpty(); page = page(tenant, after, false)) {
                page.forEach(name -> namespace(tenant, name, userId, lines));
                after = page.get(page.size() - 1);
                first = false;
            }
        }
        end(lines);
    }

    /**
     * Returns the names of the next namespaces of a tenant in ascending order; empty after the last namespace. A page
     * has at most 200 names. The first page has one more: it begins with the default namespace, whose name is empty.
     *
     * @param after last name of the page before, exclusive; empty for the first page
     * @param first true for the first page
     */
    private List<String> page(String tenant, String after, boolean first) {
        var names = namespaces.namesAfter(tenant, after, PAGE);
        return first ? Stream.concat(Stream.of(""), names.stream()).toList() : names;
    }

    private void namespace(String tenant, String namespace, String userId, Lines lines) {
        AgedSession last = null;
        for (var page = sessionsByAge.after(tenant, namespace, null, userId, PAGE);
                !page.isEmpty();
                page = sessionsByAge.after(tenant, namespace, last, userId, PAGE)) {
            page.forEach(session -> one(new SessionName(tenant, namespace, session.id()), lines));
            last = page.get(page.size() - 1);
        }
    }

    private void one(SessionName name, Lines lines) {
        try {
            sessionExport.write(name, lines);
            count++;
        } catch (Problem problem) {
            if (problem.code() != Code.SESSION_NOT_FOUND) {
                throw problem;
            }
        } catch (ListRewritten e) {
            // The line end is missing, so an import reports this session as damaged.
        }
    }

    private static void begin(Lines lines) {
        lines.add("export", out -> {
            out.writeNumberField("version", VERSION);
            out.writeStringField("createdAt", Times.text((Long) DatabaseClock.now()));
        });
    }

    private void end(Lines lines) {
        lines.add("complete", out -> out.writeNumberField("sessions", count));
    }
}
