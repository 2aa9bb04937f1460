/**
 * Sessions: each is one conversation, named by tenant, namespace and id. An acknowledged write is durable, a deleted or
 * expired session is absent at once, and every change is announced by an event after its commit. A fork, or the
 * successor after a split, is independent of its parent and survives its deletion.
 * Where to find what: {@link dev.coppice.session.Sessions} locks, reads and writes the session's row; {@link
 * dev.coppice.session.Removals} removes deleted and expired sessions; {@link dev.coppice.session.SessionLists} lists
 * them; {@link dev.coppice.session.SessionLifecycle} has the events. "Ended" always means: by a split.
 */
package dev.coppice.session;
