/**
 * The event feed: streams of Server-Sent Events, read from the event log. A client that resumes after an event misses
 * nothing and receives nothing twice, or gets 410 because later events were trimmed.
 */
package dev.coppice.feed;
