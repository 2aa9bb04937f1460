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
 * Which messages or entries a search may find. There is no search without one, and none without a tenant: this is the only
 * place where the filter is made. For one search.
 */
final class SearchScope {
    private final BooleanQuery.Builder filter = new BooleanQuery.Builder();
    private Long reader;

    private SearchScope(int tenant) {
        keyword(IndexFields.TENANT, Integer.toString(tenant), Occur.FILTER);
    }

    /** Everything of a tenant. */
    static SearchScope of(int tenant) {
        return new SearchScope(tenant);
    }

    private void keyword(String field, String value, Occur occur) {
        filter.add(new TermQuery(new Term(field, value)), occur);
    }

    private SearchScope only(String field, String value) {
        if (value != null) {
            keyword(field, value, Occur.FILTER);
        }
        return this;
    }

    /** @param namespace null for all of the tenant's */
    SearchScope namespace(Long namespace) {
        return only(IndexFields.NAMESPACE, namespace == null ? null : Long.toString(namespace));
    }

    SearchScope user(String user) {
        return only(IndexFields.USER, user);
    }

    SearchScope agent(String agent) {
        return only(IndexFields.AGENT, agent);
    }

    SearchScope source(String source) {
        return only(IndexFields.SOURCE, source);
    }

    SearchScope role(String role) {
        return only(IndexFields.ROLE, role);
    }

    /** Only the entries of one block's content. */
    SearchScope store(long store) {
        return only(IndexFields.STORE, Long.toString(store));
    }

    /** Messages of a time, epoch milliseconds, both included; null is open. */
    SearchScope between(Long from, Long to) {
        if (from != null || to != null) {
            filter.add(
                    LongPoint.newRangeQuery(
                            IndexFields.TIME, from == null ? Long.MIN_VALUE : from, to == null ? Long.MAX_VALUE : to),
                    Occur.FILTER);
        }
        return this;
    }

    /** Of a tree nothing but what was written on a path. */
    SearchScope without(long tree, Path but) {
        var own = new TermQuery(new Term(IndexFields.TREE, OwnerKey.tree(tree)));
        filter.add(
                but.isEmpty()
                        ? own
                        : new BooleanQuery.Builder()
                                .add(own, Occur.FILTER)
                                .add(new OnPath(but, true), Occur.MUST_NOT)
                                .build(),
                Occur.MUST_NOT);
        return this;
    }

    /** What the readers of one tree see: its own texts, and those as written that it inherited from other trees. */
    SearchScope tree(long tree, Path inherited) {
        reader = tree;
        var own = new TermQuery(new Term(IndexFields.TREE, OwnerKey.tree(tree)));
        if (inherited.isEmpty()) {
            filter.add(own, Occur.FILTER);
        } else {
            filter.add(
                    new BooleanQuery.Builder()
                            .add(own, Occur.SHOULD)
                            .add(new OnPath(inherited, true), Occur.SHOULD)
                            .build(),
                    Occur.FILTER);
        }
        return this;
    }

    /** Only messages on a path. */
    SearchScope path(Path path) {
        filter.add(new OnPath(path, false), Occur.FILTER);
        return this;
    }

    /** The tree whose readers search, or null for those of the tenant. */
    Long reader() {
        return reader;
    }

    Query filter() {
        return filter.build();
    }
}
