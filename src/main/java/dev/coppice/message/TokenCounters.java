package dev.coppice.message;

import dev.coppice.RecentMap;
import dev.coppice.format.MediaRates;
import dev.coppice.format.TokenCounter;
import dev.coppice.session.Session;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;

/** Finds the CDI beans that count tokens, by bean name. Thread-safe. */
@ApplicationScoped
public class TokenCounters {
    private static final Logger LOG = Logger.getLogger(TokenCounters.class.getName());

    /**
     * Maximum number of unknown counter names that are remembered, so that each is logged once only. It limits the
     * memory that names in agents can take. If agents use more unknown names than this, warnings are repeated.
     */
    private static final int MAX_UNKNOWN = 1000;

    private final Map<String, TokenCounter> found = new ConcurrentHashMap<>();
    private final RecentMap<String, Boolean> unknown = new RecentMap<>(MAX_UNKNOWN);

    @Inject
    @Any
    private Instance<TokenCounter> beans;

    @Inject
    private MediaSettings settings;

    private TokenCounter estimate;

    @PostConstruct
    void applySettings() {
        estimate = withSettings(TokenCounter.ESTIMATE);
    }

    /**
     * Returns the token counter that is a CDI bean with this name. For null and for an unknown name, returns the
     * built-in estimate, so that an append never fails because of the name. For files in messages, such as images, the
     * counter uses the rates of {@link MediaSettings}, unless the bean has rates of its own.
     */
    public TokenCounter of(String name) {
        if (name == null) {
            return estimate;
        }
        var known = found.get(name);
        return known == null ? lookUp(name) : known;
    }

    /**
     * Returns the token counter that the session's agent names; the built-in estimate if it names none. While the
     * session is imported, returns {@link TokenCounter#ESTIMATE}, with which imported messages keep their tokens
     * ({@link dev.coppice.format.MessageBody#countedBy}).
     *
     * @param locked the session; its row must be locked, so that its agent does not change
     */
    public TokenCounter of(Session locked) {
        return locked.isImporting() ? TokenCounter.ESTIMATE : of(locked.limits().tokenCounter());
    }

    /**
     * Returns the counter with this bean name and caches it. If there is none, returns the built-in estimate and logs a
     * warning, once for each name. The cache is never cleared, because beans do not change while the server runs.
     */
    private TokenCounter lookUp(String name) {
        var named = beans.select(NamedLiteral.of(name));
        if (named.isResolvable()) {
            var first = found.putIfAbsent(name, withSettings(named.get()));
            return first == null ? found.get(name) : first;
        }
        if (unknown.put(name, true) == null) {
            LOG.warning("No TokenCounter bean has the name " + name + " that an agent refers to; tokens are estimated");
        }
        return estimate;
    }

    /**
     * Returns a counter that counts texts as the given counter does, and files by the rates of {@link MediaSettings}.
     * Returns the given counter itself if the settings have the default rates, or if the counter has rates of its own.
     */
    private TokenCounter withSettings(TokenCounter counter) {
        boolean isUnchanged = settings.rates().equals(MediaRates.DEFAULTS)
                || !counter.mediaRates().equals(MediaRates.DEFAULTS);
        return isUnchanged ? counter : new CounterWithRates(counter, settings.rates());
    }

    private record CounterWithRates(TokenCounter texts, MediaRates mediaRates) implements TokenCounter {
        @Override
        public int count(String text) {
            return texts.count(text);
        }
    }
}
