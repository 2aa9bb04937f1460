package dev.coppice.agent;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The types of context providers that a block declaration may name. To add a type, change these places:
 *
 * <ol>
 *   <li>here: a constant with the members that its declaration may have;
 *   <li>{@link ProviderSpec}, and the enum {@code Member} here, if the declaration has new members;
 *   <li>{@link BlockSpec}, if the declaration of the block has a rule on {@code content}, as for {@code text};
 *   <li>in package {@code context}: a class that implements {@code ContextProvider} and, if it supports more than
 *       reading, {@code WritableContextProvider}, {@code SkillProvider}, {@code SearchProvider} or
 *       {@code KeyedContextProvider};
 *   <li>{@code context.ProviderLookup}: a case, without which the code does not compile;
 *   <li>{@code src/main/resources/openapi/openapi.yaml}: the provider types in the schemas {@code NewProvider} and
 *       {@code Provider}, and any new members;
 *   <li>{@code src/main/webapp/console/core/agent-form.js}: the list {@code PROVIDERS}, and fields for new members;
 *   <li>the types of the TypeScript client, which are generated;
 *   <li>in {@code src/docs}: the table in {@code context-and-tools.md}, and "provider" in the glossary.
 * </ol>
 */
public enum ProviderType {
    /** The block has a read-only text, which is in the block's declaration. */
    TEXT(Member.CONTENT),
    /** The block has a text in the database, which can be written. */
    STORED(Member.CONTENT),
    /** The block has skill documents, which are in the database. */
    SKILLS(Member.NONE),
    /** The block has skill documents, which are in the object store. */
    S3_SKILLS(Member.OBJECTS),
    /** The block has entries that can be searched, which are in the database. */
    SEARCH(Member.NONE),
    /**
     * The block has no content of its own. With it, the model searches past messages: messages of the user's other
     * sessions, and messages of this session that were replaced by a summary in its history.
     */
    HISTORY(Member.NONE),
    /** The content of the block comes from a CDI bean of the application. */
    BEAN(Member.NAME);

    /**
     * Which members the declaration of a provider may have besides its type: none, {@code content}, {@code prefix} and
     * {@code keys} (the members of an object store), or {@code name}. Each provider type has one of these values.
     */
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

    /** Returns the type with this name in JSON, such as {@code s3-skills}; empty if there is none. */
    static Optional<ProviderType> of(String word) {
        return Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
    }

    /** Returns all names in JSON as a list for an error message: {@code text, stored, … or bean}. */
    static String words() {
        var words = Arrays.stream(values()).map(ProviderType::word).collect(Collectors.joining(", "));
        int last = words.lastIndexOf(", ");
        return words.substring(0, last) + " or " + words.substring(last + 2);
    }

    /** Returns the name of the type in JSON, for example {@code s3-skills}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** True if the declaration of the block may have the member {@code content}. */
    boolean takesContent() {
        return member == Member.CONTENT;
    }

    /** True if the declaration of the provider must have the member {@code name}, the name of a bean. */
    boolean takesName() {
        return member == Member.NAME;
    }

    /**
     * True if the declaration of the provider may have the members {@code prefix} and {@code keys}, which select
     * objects.
     */
    boolean takesObjects() {
        return member == Member.OBJECTS;
    }
}
