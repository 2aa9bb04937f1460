import { count } from './words.js';

/** Types of events that people may hide, with a name for each. Those of the same kind are beside each other. */
export const TYPES = {
    MessageAppended: 'messages appended',
    MessageUpdated: 'messages updated',
    MessagesDeleted: 'messages deleted',
    MessagesPurged: 'messages purged',
    HistoryCleared: 'histories cleared',
    SessionCreated: 'sessions created',
    SessionUpdated: 'sessions updated',
    SessionForked: 'sessions forked',
    SessionSplit: 'sessions split',
    SessionDeleted: 'sessions deleted',
    SessionExpired: 'sessions expired',
    UsageAdded: 'usage',
    Compacted: 'compactions',
    CompactionUndone: 'undone compactions',
    CompactionFailed: 'failed compactions',
    BlockAdded: 'blocks added',
    BlockRemoved: 'blocks removed',
    BlockWritten: 'blocks written',
    PromptRefreshed: 'prompts refreshed',
    SkillLoaded: 'skills loaded',
    SkillUnloaded: 'skills unloaded',
    StateSaved: 'state saved',
    RunSaved: 'runs saved',
};

/** True unless the type of an event is hidden. Gaps and unknown types are always shown. */
export function isShown(row, hidden) {
    return !hidden.has(row.type);
}

/** What an event says besides its session and message, in words. Pure. */
export function describe({ type, data }) {
    switch (type) {
        case 'MessageAppended':
            return `${data.role}, ${count(data.tokens, 'token')}`;
        case 'MessagesDeleted':
            return data.messageIds.join(', ');
        case 'HistoryCleared':
            return count(data.messages, 'message');
        case 'SessionForked':
            return `from ${data.parentSessionId} at ${data.messageId}`;
        case 'SessionSplit':
            return 'continues as ' + data.newSessionId;
        case 'Compacted':
            return `${count(data.messages, 'message')}, ${data.tokensBefore} → ${data.tokensAfter} tokens`;
        case 'UsageAdded':
            return `${data.usage?.inputTokens ?? 0} in, ${data.usage?.outputTokens ?? 0} out${data.model ? ', ' + data.model : ''}`;
        case 'RunSaved':
            return `${data.runId}: ${data.status}`;
        case 'StateSaved':
            return data.key === null ? 'state object' : data.key;
        default:
            return Object.entries(data).filter(([name]) => !['sessionId', 'namespace', 'messageId'].includes(name))
                .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`).join(', ');
    }
}
