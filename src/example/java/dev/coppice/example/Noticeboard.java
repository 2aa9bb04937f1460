package dev.coppice.example;

import dev.coppice.context.BlockUse;
import dev.coppice.context.WritableContextProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Provides one text per user, kept in memory; a real application would read its own data. A provider itself must separate
 * owners: this one never shows the text of one tenant or user to another. Thread-safe.
 */
@Named("noticeboard")
@ApplicationScoped
public class Noticeboard implements WritableContextProvider {
    private record Owner(String tenant, String user) {}

    private final Map<Owner, String> texts = new ConcurrentHashMap<>();

    private static Owner owner(BlockUse use) {
        return new Owner(use.session().tenant(), use.userId() == null ? "" : use.userId());
    }

    @Override
    public String get(BlockUse use) {
        return texts.getOrDefault(owner(use), "");
    }

    @Override
    public void set(BlockUse use, String content) {
        texts.put(owner(use), content);
    }
}
