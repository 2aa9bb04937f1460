import { useEffect, useLayoutEffect, useRef } from '../core/html.js';

/**
 * Keeps the end of a scrolling list in view while the list becomes longer: images and the facts of summaries arrive after
 * the messages. A reader who scrolls away is never taken back, also not if the list is rendered before the event of that
 * scrolling has arrived.
 * @param {object} list reference to the scrolling element
 * @param {boolean} isThere whether the element exists
 * @returns {function(): boolean} to be called when the list was scrolled; true if it shows its end
 */
export function useKeepEnd(list, isThere) {
    const topAtEnd = useRef(null);
    const keep = () => {
        const element = list.current;
        if (!element || topAtEnd.current === null) {
            return;
        }
        const hasScrolledAway = element.scrollTop < topAtEnd.current && !showsEnd(element);
        if (!hasScrolledAway) {
            element.scrollTop = element.scrollHeight;
        }
        topAtEnd.current = hasScrolledAway ? null : element.scrollTop;
    };
    useLayoutEffect(keep);
    useEffect(() => {
        const element = list.current;
        element?.addEventListener('load', keep, true);
        return () => element?.removeEventListener('load', keep, true);
    }, [isThere]);
    return () => {
        const element = list.current;
        const isAtEnd = element !== null && showsEnd(element);
        topAtEnd.current = isAtEnd ? element.scrollTop : null;
        return isAtEnd;
    };
}

/** True if the list shows its end, or nearly. */
export function showsEnd(list) {
    return list.scrollHeight - list.scrollTop - list.clientHeight < 60;
}
