/**
 * Context blocks, and the system prompt that is rendered from them. A context block is a labeled section of the prompt.
 * Blocks may be written at any time. A frozen prompt stays the same, byte for byte, until it is refreshed, so that the
 * model provider can reuse its prompt cache.
 *
 * <p>Where to find what:
 *
 * <ul>
 *   <li>Which blocks a session has, and how their texts are read and written: {@link ContextBlocks}; how they differ
 *       from those of its agent: {@code BlockOverrides}
 *   <li>How the entries of skill blocks and searchable blocks are read and written: {@link BlockEntries}
 *   <li>How the prompt looks: {@link Prompt}
 *   <li>When the prompt is frozen, stale and refreshed: {@link Prompts}, above all {@link Prompts#freeze}
 *   <li>What an application implements to supply a block's content: {@link ContextProvider}
 *   <li>Which provider a block gets: {@link ProviderLookup}; to add a provider type, see {@code agent.ProviderType}
 *   <li>Where contents are stored, and who shares them: {@link StoredBlocks}, {@link BlockOwner}; the versions of a
 *       text: {@code TextVersions}
 *   <li>Which skill documents are loaded in a session, and how they are unloaded: {@link LoadedSkills}
 *   <li>How an entry that is written without a key gets one: {@link EntryKeys}
 *   <li>What becomes of context in copies, forks and deleted sessions: {@link ContextCopies}, {@link ContextPurge}
 *   <li>The tools with which the model reads and writes context: package {@code tool}
 * </ul>
 */
package dev.coppice.context;
