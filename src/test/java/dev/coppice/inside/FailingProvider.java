package dev.coppice.inside;

import dev.coppice.context.BlockRef;
import dev.coppice.context.WritableContextProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/** An application's provider that returns null, returns invalid text or throws, as {@code mood} says. */
@Named
@ApplicationScoped
public class FailingProvider implements WritableContextProvider {
    enum Mood {
        NOTHING,
        THROWS
    }

    static volatile Mood mood;

    @Override
    public String get(BlockRef use) {
        if (mood == Mood.THROWS) {
            throw new IllegalStateException("not today");
        }
        return mood == Mood.NOTHING ? null : "half \ud800 a pair";
    }

    @Override
    public void set(BlockRef use, String content) {
        if (mood != null) {
            throw new IllegalStateException("not today");
        }
    }
}
