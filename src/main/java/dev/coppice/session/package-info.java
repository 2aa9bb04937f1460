/**
 * Sessions. A session is one conversation; its name consists of tenant, namespace and id. An acknowledged write is
 * durable, a deleted or expired session is absent at once, and every change is announced by an event after its commit.
 * A fork, or the successor after a split, is independent of its parent and survives its deletion.
 *
 * <p>Where to find what: {@link dev.coppice.session.Sessions} locks, reads and writes the session's row; {@link
 * dev.coppice.session.Removals} removes deleted and expired sessions, and {@code background.Sweeper} runs it for the
 * expired ones; {@link dev.coppice.session.SessionLists} lists sessions; {@link dev.coppice.session.SessionLifecycle}
 * has the events. An "ended" session was always ended by a split.
 */
package dev.coppice.session;
