package dev.coppice.message;

import dev.coppice.format.TokenCounter;
import dev.coppice.session.Session;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;

/** Finds token counters by name. */
@ApplicationScoped
public class TokenCounters {
    private static final Logger LOG = Logger.getLogger(TokenCounters.class.getName());

    /** Agents may name what they like; beyond so many wrong names the log repeats itself. */
    private static final int MAX_REMEMBERED = 1000;

    private final Map<String, TokenCounter> found = new ConcurrentHashMap<>();
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    @Inject
    @Any
    private Instance<TokenCounter> beans;

    /** The counter of a name; the estimate for null, and for a name that no bean has: a write never fails for that. */
    public TokenCounter of(String name) {
        if (name == null) {
            return TokenCounter.ESTIMATE;
        }
        var known = found.get(name);
        return known == null ? look(name) : known;
    }

    /** The counter that a locked session's agent names. */
    TokenCounter of(Session locked) {
        return of(locked.limits().tokenCounter());
    }

    /** Beans neither come nor go while the server runs, so each is asked for once. */
    private TokenCounter look(String name) {
        var named = beans.select(NamedLiteral.of(name));
        if (named.isResolvable()) {
            var first = found.putIfAbsent(name, named.get());
            return first == null ? found.get(name) : first;
        }
        if (missing.size() >= MAX_REMEMBERED) {
            missing.clear();
        }
        if (missing.add(name)) {
            LOG.warning("An agent counts tokens with " + name + ", but no bean has this name: they are estimated");
        }
        return TokenCounter.ESTIMATE;
    }
}
