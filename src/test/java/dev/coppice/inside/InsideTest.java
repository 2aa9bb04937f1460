package dev.coppice.inside;

import dev.coppice.api.Precondition;
import dev.coppice.example.CardNumbers;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append;
import dev.coppice.message.ForkRequest;
import dev.coppice.message.Forks;
import dev.coppice.message.Histories;
import dev.coppice.message.HistoryQuery;
import dev.coppice.message.Messages;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.support.Await;
import dev.coppice.support.SharedDeployment;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.UserTransaction;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Base of the tests that run inside the server, in the WAR as it is shipped. All of them share one deployment
 * ({@link SharedDeployment}), so each test must use sessions of its own. One class after the other runs, beside the contract
 * classes that are {@code alone} on other servers: all in one thread, because a lock would not keep their {@code @Order}.
 */
@Tag("inside")
@Tag("alone")
@Execution(ExecutionMode.SAME_THREAD)
@ArquillianTest
abstract class InsideTest {
    /** {@code @Order} of classes that walk through the whole index: they run first, while the index is small. */
    static final int FIRST = 1;

    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]*)\"");

    @Inject
    Sessions sessions;

    @Inject
    Messages messages;

    @Inject
    Histories histories;

    @Inject
    Forks forks;

    @Inject
    UserTransaction transaction;

    @PersistenceContext
    EntityManager em;

    /** The shipped WAR with the test classes and, as a library, the example extension. */
    @Deployment
    static WebArchive war() {
        var example = ShrinkWrap.create(JavaArchive.class, "example.jar")
                .addPackage(CardNumbers.class.getPackage())
                .addAsManifestResource(new StringAsset("<beans bean-discovery-mode=\"annotated\"/>"), "beans.xml");
        var war = ShrinkWrap.create(ZipImporter.class, "coppice.war")
                .importFrom(new File(System.getProperty("coppice.war", "target/coppice.war")))
                .as(WebArchive.class);
        war.delete("/WEB-INF/classes/META-INF/jandex.idx"); // does not have the classes that are added
        return war.addPackage(InsideTest.class.getPackage())
                .addClass(Await.class)
                .addAsLibrary(example);
    }

    /** The namespace of the sessions of this class. */
    String namespace() {
        return "inside";
    }

    SessionName session() {
        var name = SessionName.of("default", namespace(), UUID.randomUUID().toString());
        sessions.create(name, NewSession.DEFAULTS);
        return name;
    }

    static MessageBody message(String id, String text) {
        return MessageBody.of(("{\"id\":\"" + id + "\",\"role\":\"user\",\"content\":\"" + text + "\"}")
                .getBytes(StandardCharsets.UTF_8));
    }

    /** Creates a session whose path begins with another session's path down to a message; changes rows only. */
    SessionName grownOn(SessionName source, String messageId) throws Exception {
        var name = session();
        transaction.begin();
        var at = (Object[]) single(
                """
                select m.tree_id, m.branch_id, m.depth, m.seq, m.path_tokens, m.path_bytes from message m
                join session s on s.tree_id = m.tree_id where s.session_id = ? and m.message_id = ? and m.gone = 0""",
                source.id(),
                messageId);
        em.createNativeQuery(
                        """
                        update tree set base_tree = ?, base_branch = ?, base_depth = ?
                        where id = (select tree_id from session where session_id = ?)""")
                .setParameter(1, at[0])
                .setParameter(2, at[1])
                .setParameter(3, at[2])
                .setParameter(4, name.id())
                .executeUpdate();
        em.createNativeQuery(
                        """
                        update session set leaf_branch = ?, leaf_depth = ?, leaf_id = ?, leaf_tip = false, next_seq = ?,
                        leaf_path_tokens = ?, leaf_path_bytes = ?, tokens = ?, path_length = ?, message_count = ?,
                        forked_at_message_id = ?
                        where session_id = ?""")
                .setParameter(1, at[1])
                .setParameter(2, at[2])
                .setParameter(3, messageId)
                .setParameter(4, ((Number) at[3]).longValue() + 1)
                .setParameter(5, at[4])
                .setParameter(6, at[5])
                .setParameter(7, at[4])
                .setParameter(8, ((Number) at[2]).intValue() + 1)
                .setParameter(9, ((Number) at[2]).intValue() + 1)
                .setParameter(10, messageId)
                .setParameter(11, name.id())
                .executeUpdate();
        transaction.commit();
        return name;
    }

    SessionName fork(SessionName source, String messageId) {
        var name = SessionName.of("default", namespace(), UUID.randomUUID().toString());
        forks.fork(source, name, new ForkRequest(messageId, null, null));
        return name;
    }

    void append(SessionName name, String... ids) {
        messages.append(name, Append.atLeaf(bodies(ids)), false, Precondition.NONE);
    }

    void appendUnder(SessionName name, String parent, String... ids) {
        messages.append(name, new Append(bodies(ids), Append.Parent.of(parent), null), false, Precondition.NONE);
    }

    private static List<MessageBody> bodies(String... ids) {
        return Arrays.stream(ids).map(id -> message(id, "text of " + id)).toList();
    }

    /** The ids of a history, root first. */
    List<String> path(SessionName name, String leaf) {
        return texts(name, leaf).stream()
                .map(text -> {
                    var id = ID.matcher(text);
                    return id.find() ? id.group(1) : text;
                })
                .toList();
    }

    List<String> texts(SessionName name, String leaf) {
        var pieces = histories
                .history(name, new HistoryQuery(leaf, null, null, null, null, false))
                .pieces();
        var texts = new ArrayList<String>();
        for (var piece = pieces.next(); !piece.isEmpty(); piece = pieces.next()) {
            piece.forEach(body -> texts.add(new String(body, StandardCharsets.UTF_8)));
        }
        return texts;
    }

    /** The types of a session's events in the event log, in the order of writing. */
    List<String> logged(SessionName name) {
        return em.createNativeQuery(
                        """
                        select e.type from event_log e join session s on s.id = e.session_pk
                        where s.session_id = ? order by e.id""",
                        String.class)
                .setParameter(1, name.id())
                .getResultList();
    }

    Object single(String sql, Object... parameters) {
        var query = em.createNativeQuery(sql);
        for (int i = 0; i < parameters.length; i++) {
            query.setParameter(i + 1, parameters[i]);
        }
        return query.getSingleResult();
    }

    long number(String sql, Object... parameters) {
        return ((Number) single(sql, parameters)).longValue();
    }
}
