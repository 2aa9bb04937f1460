import { isJson, pretty } from './pretty.js';
import { memberText, memberTexts } from './raw-json.js';

/** The forms of an agent and of its blocks. Definitions are texts, so that what no form changes keeps its digits. Pure. */

const PROVIDERS = [['stored', 'stored: a text that is written'], ['text', 'text: a fixed text'], ['skills', 'skills: documents to load'],
    ['s3-skills', 's3-skills: documents in an object store'], ['search', 'search: entries to search'],
    ['history', 'history: past sessions to search'], ['bean', 'bean: a provider of the server']];

const SCOPES = [['session', 'session'], ['user', 'user: all sessions of the user'], ['agent', 'agent: all sessions of the agent'],
    ['tenant', 'tenant: all sessions']];

const CHANGES = [['remind', 'remind: the model is told'], ['silent', 'silent: nothing until a refresh']];

const NUMBERS = ['ttlSeconds', 'maxMessages', 'compactAfter', 'protectHead', 'tailTokenBudget', 'minTailMessages'];

const COMPACTION = ['summarizer', 'compactAfter', 'compactBy', 'protectHead', 'tailTokenBudget', 'minTailMessages', 'mode'];

/** Members that the server sets. */
const TIMES = ['createdAt', 'updatedAt'];

/**
 * The definition of an agent as `PUT` takes it.
 * @param {string} json the agent as `GET` returns it
 * @param {Object<string, string>} [changes] JSON by the name of the member that it replaces
 */
export function definitionOf(json, changes = {}) {
    return '{' + memberTexts(json).filter(([name]) => !TIMES.includes(name))
        .map(([name, text]) => JSON.stringify(name) + ':' + (changes[name] ?? text)).join(',') + '}';
}

/** The fields of a dialog with everything of an agent but its blocks. */
export function settingFields(json) {
    const agent = JSON.parse(json);
    const { compaction = {} } = agent;
    return [
        { name: 'description', label: 'Description', value: agent.description ?? '', note: 'For people.' },
        { name: 'model', label: 'Model', value: agent.model ?? '' },
        { name: 'ttlSeconds', label: 'Time to live of sessions, in seconds', type: 'number', value: agent.ttlSeconds ?? '' },
        { name: 'maxMessages', label: 'Messages that a session keeps on its path', type: 'number', value: agent.maxMessages ?? '',
            note: 'Older ones are removed at the next write, for good.' },
        { name: 'searchableHistory', label: 'Label under which the model searches past sessions', note: 'Empty: it cannot.',
            value: typeof agent.searchableHistory === 'string' ? agent.searchableHistory : '' },
        { name: 'cachedPrompt', label: 'The prompt is frozen until it is refreshed', type: 'check', value: agent.cachedPrompt },
        { name: 'tokenCounter', label: 'Bean that counts tokens', value: agent.tokenCounter ?? '' },
        { name: 'compactAfter', label: 'Tokens above which sessions are compacted', type: 'number', value: compaction.compactAfter ?? '', note: 'Empty: never.' },
        { name: 'compactBy', label: 'Tokens that count', type: 'select', value: compaction.compactBy,
            options: [['estimate', 'the estimate of the server'], ['reported', 'those that the client reports']] },
        { name: 'protectHead', label: 'First messages that are never compacted', type: 'number', value: compaction.protectHead },
        { name: 'tailTokenBudget', label: 'Tokens of the last messages that are never compacted', type: 'number', value: compaction.tailTokenBudget },
        { name: 'minTailMessages', label: 'Last messages that are never compacted', type: 'number', value: compaction.minTailMessages },
        { name: 'summarizer', label: 'Summarizer', value: compaction.summarizer },
        { name: 'mode', label: 'Compaction', type: 'select', value: compaction.mode, options: [['async', 'in the background'], ['sync', 'before the response']] },
        { name: 'summary', label: 'Running summary', type: 'area', rows: 2, code: true, value: pretty(memberText(json, 'summary')), note: 'JSON; null: none.' },
        { name: 'profile', label: 'User profiles', type: 'area', rows: 3, code: true, value: pretty(memberText(json, 'profile')), note: 'JSON; null: none.' },
    ];
}

/**
 * The members that the values of `settingFields` define, as JSON by name.
 * @throws {Error} with a title if a text is not JSON
 */
export function settingsOf(values) {
    const of = name => (values[name] === '' ? null : NUMBERS.includes(name) ? Number(values[name]) : values[name]);
    for (const name of ['summary', 'profile']) {
        if (!isJson(values[name])) {
            throw Object.assign(new Error(`The field ${name} is not JSON.`), { title: 'Not saved' });
        }
    }
    const simple = ['description', 'model', 'ttlSeconds', 'maxMessages', 'cachedPrompt', 'tokenCounter'];
    return {
        ...Object.fromEntries(simple.map(name => [name, JSON.stringify(of(name))])),
        searchableHistory: JSON.stringify(of('searchableHistory') ?? false),
        compaction: JSON.stringify(Object.fromEntries(COMPACTION.map(name => [name, of(name)]))),
        summary: values.summary.trim(),
        profile: values.profile.trim(),
    };
}

/** The fields of a dialog for a block; without one, for a new block. */
export function blockFields(block = {}) {
    return [
        { name: 'label', label: 'Label', required: true, value: block.label ?? '' },
        { name: 'description', label: 'Description', value: block.description ?? '', note: 'The model reads it in the title of the section.' },
        { name: 'provider', label: 'Provider', type: 'select', options: PROVIDERS, value: block.provider?.type ?? 'stored' },
        { name: 'providerName', label: 'Name of the bean', value: block.provider?.name ?? '', note: 'Only for bean.' },
        { name: 'prefix', label: 'Prefix of the objects', value: block.provider?.prefix ?? '', note: 'Only for s3-skills.' },
        { name: 'scope', label: 'Shared by', type: 'select', options: SCOPES, value: block.scope ?? 'session' },
        { name: 'maxTokens', label: 'Most tokens', type: 'number', value: block.maxTokens ?? '', note: 'Empty: no limit.' },
        { name: 'content', label: 'Text', type: 'area', rows: 5, value: block.content ?? '', note: 'For text; for stored, the text before the first write.' },
        { name: 'writable', label: 'The model may write it', type: 'check', value: block.writable ?? true },
        { name: 'whenChanged', label: 'When it changes', type: 'select', options: CHANGES, value: block.whenChanged ?? 'remind' },
    ];
}

/**
 * The block that the values of `blockFields` define.
 * @param {object} [before] the block of the form: what the form does not show of its provider stays
 */
export function blockOf(values, before) {
    const { label, provider, scope, writable, whenChanged } = values;
    const { type, name, prefix, ...others } = before?.provider ?? {};
    return {
        label,
        description: values.description || null,
        maxTokens: values.maxTokens === '' ? null : Number(values.maxTokens),
        provider: {
            type: provider,
            ...(provider === 'bean' ? { name: values.providerName } : {}),
            ...(provider === 's3-skills' && values.prefix ? { prefix: values.prefix } : {}),
            ...(provider === type ? others : {}),
        },
        scope,
        content: values.content || null,
        writable,
        whenChanged,
    };
}
