package dev.coppice.agent;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The types of context providers that a block declaration may name. To add one, add a constant here and a case to
 * {@code ProviderLookup} in package {@code context}; the compiler insists on the case.
 */
public enum ProviderType {
    /** Read-only text in the declaration. */
    TEXT(Member.CONTENT),
    /** Text in the database, writable. */
    STORED(Member.CONTENT),
    /** Skill documents in the database. */
    SKILLS(Member.NONE),
    /** Skill documents in the object store. */
    S3_SKILLS(Member.OBJECTS),
    /** Searchable entries in the database. */
    SEARCH(Member.NONE),
    /** Messages of the user's other sessions. */
    HISTORY(Member.NONE),
    /** A CDI bean of the application. */
    BEAN(Member.NAME);

    /** Members of a declaration that only some types take. */
    private enum Member {
        NONE,
        CONTENT,
        OBJECTS,
        NAME
    }

    private final Member member;

    ProviderType(Member member) {
        this.member = member;
    }

    /** The type of a JSON word such as {@code s3-skills}; empty when there is no such type. */
    static Optional<ProviderType> of(String word) {
        return Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
    }

    /** All words as a list in prose: {@code text, stored, … or bean}. */
    static String words() {
        var words = Arrays.stream(values()).map(ProviderType::word).collect(Collectors.joining(", "));
        int last = words.lastIndexOf(", ");
        return words.substring(0, last) + " or " + words.substring(last + 2);
    }

    /** The type in JSON, for example {@code s3-skills}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** True when the declaration of the block may have {@code content}. */
    boolean takesContent() {
        return member == Member.CONTENT;
    }

    /** True when the provider needs the {@code name} of a bean. */
    boolean takesName() {
        return member == Member.NAME;
    }

    /** True when the provider may have a {@code prefix} and {@code keys} of objects. */
    boolean takesObjects() {
        return member == Member.OBJECTS;
    }
}
