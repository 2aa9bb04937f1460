package dev.coppice.inside;

import dev.coppice.context.BlockRef;
import dev.coppice.context.ContextProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A provider of a computed text: how often the block was rendered for the session. */
@Named("tally")
@ApplicationScoped
public class CountingBlock implements ContextProvider {
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();

    @Override
    public String get(BlockRef use) {
        return "asked " + asked.merge(use.session().id(), 1, Integer::sum);
    }
}
