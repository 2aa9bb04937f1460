/**
 * The event log. Each event is a row that is written in the transaction of the change. After the commit, the row gets
 * its position in the log. A reader that resumes at a position misses nothing and reads nothing twice, or finds out
 * that events after that position were removed because of their age. The events of deleted and expired sessions are an
 * exception: they are removed earlier; only the events {@code SessionDeleted} and {@code SessionExpired} stay.
 *
 * <p>Where to find what:
 *
 * <ul>
 *   <li>{@link dev.coppice.eventlog.EventWriter}: writes events in the transaction of the change;
 *   <li>{@link dev.coppice.eventlog.EventLog}: assigns positions to events and reads them;
 *   <li>{@link dev.coppice.eventlog.ChangeCollector}: collects the changes of a transaction;
 *   <li>{@link dev.coppice.eventlog.Announcer}: delivers their events to observers on this node after the commit;
 *   <li>{@link dev.coppice.eventlog.Sequencer}: the periodic task that assigns positions and calls the log readers;
 *   <li>{@link dev.coppice.eventlog.CommitTrigger}: causes an iteration of that task soon after a commit;
 *   <li>{@link dev.coppice.eventlog.LogReader}: implemented by the log readers: the search index and the live feed;
 *   <li>{@link dev.coppice.eventlog.LogSweeper}: the periodic task that removes events, by the next two classes;
 *   <li>{@link dev.coppice.eventlog.LogTrim}: removes old events, when the search indexes of all nodes have read them;
 *   <li>{@link dev.coppice.eventlog.DeletedSessionEvents}: removes the events of a deleted or expired session;
 *   <li>{@link dev.coppice.eventlog.EventLogSettings}: the times after which events are removed;
 *   <li>rows of the database: {@link dev.coppice.eventlog.EventSequence} (last position),
 *       {@link dev.coppice.eventlog.EventTrim} and {@link dev.coppice.eventlog.SessionTrim} (trim positions),
 *       {@link dev.coppice.eventlog.IndexCheckpoint} (search index of a node),
 *       {@link dev.coppice.eventlog.DeletedSession}.
 * </ul>
 */
package dev.coppice.eventlog;
