import { html, useCallback, useEffect, useMemo, useRef, useState } from '../core/html.js';
import { useShortcuts } from '../core/keys.js';
import { useLoad } from '../core/load.js';
import { goTo, setQuery } from '../core/router.js';
import { messageUrl, sessionUrl } from '../core/url.js';
import { Busy, Problem } from '../parts/problem.js';
import { messageActions } from '../transcript/actions.js';
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
import { runAt, siblingsOf } from '../tree/place.js';

/** The messages of one path of a session, with its tree beside them. */
export default function Transcript({ route, session, namespace, reloadSession }) {
    const list = useRef(null);
    const [version, setVersion] = useState(0);
    const raw = route.query.raw === '1';
    const place = { session: session.id, namespace, raw, leaf: route.query.leaf, message: route.params.message };
    const shown = usePart(list, place, version);
    const tree = useTree(session.id, namespace, version);
    const overlays = useLoad(signal => readOverlays(session.id, namespace, signal), [session.id, namespace, version]);
    const siblings = useMemo(() => siblingsOf(tree.runs), [tree.runs]);
    const [isTreeOpen, setTreeOpen] = useState(matchMedia('(min-width: 60rem)').matches);
    const [focused, setFocused] = useState(null);
    const { part } = shown;

    const changed = useCallback(() => {
        setVersion(before => before + 1);
        reloadSession();
    }, [reloadSession]);
    const show = useCallback(id => goTo(messageUrl(session.id, namespace, id, { raw: raw ? '1' : null })), [session.id, namespace, raw]);
    const context = useMemo(() => {
        const shared = { session: session.id, namespace, leafId: part?.leafId, siblings, changed, show, hidden: part?.hiddenIn ? place.message : null };
        return { ...shared, actions: message => messageActions(shared, message) };
    }, [session.id, namespace, part?.leafId, part?.hiddenIn, siblings, changed, show]);

    const current = focused ?? place.message ?? null;
    useEffect(() => setFocused(null), [place.message]);
    const visible = useVisible(list, part);
    const hasMoved = useMoved(list, place.message);
    const inView = focused ?? (place.message && !hasMoved ? part?.hiddenIn ?? place.message : visible);
    const run = useMemo(() => runInView(part, overlays.data, tree.runs, inView), [part, overlays.data, tree.runs, inView]);

    useShortcuts('Transcript', [
        { keys: 'j', label: 'Next message', run: () => moveTo(list.current, current, 1, setFocused) },
        { keys: 'k', label: 'Previous message', run: () => moveTo(list.current, current, -1, setFocused) },
        { keys: '[', label: 'Previous alternative', run: () => goSibling(siblings, current ?? visible, -1, show) },
        { keys: ']', label: 'Next alternative', run: () => goSibling(siblings, current ?? visible, 1, show) },
        { keys: 'o', label: 'Open or close what is folded in the message', run: () => toggleFolds(current ?? visible) },
        { keys: 'Home', label: 'Beginning of the session', run: () => goToStart(tree.runs, part, show) },
        { keys: 'End', label: 'Latest message', run: () => goTo(sessionUrl(session.id, namespace)) },
        { keys: 'm', label: 'Tree', run: () => openTree(setTreeOpen) },
        { keys: 'r', label: 'With or without summaries', run: () => setQuery({ raw: raw ? null : '1' }) },
        { keys: 'a', label: 'Append a message', run: () => document.querySelector('.composer textarea')?.focus() },
    ]);

    if (shown.error && !part) {
        return html`<${Problem} error=${shown.error} retry=${changed} />`;
    }
    return html`<div class=${'transcript-page' + (isTreeOpen ? ' with-tree' : '')}>
        <${Toolbar} session=${session} route=${route} part=${part} raw=${raw} isTreeOpen=${isTreeOpen}
            toggleTree=${() => setTreeOpen(!isTreeOpen)} toStart=${() => goToStart(tree.runs, part, show)} namespace=${namespace} />
        ${route.query.find && html`<${Find} session=${session.id} namespace=${namespace} query=${route.query} />`}
        <div class="transcript">
            <section class="messages" ref=${list} tabindex="0" aria-label="Messages" aria-busy=${shown.busy}
                    onScroll=${shown.onScroll}>
                <${Problem} error=${shown.error} retry=${changed} />
                ${!part ? html`<${Busy} />` : html`<${MessageList} part=${part} context=${context} overlays=${overlays.data ?? []}
                    siblings=${siblings} current=${current} busy=${shown.busy} />`}
            </section>
            <${Growth} session=${session.id} namespace=${namespace} grow=${shown.grow} changed=${changed} version=${version}
                reloadSession=${reloadSession} toEnd=${() => { list.current.scrollTop = list.current.scrollHeight; }} />
            ${part && html`<${Composer} session=${session} part=${part} context=${context} />`}
        </div>
        ${isTreeOpen && html`<section class="tree-pane" aria-label="Tree">
            ${tree.error ? html`<${Problem} error=${tree.error} retry=${tree.reload} />`
                : html`<${Minimap} runs=${tree.runs} leafId=${part?.leafId ?? tree.leafId} current=${run?.firstId}
                    onSelect=${one => show(one.firstId)} />`}
            ${!tree.complete && tree.runs.length > 0 && html`<p class="more"><button class="small" onClick=${tree.more}>More branches</button></p>`}
        </section>`}
    </div>`;
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
function runInView(part, overlays, runs, id) {
    if (!part || messagesOf(part).length === 0) {
        return null;
    }
    const stands = new Map((overlays ?? []).map(overlay => ['compaction_' + overlay.id, overlay.messages]));
    const depths = depthsOf(part, one => stands.get(one) ?? 1);
    const depth = id !== null && id === part.hiddenIn ? part.depth : depths.get(id);
    return runAt(runs, part.leafId, depth, id);
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
        show(target);
    }
}

function toggleFolds(id) {
    const folds = [...document.getElementById('m-' + id)?.querySelectorAll('details.fold') ?? []];
    const open = !folds.every(fold => fold.open);
    folds.forEach(fold => {
        fold.open = open;
    });
}

function goToStart(runs, part, show) {
    const first = runAt(runs, part?.leafId, 0);
    if (first) {
        show(first.firstId);
    }
}

function openTree(setTreeOpen) {
    setTreeOpen(true);
    setTimeout(() => document.querySelector('.minimap')?.focus(), 50);
}
