package dev.coppice.example;

import dev.coppice.context.BlockRef;
import dev.coppice.context.WritableContextProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Provides one text per user, which is kept in memory; a real application would read its own data. A provider must
 * itself keep the contents of different owners apart. This one never shows the text of one tenant or user to another.
 * Thread-safe.
 */
@Named("noticeboard")
@ApplicationScoped
public class Noticeboard implements WritableContextProvider {
    private record Owner(String tenant, String user) {}

    private final Map<Owner, String> texts = new ConcurrentHashMap<>();

    private static Owner owner(BlockRef block) {
        return new Owner(block.session().tenant(), block.userId() == null ? "" : block.userId());
    }

    @Override
    public String get(BlockRef block) {
        return texts.getOrDefault(owner(block), "");
    }

    @Override
    public void set(BlockRef block, String content) {
        texts.put(owner(block), content);
    }
}
