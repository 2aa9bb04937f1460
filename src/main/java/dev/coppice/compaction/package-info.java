/**
 * Old messages are summarised for the model and stay readable. A summary is laid over what it stands for; nothing below it
 * is changed, moved or lost, and taking it off shows the messages again.
 */
package dev.coppice.compaction;
