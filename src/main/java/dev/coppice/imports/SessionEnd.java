package dev.coppice.imports;

import dev.coppice.context.ContextExport.FrozenText;
import dev.coppice.memory.SummaryInfo;
import dev.coppice.session.SessionInfo;
import java.util.List;

/**
 * What an import writes last for a session. All of it is written in one transaction, after which the session is
 * complete.
 *
 * @param session the session in the other database
 * @param deleted ids of the messages that are deleted in the other database; they were imported because compactions
 *     begin or end at them
 * @param prompt the frozen prompt; null if the session has none
 * @param summary the running summary; null if the session has none
 */
record SessionEnd(SessionInfo session, List<String> deleted, FrozenText prompt, SummaryInfo summary) {}
