package dev.coppice.imports;

import dev.coppice.context.ContextExport.FrozenText;
import dev.coppice.memory.SummaryInfo;
import dev.coppice.session.SessionInfo;
import java.util.List;

/**
 * What completes an imported session, in one transaction.
 *
 * @param session the session in the other database
 * @param deleted ids of the messages that were deleted there
 * @param prompt the frozen prompt, or null
 * @param summary the running summary, or null
 */
record SessionEnd(SessionInfo session, List<String> deleted, FrozenText prompt, SummaryInfo summary) {}
