package dev.coppice.inside;

import dev.coppice.context.BlockRef;
import dev.coppice.context.WritableContextProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/** An application's provider that returns invalid text or throws, as {@code fails} says. */
@Named
@ApplicationScoped
public class FailingProvider implements WritableContextProvider {
    static volatile boolean fails;

    @Override
    public String get(BlockRef use) {
        if (fails) {
            throw new IllegalStateException("not today");
        }
        return "half \ud800 a pair";
    }

    @Override
    public void set(BlockRef use, String content) {
        if (fails) {
            throw new IllegalStateException("not today");
        }
    }
}
