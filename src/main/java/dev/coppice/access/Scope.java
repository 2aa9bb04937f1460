package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Permissions of a token. Each scope includes the scopes before it. */
public enum Scope {
    READ,
    WRITE,
    ADMIN;

    static Scope of(String name, String pointer) {
        for (var scope : values()) {
            if (scope.word().equals(name)) {
                return scope;
            }
        }
        throw Problem.at(pointer, Code.INVALID, "Unknown scope. The scopes are read, write and admin.");
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static String join(Set<Scope> scopes) {
        return scopes.stream().map(Scope::word).collect(Collectors.joining(" "));
    }

    static Set<Scope> split(String words) {
        var scopes = EnumSet.noneOf(Scope.class);
        for (var word : words.split(" ")) {
            scopes.add(of(word, ""));
        }
        return scopes;
    }

    /** True when one of the scopes granted to a token is this one or includes it. */
    boolean isGrantedBy(Set<Scope> granted) {
        return granted.stream().anyMatch(scope -> scope.ordinal() >= ordinal());
    }
}
