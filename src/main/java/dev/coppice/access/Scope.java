package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Permissions of a bearer token. {@code WRITE} includes {@code READ}, and {@code ADMIN} includes both. */
public enum Scope {
    READ,
    WRITE,
    ADMIN;

    /**
     * Returns the scope with the name {@code read}, {@code write} or {@code admin}. Throws 422 {@code invalid} for any
     * other name.
     *
     * @param name the name
     * @param pointer JSON pointer of the name in the request, for the error response
     */
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

    /** Returns the names of the scopes, separated by spaces, for example {@code read write}. */
    static String join(Set<Scope> scopes) {
        return scopes.stream().map(Scope::word).collect(Collectors.joining(" "));
    }

    /** Returns the scopes in a text that {@link #join} made. */
    static Set<Scope> split(String words) {
        var scopes = EnumSet.noneOf(Scope.class);
        for (var word : words.split(" ")) {
            scopes.add(of(word, ""));
        }
        return scopes;
    }

    /** Returns true if one of the scopes granted to a token is this scope or includes it. */
    boolean isGrantedBy(Set<Scope> granted) {
        return granted.stream().anyMatch(scope -> scope.ordinal() >= ordinal());
    }
}
