package dev.coppice.inside;

import dev.coppice.context.BlockUse;
import dev.coppice.context.ContextProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A text that is computed each time: how often it was asked for. */
@Named("tally")
@ApplicationScoped
public class CountingBlock implements ContextProvider {
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();

    @Override
    public String get(BlockUse use) {
        return "asked " + asked.merge(use.session().id(), 1, Integer::sum);
    }
}
