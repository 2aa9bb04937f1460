package dev.coppice.context;

import dev.coppice.agent.BlockSpec;
import dev.coppice.search.EntrySearch;
import dev.coppice.search.Searches;
import dev.coppice.session.Session;
import dev.coppice.session.SessionLists;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.inject.Inject;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Gives each block its provider: one of those built in, or a bean of the application's. */
@ApplicationScoped
class Providers {
    private static final Logger LOG = Logger.getLogger(Providers.class.getName());

    /** Agents may name what they like; beyond so many wrong names the log repeats itself. */
    private static final int MAX_REMEMBERED = 1000;

    @Inject
    private Stores stores;

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

    /** Beans that were named and not there: told once. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    ContextProvider of(BlockSpec spec, Session session) {
        var owner = ContentOwner.of(session, spec.scope());
        var provider = spec.provider();
        return switch (provider.type()) {
            case "text" -> new FixedText(text(spec));
            case "stored" -> new StoredText(stores, owner, text(spec));
            case "skills" -> new StoredSkills(stores, owner, settings.maxListed());
            case "s3-skills" -> objects.skills(provider);
            case "search" -> new StoredSearch(stores, owner, index);
            case "history" -> past(session);
            case "bean" -> bean(provider.name());
            default -> throw new IllegalStateException("No provider of type " + provider.type());
        };
    }

    PastSessions past(Session session) {
        return new PastSessions(searches, lists, session);
    }

    private static String text(BlockSpec spec) {
        return spec.content() == null ? "" : spec.content();
    }

    /** A block whose bean was undeployed is empty and cannot be written; the others stay what they are. */
    private ContextProvider bean(String name) {
        var found = beans.select(NamedLiteral.of(name));
        if (found.isResolvable()) {
            return found.get();
        }
        if (missing.size() >= MAX_REMEMBERED) {
            missing.clear();
        }
        if (missing.add(name)) {
            LOG.log(Level.WARNING, "There is no context provider of the name {0}, or more than one", name);
        }
        return new FixedText("");
    }
}
