package dev.coppice.search;

import dev.coppice.message.Path;
import dev.coppice.search.index.IndexFields;
import dev.coppice.search.index.OwnerKey;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * Restricts which messages or block entries a search may find. A scope contains only data of one tenant. Every search
 * needs a scope. No other class builds Lucene queries for such restrictions. Each method that restricts the scope adds
 * a restriction to the earlier ones and returns this scope. For one search; not thread-safe.
 */
final class SearchScope {
    private final BooleanQuery.Builder filter = new BooleanQuery.Builder();
    private Long reader;

    private SearchScope(int tenant) {
        keyword(IndexFields.TENANT, Integer.toString(tenant), Occur.FILTER);
    }

    /**
     * Returns a scope that contains all messages and block entries of a tenant.
     *
     * @param tenant database id of the tenant
     */
    static SearchScope of(int tenant) {
        return new SearchScope(tenant);
    }

    private void keyword(String field, String value, Occur occur) {
        filter.add(new TermQuery(new Term(field, value)), occur);
    }

    /** Restricts the scope to documents with this value in a field. A null value adds no restriction. */
    private SearchScope only(String field, String value) {
        if (value != null) {
            keyword(field, value, Occur.FILTER);
        }
        return this;
    }

    /**
     * Restricts the scope to a namespace.
     *
     * @param namespace database id of the namespace; null for all namespaces
     */
    SearchScope namespace(Long namespace) {
        return only(IndexFields.NAMESPACE, namespace == null ? null : Long.toString(namespace));
    }

    /** Restricts the scope to messages of this user's sessions; null for all users. */
    SearchScope user(String user) {
        return only(IndexFields.USER, user);
    }

    /** Restricts the scope to messages of sessions without a user. */
    SearchScope withoutUser() {
        return only(IndexFields.USER, IndexFields.NO_USER);
    }

    /** Restricts the scope to messages that were written in sessions with this agent; null for all sessions. */
    SearchScope agent(String agent) {
        return only(IndexFields.AGENT, agent);
    }

    /** Restricts the scope to messages of sessions that this system created; null for all sessions. */
    SearchScope source(String source) {
        return only(IndexFields.SOURCE, source);
    }

    /** Restricts the scope to messages with this role; null for all roles. */
    SearchScope role(String role) {
        return only(IndexFields.ROLE, role);
    }

    /**
     * Restricts the scope to the entries of one context block.
     *
     * @param store database id of the block's row ({@code context.StoredBlock})
     */
    SearchScope store(long store) {
        return only(IndexFields.STORE, Long.toString(store));
    }

    /**
     * Restricts the scope to messages of a period. Both times are in milliseconds since the epoch and are included in
     * the period.
     *
     * @param from beginning of the period; null for no beginning
     * @param to end of the period; null for no end
     */
    SearchScope between(Long from, Long to) {
        if (from != null || to != null) {
            filter.add(
                    LongPoint.newRangeQuery(
                            IndexFields.TIME, from == null ? Long.MIN_VALUE : from, to == null ? Long.MAX_VALUE : to),
                    Occur.FILTER);
        }
        return this;
    }

    /**
     * Excludes the texts of a tree, except the original texts of the messages on a path. Texts of edits (updates) are
     * excluded even for messages on the path.
     *
     * @param tree database id of the tree
     * @param except the path; empty for no exception
     */
    SearchScope withoutTree(long tree, Path except) {
        return without(tree, except, true);
    }

    /**
     * Excludes the texts of a tree, except those of the messages on a path. For the messages on the path, neither the
     * original texts nor the texts of edits (updates) are excluded.
     *
     * @param tree database id of the tree
     * @param except the path; empty for no exception
     */
    SearchScope withoutTreeBut(long tree, Path except) {
        return without(tree, except, false);
    }

    private SearchScope without(long tree, Path except, boolean asWritten) {
        var own = new TermQuery(new Term(IndexFields.TREE, OwnerKey.tree(tree)));
        filter.add(
                except.isEmpty()
                        ? own
                        : new BooleanQuery.Builder()
                                .add(own, Occur.FILTER)
                                .add(new PathRangeQuery(except, asWritten), Occur.MUST_NOT)
                                .build(),
                Occur.MUST_NOT);
        return this;
    }

    /**
     * Restricts the scope to the texts of one tree, and the original texts of the messages that it inherits.
     *
     * @param tree database id of the tree
     * @param inherited the rows of the inherited messages; empty if there are none
     */
    SearchScope tree(long tree, Path inherited) {
        reader = tree;
        var own = new TermQuery(new Term(IndexFields.TREE, OwnerKey.tree(tree)));
        if (inherited.isEmpty()) {
            filter.add(own, Occur.FILTER);
        } else {
            filter.add(
                    new BooleanQuery.Builder()
                            .add(own, Occur.SHOULD)
                            .add(new PathRangeQuery(inherited, true), Occur.SHOULD)
                            .build(),
                    Occur.FILTER);
        }
        return this;
    }

    /**
     * Restricts the scope to messages whose rows are on a path. Both their original texts and the texts of edits
     * (updates) can be found.
     */
    SearchScope path(Path path) {
        filter.add(new PathRangeQuery(path, false), Occur.FILTER);
        return this;
    }

    /** Returns the database id of the tree of the searched session; null for a search over several sessions. */
    Long reader() {
        return reader;
    }

    /** Returns the Lucene query for all documents that are within this scope. */
    Query filter() {
        return filter.build();
    }
}
