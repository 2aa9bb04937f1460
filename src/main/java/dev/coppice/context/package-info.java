/**
 * Context blocks, and the system prompt that is rendered from them. Blocks may be written at any time. The frozen
 * prompt stays the same, byte for byte, until it is refreshed, so that the model provider can reuse its prompt cache.
 *
 * <p>To add a provider type, see {@code agent.ProviderType}.
 */
package dev.coppice.context;
