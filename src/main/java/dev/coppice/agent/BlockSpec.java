package dev.coppice.agent;

/**
 * The declaration of a context block.
 *
 * @param description or null
 * @param maxTokens that its content may have, or null
 * @param content the text of a {@code text} block; of a {@code stored} one what it has until it is first written; or
 *     null
 */
public record BlockSpec(
        String label, String description, Integer maxTokens, ProviderSpec provider, SharedBy scope, String content) {}
