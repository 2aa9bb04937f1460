/**
 * The feed: streams of Server-Sent Events, read from the event log. A client that resumes after an event receives every
 * later event exactly once. If some of these later events were removed because of their age, the client gets 410
 * instead. The events of a deleted or expired session are removed earlier, without 410; only {@code SessionDeleted} or
 * {@code SessionExpired} stays.
 *
 * <p>A request comes to {@link dev.coppice.feed.EventsResource} or {@link dev.coppice.feed.SessionEventsResource}.
 * {@link dev.coppice.feed.Subscription} creates a {@link dev.coppice.feed.Subscriber} for the request and adds it to
 * {@link dev.coppice.feed.OpenStreams}. The subscriber gets older events from the
 * {@link dev.coppice.feed.CatchUpQueue}, then new ones from the {@link dev.coppice.feed.LiveFeed}. Its
 * {@link dev.coppice.feed.SseConnection} sends them.
 */
package dev.coppice.feed;
