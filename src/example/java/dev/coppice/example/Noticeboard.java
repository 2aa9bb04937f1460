package dev.coppice.example;

import dev.coppice.context.BlockUse;
import dev.coppice.context.WritableContextProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One text for each user, in memory: a place for what an application keeps itself. A provider decides what it keeps apart;
 * this one never shows the text of one tenant or user to another.
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
