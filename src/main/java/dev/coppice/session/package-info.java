/**
 * Sessions. A session is one conversation; its name consists of tenant, namespace and id. An acknowledged write is
 * durable. As soon as a session is deleted or expires, it cannot be found any more. Every change is announced by an
 * event after its commit. A fork, or the session that continues another one after a split, is independent of the source
 * session, and remains when the source is deleted.
 *
 * <p>Where to find what: {@link dev.coppice.session.Sessions} locks, reads and writes the session's row;
 * {@link dev.coppice.session.Removals} removes deleted and expired sessions, and {@code background.Sweeper} runs it for
 * the expired ones; {@link dev.coppice.session.SessionLists} lists sessions;
 * {@link dev.coppice.session.SessionLifecycle} has the events.
 *
 * <p>"Ended" has two senses. In this package and in the API ({@code endedAt}, {@code session-ended}), a split has ended
 * the session: it still exists, but accepts no more messages. In names of the event log, such as the setting
 * {@code coppice.events.keep-ended}, an ended session was deleted or has expired.
 */
package dev.coppice.session;
