package dev.coppice.context;

import dev.coppice.agent.BlockSpec;
import dev.coppice.context.s3.ObjectStore;
import dev.coppice.search.EntrySearch;
import dev.coppice.search.Searches;
import dev.coppice.session.Session;
import dev.coppice.session.SessionLists;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Finds the provider of a context block: a built-in provider, or a CDI bean of the application. Thread-safe. */
@ApplicationScoped
class ProviderLookup {
    private static final Logger LOG = Logger.getLogger(ProviderLookup.class.getName());

    /**
     * Maximum number of names of missing beans in {@link #reported}. There is a limit because agents may declare any
     * number of names. When the limit is reached, all names are removed, so that the warnings about them may be
     * repeated. This is rare, since few deployments have a thousand beans.
     */
    private static final int MAX_REPORTED = 1000;

    @Inject
    private StoredBlocks storedBlocks;

    @Inject
    private ObjectStore objects;

    @Inject
    private EntrySearch index;

    @Inject
    private Searches searches;

    @Inject
    private SessionLists lists;

    @Inject
    private ContextSettings settings;

    @Inject
    @Any
    private Instance<ContextProvider> beans;

    /**
     * The beans that were looked up, by name. Each bean is looked up only once, because an {@code Instance} never
     * releases a bean of dependent scope that it has returned.
     */
    private final Map<String, ContextProvider> found = new ConcurrentHashMap<>();

    /** Names of missing beans for which a warning was already logged. */
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /**
     * Returns the provider of a session's block. Loads no content. Returns a provider of an empty text if the block
     * declares a bean that does not exist.
     */
    ContextProvider of(BlockSpec spec, Session session) {
        var owner = BlockOwnerKey.of(session, spec.scope());
        var provider = spec.provider();
        return switch (provider.type()) {
            case TEXT -> new FixedTextProvider(text(spec));
            case STORED -> new StoredTextProvider(storedBlocks, owner, text(spec));
            case SKILLS -> new StoredSkillProvider(storedBlocks, owner, settings.maxListed());
            case S3_SKILLS -> new S3SkillProvider(objects, provider);
            case SEARCH -> new StoredSearchProvider(storedBlocks, owner, index);
            case HISTORY -> history(session);
            case BEAN -> bean(provider.name());
        };
    }

    /** Returns a provider with which a session searches past messages; see {@link HistorySearchProvider}. */
    HistorySearchProvider history(Session session) {
        return new HistorySearchProvider(searches, lists, session);
    }

    private static String text(BlockSpec spec) {
        return spec.content() == null ? "" : spec.content();
    }

    /**
     * Returns the bean with this name. If there is no such bean (for example after its jar was removed), or more than
     * one, returns a read-only provider of an empty text, so that other blocks still work.
     */
    private ContextProvider bean(String name) {
        var known = found.get(name);
        if (known != null) {
            return known;
        }
        var named = beans.select(NamedLiteral.of(name));
        if (named.isResolvable()) {
            return found.computeIfAbsent(name, unused -> named.get());
        }
        if (reported.size() >= MAX_REPORTED) {
            reported.clear();
        }
        if (reported.add(name)) {
            LOG.log(Level.WARNING, "No context provider bean named {0}, or more than one", name);
        }
        return new FixedTextProvider("");
    }
}
