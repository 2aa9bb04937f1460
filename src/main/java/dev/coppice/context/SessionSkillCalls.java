package dev.coppice.context;

import dev.coppice.format.LoadedSkill;
import dev.coppice.format.SkillCall;
import dev.coppice.message.MessagesStored.Change;
import dev.coppice.message.MessagesStored.How;
import dev.coppice.message.Path;
import dev.coppice.message.Position;
import dev.coppice.message.RowsPurging;
import dev.coppice.message.VisibleMessages;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads and writes the stored calls of the tool {@code load_context}, and their results, in the messages that one
 * session sees. The calls in inherited messages are stored with the trees of the source sessions. If this session
 * edited an inherited message, its own rows replace those of the original message. For one read or one transaction; not
 * thread-safe.
 */
final class SessionSkillCalls {
    /**
     * Maximum number of tool results of one message for which the calls are looked up with one indexed query per
     * result. For more results, a query that reads the ids of all stored calls is cheaper.
     */
    private static final int MAX_SINGLE_LOOKUPS = 4;

    /** Maximum number of rows that one statement copies, because their ids are parameters of the statement. */
    private static final int COPY_BATCH = 500;

    private final EntityManager em;
    private final VisibleMessages visibleMessages;
    private final Session session;
    private final long tree;
    private List<Long> sources;

    SessionSkillCalls(EntityManager em, VisibleMessages visibleMessages, Session session) {
        this.em = em;
        this.visibleMessages = visibleMessages;
        this.session = session;
        this.tree = session.tree();
    }

    /**
     * Returns the skill documents in the messages on the path to the session's leaf, that is, to its latest message.
     */
    SkillsOnPath onPathToLeaf() {
        var calls = all();
        return calls.isEmpty() ? new SkillsOnPath(List.of()) : SkillsOnPath.of(visibleMessages.path(session), calls);
    }

    /**
     * Returns the skill documents in the messages at these positions, by position. The list of a message without
     * documents is empty. Returns an empty map if the session has no calls of {@code load_context}.
     */
    Map<Position, List<LoadedSkill>> at(List<Position> positions) {
        var skills = new LinkedHashMap<Position, List<LoadedSkill>>();
        var calls = positions.isEmpty() ? List.<StoredSkillCall>of() : all();
        if (calls.isEmpty()) {
            return skills;
        }
        positions.forEach(position -> skills.put(position, List.of()));
        var path = Path.EMPTY;
        SkillsOnPath loaded = null;
        for (int i = positions.size() - 1; i >= 0; i--) {
            var position = positions.get(i);
            // The messages of one request usually lie on one path, so the path to the last one usually contains all of
            // them.
            if (!path.contains(position)) {
                path = visibleMessages.path(session, position);
                loaded = SkillsOnPath.of(path, calls);
            }
            skills.put(position, loaded.at(position));
        }
        return skills;
    }

    /**
     * True if a message of the session, on any path, may contain a call of {@code load_context} or its result. False if
     * certainly none does. For a fork, the answer may be true only because of a message of the source session that the
     * fork does not inherit.
     */
    boolean any() {
        return any(em, tree) || sources().stream().anyMatch(source -> any(em, source));
    }

    private static boolean any(EntityManager em, long tree) {
        return !em.createQuery("select c.id from StoredSkillCall c where c.tree = :tree", Long.class)
                .setParameter("tree", tree)
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }

    /**
     * Returns the stored calls of {@code load_context} and their results that may be in messages of the session, on any
     * path. For a fork, the list may also contain those of source messages that the fork does not inherit;
     * {@link SkillsOnPath#on} leaves them out. If this session edited a message, only the calls and results of the edit
     * are returned for the message.
     */
    private List<StoredSkillCall> all() {
        var own = em.createQuery("select c from StoredSkillCall c where c.tree = :tree", StoredSkillCall.class)
                .setParameter("tree", tree)
                .getResultList();
        var edited = own.stream()
                .filter(StoredSkillCall::isEdited)
                .map(StoredSkillCall::position)
                .collect(Collectors.toSet());
        var all = new ArrayList<>(own);
        for (long source : sources()) {
            all.addAll(em.createQuery(
                            "select c from StoredSkillCall c where c.tree = :tree and c.edited = false",
                            StoredSkillCall.class)
                    .setParameter("tree", source)
                    .getResultList());
        }
        all.removeIf(call -> !call.isEdited() && edited.contains(call.position()));
        return all;
    }

    private List<Long> sources() {
        if (sources == null) {
            sources = visibleMessages.sources(session);
        }
        return sources;
    }

    /**
     * Replaces the calls of {@code load_context}, and their results, that are stored for a changed message.
     *
     * @param change the change of the message
     * @param calls the calls and results that the message contains now
     * @return true if one of the calls and results that are stored now contains a skill document
     */
    boolean write(Change change, List<SkillCall> calls) {
        boolean edited = change.how() == How.SHARED;
        if (change.how() != How.NEW) {
            em.createQuery("delete from StoredSkillCall c where c.tree = :tree and c.position.branch = :branch"
                            + " and c.position.depth = :depth" + (edited ? " and c.edited = true" : ""))
                    .setParameter("tree", tree)
                    .setParameter("branch", change.position().branch())
                    .setParameter("depth", change.position().depth())
                    .executeUpdate();
        }
        var kept = withoutForeignResults(calls);
        if (edited && kept.isEmpty() && hasOriginal(change.position())) {
            em.persist(new StoredSkillCall(tree, change.position(), true, null));
        }
        kept.forEach(call -> em.persist(new StoredSkillCall(tree, change.position(), edited, call)));
        return kept.stream().anyMatch(call -> call.output() != null);
    }

    /**
     * Returns the list without the results of tools other than {@code load_context}. A result contains only the id of
     * its call, not the name of the tool. So a result is kept if a stored call of {@code load_context}, or a call in
     * the list, has the same id.
     */
    private List<SkillCall> withoutForeignResults(List<SkillCall> calls) {
        var callIds = storedCallIds(calls);
        var kept = new ArrayList<SkillCall>();
        for (var call : calls) {
            if (!call.isResult()) {
                callIds.add(call.callId());
                kept.add(call);
            } else if (callIds.contains(call.callId())) {
                kept.add(call);
            }
        }
        return kept;
    }

    /**
     * Deletes the calls of {@code load_context}, and their results, that are stored for the original, unedited form of
     * purged messages. If the tree has none, this costs one query.
     */
    static void delete(EntityManager em, RowsPurging purging) {
        if (!any(em, purging.tree())) {
            return;
        }
        for (var range : purging.rows()) {
            em.createQuery("delete from StoredSkillCall c where c.tree = :tree and c.position.branch = :branch"
                            + " and c.position.depth between :from and :to and c.edited = false")
                    .setParameter("tree", purging.tree())
                    .setParameter("branch", range.branch())
                    .setParameter("from", range.from())
                    .setParameter("to", range.to())
                    .executeUpdate();
        }
    }

    /**
     * Copies to a fork the calls of {@code load_context}, and their results, that are stored for the edited messages on
     * a path. Keeps their order.
     */
    void copyEdited(Path path, Session fork) {
        var calls = em.createQuery(
                        "select c from StoredSkillCall c where c.tree = :tree and c.edited = true",
                        StoredSkillCall.class)
                .setParameter("tree", tree)
                .getResultList();
        var ids = SkillsOnPath.on(path, calls).stream()
                .map(StoredSkillCall::id)
                .sorted()
                .toList();
        for (int i = 0; i < ids.size(); i += COPY_BATCH) {
            em.createNativeQuery(
                            """
                            insert into skill_load (tree_id, branch_id, depth, beside, call_id, label, skill_key, output)
                            select t.id, branch_id, depth, beside, call_id, label, skill_key, output
                            from skill_load l join tree t on t.id = :fork where l.id in (:ids) order by l.id""")
                    .setParameter("fork", fork.tree())
                    .setParameter("ids", ids.subList(i, Math.min(ids.size(), i + COPY_BATCH)))
                    .executeUpdate();
        }
    }

    /**
     * Returns the ids of those stored calls of {@code load_context} whose results are among {@code calls}. The set may
     * also contain ids of other stored calls.
     *
     * @param calls calls and results; only the results matter here
     */
    private Set<String> storedCallIds(List<SkillCall> calls) {
        var results = calls.stream()
                .filter(SkillCall::isResult)
                .map(SkillCall::callId)
                .collect(Collectors.toSet());
        var callIds = new HashSet<String>();
        if (results.size() > MAX_SINGLE_LOOKUPS) {
            callIds.addAll(storedCallIds(tree));
            sources().forEach(source -> callIds.addAll(storedCallIds(source)));
        } else {
            for (var result : results) {
                if (isCall(tree, result) || sources().stream().anyMatch(source -> isCall(source, result))) {
                    callIds.add(result);
                }
            }
        }
        return callIds;
    }

    private List<String> storedCallIds(long ofTree) {
        return em.createQuery(
                        "select c.callId from StoredSkillCall c where c.tree = :tree and c.label is not null",
                        String.class)
                .setParameter("tree", ofTree)
                .getResultList();
    }

    private boolean isCall(long ofTree, String callId) {
        return !em.createQuery(
                        """
                        select c.id from StoredSkillCall c
                        where c.tree = :tree and c.callId = :call and c.label is not null""",
                        Long.class)
                .setParameter("tree", ofTree)
                .setParameter("call", callId)
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }

    /**
     * True if calls of {@code load_context} are stored for the original, unedited form of the message at this position.
     * They are stored with the session's own tree, or with the tree from which the message is inherited.
     */
    private boolean hasOriginal(Position position) {
        return hasOriginal(tree, position) || sources().stream().anyMatch(source -> hasOriginal(source, position));
    }

    private boolean hasOriginal(long ofTree, Position position) {
        return !em.createQuery(
                        """
                        select c.id from StoredSkillCall c where c.tree = :tree and c.position.branch = :branch
                        and c.position.depth = :depth and c.edited = false""",
                        Long.class)
                .setParameter("tree", ofTree)
                .setParameter("branch", position.branch())
                .setParameter("depth", position.depth())
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }
}
