import { html, useCallback, useEffect, useMemo, useRef, useState } from '../core/html.js';
import { useShortcuts } from '../core/keys.js';
import { useLoad } from '../core/load.js';
import { goTo, setQuery } from '../core/router.js';
import { isSameUrl, messageUrl, sessionUrl } from '../core/url.js';
import { Busy, Problem } from '../parts/problem.js';
import { messageActions } from '../transcript/actions.js';
import { branchOf, leafForUrl } from '../transcript/branch.js';
import { Composer } from '../transcript/composer.js';
import { Find } from '../transcript/find.js';
import { Growth } from '../transcript/growth.js';
import { MessageList } from '../transcript/list.js';
import { readOverlays } from '../transcript/overlays.js';
import { depthsOf, messagesOf } from '../transcript/part.js';
import { Toolbar } from '../transcript/toolbar.js';
import { scrollToMessage, usePart, visiblePlace } from '../transcript/use-part.js';
import { useTree } from '../tree/load.js';
import { Minimap } from '../tree/minimap.js';
import { knownLeaf, runAt, runWithEnd, siblingsOf } from '../tree/place.js';

/** Compactions that are not read yet. */
const NONE = [];

/** The messages of one path of a session, with its tree beside them. */
export default function Transcript({ route, session, namespace, reloadSession }) {
    const list = useRef(null);
    const [version, setVersion] = useState(0);
    const raw = route.query.raw === '1';
    const place = { session: session.id, namespace, raw, leaf: route.query.leaf, message: route.params.message, latest: session.leafId };
    const shown = usePart(list, place, version);
    const tree = useTree(session.id, namespace, version);
    const overlays = useLoad(async signal => ({ version, items: await readOverlays(session.id, namespace, signal) }), [session.id, namespace, version]);
    const siblings = useMemo(() => siblingsOf(tree.runs, tree.complete), [tree.runs, tree.complete]);
    const [isTreeOpen, setTreeOpen] = useState(matchMedia('(min-width: 60rem)').matches);
    const [focused, setFocused] = useState(null);
    const { part } = shown;

    const changed = useCallback(() => {
        setVersion(before => before + 1);
        reloadSession();
    }, [reloadSession]);
    const links = useLinks(session, namespace, route.query, branchOf(part, session.leafId));
    const { again } = shown;
    const go = useCallback(url => (isSameUrl(url, location.hash) ? again() : goTo(url)), [again]);
    const show = useCallback((id, onOtherBranch = false) => go(links.message(id, onOtherBranch)), [go, links]);
    const toEnd = () => (part?.next === null ? scrollToEnd(list.current) : go(links.end()));
    const toLatest = () => go(links.latest());
    useUrlOfBranch(shown, place);
    const context = useMemo(() => {
        const shared = { session: session.id, namespace, version, leafId: part?.leafId, siblings, changed, show, links, hidden: part?.hiddenIn ? place.message : null };
        return { ...shared, actions: message => messageActions(shared, message) };
    }, [session.id, namespace, version, part?.leafId, part?.hiddenIn, siblings, changed, show, links]);
    const grown = useCallback(() => {
        reloadSession();
        tree.refresh();
    }, [reloadSession, tree.refresh]);

    const current = focused ?? place.message ?? null;
    useEffect(() => setFocused(null), [place.message]);
    const visible = useVisible(list, part);
    const hasMoved = useMoved(list, place.message);
    const inView = focused ?? (place.message && !hasMoved ? part?.hiddenIn ?? place.message : visible);
    const leaf = useKnownLeaf(tree.runs, part?.leafId ?? tree.leafId);
    const run = useMemo(() => runInView(part, overlays.data?.items, tree.runs, leaf, inView), [part, overlays.data, tree.runs, leaf, inView]);

    useShortcuts('Transcript', [
        { keys: 'j', label: 'Next message', run: () => moveTo(list.current, current, 1, setFocused) },
        { keys: 'k', label: 'Previous message', run: () => moveTo(list.current, current, -1, setFocused) },
        { keys: '[', label: 'Previous alternative', run: () => goSibling(siblings, current ?? visible, -1, show) },
        { keys: ']', label: 'Next alternative', run: () => goSibling(siblings, current ?? visible, 1, show) },
        { keys: 'o', label: 'Open or close what is folded in the message', run: () => toggleFolds(current ?? visible) },
        { keys: 'Home', label: 'Beginning of the session', run: () => goToStart(tree.runs, leaf, show) },
        { keys: 'End', label: 'End of the shown path', run: toEnd },
        { keys: 'm', label: 'Tree', run: () => openTree(setTreeOpen) },
        { keys: 'r', label: 'With or without summaries', run: () => setQuery({ raw: raw ? null : '1' }) },
        { keys: 'a', label: 'Append a message', run: () => document.querySelector('.composer textarea')?.focus() },
    ]);

    if (shown.error && !part) {
        return html`<${Problem} error=${shown.error} retry=${changed} />`;
    }
    return html`<div class=${'transcript-page' + (isTreeOpen ? ' with-tree' : '')}>
        <${Toolbar} session=${session} route=${route} part=${part} raw=${raw} isTreeOpen=${isTreeOpen}
            toggleTree=${() => setTreeOpen(!isTreeOpen)} toStart=${() => goToStart(tree.runs, leaf, show)} toEnd=${toEnd} toLatest=${toLatest} />
        ${route.query.find && html`<${Find} session=${session.id} namespace=${namespace} query=${route.query} />`}
        <div class="transcript">
            <section class="messages" ref=${list} tabindex="0" aria-label="Messages" aria-busy=${shown.busy}
                    onScroll=${shown.onScroll}>
                <${Problem} error=${shown.error} retry=${changed} /><${Problem} error=${overlays.error} retry=${overlays.reload} />
                ${!part ? html`<${Busy} />` : html`<${MessageList} part=${part} context=${context} overlays=${overlays.data?.items ?? NONE}
                    siblings=${siblings} current=${current} busy=${shown.busy} />`}
            </section>
            <${Growth} session=${session} namespace=${namespace} grow=${shown.grow} changed=${changed} version=${version}
                grown=${grown} toEnd=${toEnd} toLatest=${toLatest} part=${part} overlays=${overlays.data?.items ?? NONE}
                busy=${shown.busy} isAtEnd=${shown.isAtEnd} isCurrent=${shown.isOfVersion && !shown.busy && overlays.data?.version === version} />
            ${part && html`<${Composer} session=${session} part=${part} context=${context} />`}
        </div>
        ${isTreeOpen && html`<section class="tree-pane" aria-label="Tree">
            ${tree.error ? html`<${Problem} error=${tree.error} retry=${tree.reload} />`
                : html`<${Minimap} runs=${tree.runs} leafId=${leaf} current=${run?.firstId}
                    onSelect=${(one, onPath) => show(one.firstId, !onPath)} />`}
            ${!tree.complete && tree.runs.length > 0 && html`<p class="more muted" role="status">Reading more branches…</p>`}
        </section>`}
    </div>`;
}

/**
 * The URLs of what the transcript leads to. They keep the way in which messages are shown.
 * @param {?string} branch leaf of the shown branch; null on the latest path
 * @returns {{message: function(string, boolean): string, link: function(string): string, end: function(): string,
 *     latest: function(): string, key: string}} `message`: a message of the shown path, or of another branch; `link`: a
 *     message of the shown path, to be passed on; `end`: the end of the shown path; `key`: equal keys mean equal URLs
 */
function useLinks(session, namespace, { raw, find }, branch) {
    return useMemo(() => ({
        message: (id, onOtherBranch = false) => messageUrl(session.id, namespace, id, { raw, find, leaf: onOtherBranch ? null : branch }),
        link: id => messageUrl(session.id, namespace, id, { raw, leaf: branch }),
        end: () => sessionUrl(session.id, namespace, [], { raw, find, leaf: branch }),
        latest: () => sessionUrl(session.id, namespace, [], { raw, find }),
        key: JSON.stringify([raw, find, branch]),
    }), [session.id, namespace, raw, find, branch]);
}

/** Writes the shown branch into the URL, so that the URL is the whole state of the page and also follows growth. */
function useUrlOfBranch({ part, readLeaf, isOfPlace, busy }, place) {
    const leaf = isOfPlace && !busy && part ? leafForUrl({ part, readLeaf }, place) : null;
    useEffect(() => {
        if (leaf !== null && leaf !== place.leaf) {
            setQuery({ leaf }, { replace: true });
        }
    }, [leaf, place.leaf]);
}

/** The end of the shown path as far as the tree has it. */
function useKnownLeaf(runs, leafId) {
    const before = useRef(null);
    before.current = useMemo(() => knownLeaf(runs, leafId, before.current), [runs, leafId]);
    return before.current;
}

function scrollToEnd(list) {
    list.scrollTop = list.scrollHeight;
}

/** The id of the first visible message; follows scrolling, at most once for each frame. */
function useVisible(list, part) {
    const [visible, setVisible] = useState(null);
    useEffect(() => {
        const element = list.current;
        let frame = 0;
        const update = () => {
            frame ||= requestAnimationFrame(() => {
                frame = 0;
                setVisible(visiblePlace(element)?.id ?? null);
            });
        };
        update();
        element?.addEventListener('scroll', update, { passive: true });
        return () => {
            cancelAnimationFrame(frame);
            element?.removeEventListener('scroll', update);
        };
    }, [part]);
    return visible;
}

/** True if the reader has scrolled since the message of the URL was shown. */
function useMoved(list, message) {
    const [hasMoved, setMoved] = useState(false);
    useEffect(() => {
        setMoved(false);
        const element = list.current;
        const move = () => setMoved(true);
        const events = ['wheel', 'touchmove', 'pointerdown'];
        events.forEach(name => element?.addEventListener(name, move, { passive: true }));
        return () => events.forEach(name => element?.removeEventListener(name, move));
    }, [message]);
    return hasMoved;
}

/** The run of the tree that contains a shown message. */
function runInView(part, overlays, runs, leaf, id) {
    if (!part || messagesOf(part).length === 0) {
        return null;
    }
    if (id !== null && id !== part.hiddenIn && !messagesOf(part).some(message => message.id === id)) {
        return runWithEnd(runs, id); // Its branch is still being read.
    }
    const stands = new Map((overlays ?? []).map(overlay => ['compaction_' + overlay.id, overlay.messages]));
    const depths = depthsOf(part, one => stands.get(one) ?? 1);
    const depth = id !== null && id === part.hiddenIn ? part.depth : depths.get(id);
    return runAt(runs, leaf, depth, id);
}

/** Moves the focus to another message: seen from the focused one, because keys may be faster than the view. */
function moveTo(list, current, step, setFocused) {
    const all = [...list.querySelectorAll('[data-message]')];
    const from = document.activeElement.closest('[data-message]')?.dataset.message ?? current;
    const at = all.findIndex(element => element.dataset.message === from);
    const start = at >= 0 ? at + step : all.findIndex(element => element.dataset.message === visiblePlace(list)?.id);
    const target = all[Math.min(all.length - 1, Math.max(0, start))];
    if (target) {
        setFocused(target.dataset.message);
        target.querySelector('article').focus({ preventScroll: true });
        scrollToMessage(list, target.dataset.message);
    }
}

function goSibling(siblings, id, step, show) {
    const group = siblings.get(id);
    const target = group?.ids[group.index + step];
    if (target) {
        show(target, true);
    }
}

function toggleFolds(id) {
    const folds = [...document.getElementById('m-' + id)?.querySelectorAll('details.fold') ?? []];
    const open = !folds.every(fold => fold.open);
    folds.forEach(fold => {
        fold.open = open;
    });
}

function goToStart(runs, leaf, show) {
    const first = runAt(runs, leaf, 0);
    if (first) {
        show(first.firstId);
    }
}

function openTree(setTreeOpen) {
    setTreeOpen(true);
    setTimeout(() => document.querySelector('.minimap')?.focus(), 50);
}
