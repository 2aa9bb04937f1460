/**
 * Context blocks and the system prompt that is rendered from them. Blocks may be written at any time; the frozen prompt stays
 * the same, byte for byte, until it is refreshed, so that the model provider's prompt cache keeps working.
 *
 * <p>To add a provider type: a constant in {@code agent.ProviderType}, a case in {@link ProviderLookup}, and a class that
 * implements {@link ContextProvider}.
 */
package dev.coppice.context;
