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
 * The calls and results in the messages of one session, as its readers see them. What a fork inherited is read from the
 * trees that it was written on; where the fork changed it, its own stand beside. For one transaction.
 */
final class SkillLoads {
    /** Results of a message whose calls are looked for one by one. Few messages have more, but some may have thousands. */
    private static final int FEW = 4;

    /** Rows that a statement copies. */
    private static final int COPIES = 500;

    private final EntityManager em;
    private final VisibleMessages visibleMessages;
    private final Session session;
    private final long tree;

    private List<Long> sources;

    SkillLoads(EntityManager em, VisibleMessages visibleMessages, Session session) {
        this.em = em;
        this.visibleMessages = visibleMessages;
        this.session = session;
        this.tree = session.tree();
    }

    /** What is loaded on the path to the leaf. */
    LoadedPath atLeaf() {
        var loads = all();
        return loads.isEmpty() ? new LoadedPath(List.of()) : LoadedPath.of(visibleMessages.path(session), loads);
    }

    /** What is loaded at some positions, in their order. */
    Map<Position, List<LoadedSkill>> at(List<Position> positions) {
        var at = new LinkedHashMap<Position, List<LoadedSkill>>();
        var loads = positions.isEmpty() ? List.<SkillLoad>of() : all();
        if (loads.isEmpty()) {
            return at;
        }
        positions.forEach(position -> at.put(position, List.of()));
        var path = Path.EMPTY;
        LoadedPath loaded = null;
        for (int i = positions.size() - 1; i >= 0; i--) {
            var position = positions.get(i);
            // The messages of a call mostly chain to each other: then the path to the last one holds them all.
            if (!path.contains(position)) {
                path = visibleMessages.path(session, position);
                loaded = LoadedPath.of(path, loads);
            }
            at.put(position, loaded.at(position));
        }
        return at;
    }

    /** True when there is any, on whatever path. */
    boolean any() {
        return any(tree) || sources().stream().anyMatch(this::any);
    }

    private boolean any(long of) {
        return any(em, of);
    }

    private static boolean any(EntityManager em, long of) {
        return !em.createQuery("select l.id from SkillLoad l where l.tree = :tree", Long.class)
                .setParameter("tree", of)
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }

    private List<SkillLoad> all() {
        var own = em.createQuery("select l from SkillLoad l where l.tree = :tree", SkillLoad.class)
                .setParameter("tree", tree)
                .getResultList();
        var beside = own.stream()
                .filter(SkillLoad::isBeside)
                .map(SkillLoad::position)
                .collect(Collectors.toSet());
        var all = new ArrayList<>(own);
        for (long source : sources()) {
            all.addAll(em.createQuery(
                            "select l from SkillLoad l where l.tree = :tree and l.beside = false", SkillLoad.class)
                    .setParameter("tree", source)
                    .getResultList());
        }
        all.removeIf(load -> !load.isBeside() && beside.contains(load.position()));
        return all;
    }

    private List<Long> sources() {
        if (sources == null) {
            sources = visibleMessages.sources(session);
        }
        return sources;
    }

    /**
     * Keeps what stands at a position now.
     *
     * @return true when a document does
     */
    boolean write(Change change, List<SkillCall> calls) {
        boolean beside = change.how() == How.SHARED;
        if (change.how() != How.NEW) {
            em.createQuery("delete from SkillLoad l where l.tree = :tree and l.position.branch = :branch"
                            + " and l.position.depth = :depth" + (beside ? " and l.beside = true" : ""))
                    .setParameter("tree", tree)
                    .setParameter("branch", change.position().branch())
                    .setParameter("depth", change.position().depth())
                    .executeUpdate();
        }
        var open = calls(calls);
        var kept = new ArrayList<SkillCall>();
        for (var call : calls) {
            if (!call.isResult()) {
                open.add(call.callId());
                kept.add(call);
            } else if (open.contains(call.callId())) {
                kept.add(call);
            }
        }
        if (beside && kept.isEmpty() && isWritten(change.position())) {
            em.persist(new SkillLoad(tree, change.position(), true, null));
        }
        kept.forEach(call -> em.persist(new SkillLoad(tree, change.position(), beside, call)));
        return kept.stream().anyMatch(call -> call.output() != null);
    }

    /** Removes what was written in some rows; one question for a tree that has none. */
    static void forget(EntityManager em, RowsPurging purging) {
        if (!any(em, purging.tree())) {
            return;
        }
        for (var range : purging.rows()) {
            em.createQuery("delete from SkillLoad l where l.tree = :tree and l.position.branch = :branch"
                            + " and l.position.depth between :from and :to and l.beside = false")
                    .setParameter("tree", purging.tree())
                    .setParameter("branch", range.branch())
                    .setParameter("from", range.from())
                    .setParameter("to", range.to())
                    .executeUpdate();
        }
    }

    /** Gives a fork what stands beside the messages of a path, in the same order. */
    void copyBeside(Path path, Session fork) {
        var loads = em.createQuery(
                        "select l from SkillLoad l where l.tree = :tree and l.beside = true", SkillLoad.class)
                .setParameter("tree", tree)
                .getResultList();
        var numbers =
                LoadedPath.on(path, loads).stream().map(SkillLoad::id).sorted().toList();
        for (int i = 0; i < numbers.size(); i += COPIES) {
            em.createNativeQuery(
                            """
                            insert into skill_load (tree_id, branch_id, depth, beside, call_id, label, skill_key, output)
                            select t.id, branch_id, depth, beside, call_id, label, skill_key, output
                            from skill_load l join tree t on t.id = :fork where l.id in (:numbers) order by l.id""")
                    .setParameter("fork", fork.tree())
                    .setParameter("numbers", numbers.subList(i, Math.min(numbers.size(), i + COPIES)))
                    .executeUpdate();
        }
    }

    /** The ids of results whose calls are of {@code load_context}: a result does not say of which tool it is. */
    private Set<String> calls(List<SkillCall> calls) {
        var results = calls.stream()
                .filter(SkillCall::isResult)
                .map(SkillCall::callId)
                .collect(Collectors.toSet());
        var found = new HashSet<String>();
        if (results.size() > FEW) {
            found.addAll(calls(tree));
            sources().forEach(source -> found.addAll(calls(source)));
        } else {
            for (var result : results) {
                if (isCall(tree, result) || sources().stream().anyMatch(source -> isCall(source, result))) {
                    found.add(result);
                }
            }
        }
        return found;
    }

    private List<String> calls(long of) {
        return em.createQuery(
                        "select l.callId from SkillLoad l where l.tree = :tree and l.label is not null", String.class)
                .setParameter("tree", of)
                .getResultList();
    }

    private boolean isCall(long of, String callId) {
        return !em.createQuery(
                        "select l.id from SkillLoad l where l.tree = :tree and l.callId = :call and l.label is not null",
                        Long.class)
                .setParameter("tree", of)
                .setParameter("call", callId)
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }

    /** True when other readers of the position see something there. */
    private boolean isWritten(Position position) {
        return isWritten(tree, position) || sources().stream().anyMatch(source -> isWritten(source, position));
    }

    private boolean isWritten(long of, Position position) {
        return !em.createQuery(
                        """
                        select l.id from SkillLoad l where l.tree = :tree and l.position.branch = :branch
                        and l.position.depth = :depth and l.beside = false""",
                        Long.class)
                .setParameter("tree", of)
                .setParameter("branch", position.branch())
                .setParameter("depth", position.depth())
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }
}
