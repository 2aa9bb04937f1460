/**
 * Messages of sessions. The messages of a session form a tree. A path from a root to a leaf consists of a few ranges of
 * consecutive rows. So the cost of an append does not depend on a session's length. The same holds for reading the end
 * of a path and for moving to another branch. A fork copies no message. An append changes no other message, except
 * those that it is asked to replace. It hides other messages only in a session with {@code maxMessages}: there it
 * removes the oldest messages. Forks that inherited these messages keep them.
 *
 * <p>Where to find what:
 * <ul>
 *   <li>rows: {@link dev.coppice.message.Message}, {@link dev.coppice.message.Branch},
 *       {@link dev.coppice.message.Position}; a path as ranges: {@link dev.coppice.message.Path}; reading rows:
 *       {@code TreeReader};
 *   <li>append: {@link dev.coppice.message.Messages#append}, then {@code AppendWriter}, whose javadoc lists the SQL
 *       statements; {@code AppendClassifier} recognizes existing messages, which are acknowledged and not written again
 *       ({@code addOnce}, {@code isSame}); <em>skipped</em> are summaries and messages beyond retention;
 *   <li>update and delete: {@code MessageEditor}, stored as {@link dev.coppice.message.Edit}, read by
 *       {@code EditReader};
 *   <li>history: {@link dev.coppice.message.Histories}; {@code EffectivePath} applies compactions, {@code PathWindow}
 *       the limits, {@code ChunkReader} reads bodies; truncated, repaired and converted views are {@code …Pieces};
 *   <li>single messages, leaves and the tree: {@link dev.coppice.message.Entries}; {@code Leaves} finds the leaves;
 *       the tree's runs of messages: {@code MessageRuns}, found by {@code TreeSegments};
 *   <li>forks: {@link dev.coppice.message.Forks} makes them; {@code InheritedPath} reads the rows that they inherit,
 *       {@code RetainedByForks} protects these rows from being purged;
 *   <li>compactions: {@link dev.coppice.message.Overlays} stores them as {@link dev.coppice.message.Overlay};
 *       {@code OverlayReader} loads them; {@code EffectivePath} applies them to a path, for {@code Histories} and, with
 *       {@code from}, for {@code ForwardReader}, unless the query has {@code raw}; {@code PathPieces} inserts the
 *       summary;
 *   <li>retention ({@code maxMessages}): {@code Retention} moves the {@link dev.coppice.message.RetentionCutoff};
 *   <li>purging: the sweep calls {@code RetentionPurge} and {@code MessagePurge}; the latter calls {@code OrphanPurge}
 *       and {@code SupersededTextPurge};
 *   <li>events: {@link dev.coppice.message.MessageEvent}; notices inside the transaction: {@code MessageAppending},
 *       {@code MessagesStored}, {@code RowsPurging}, {@code TreePurging}, {@code SessionForking}.
 * </ul>
 * Nearly all classes use the package-private rows and readers. If the classes were divided into several packages, the
 * rows and readers would have to be public. So this is one package.
 */
package dev.coppice.message;
