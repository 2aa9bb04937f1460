import { useEffect, useState } from './html.js';

/**
 * Creates a value that components can watch.
 * @template T
 * @param {T} initial
 * @returns {{get: function(): T, set: function(T), subscribe: function(function(T)): function()}} `subscribe` returns a
 *     function that ends the subscription
 */
export function createStore(initial) {
    let value = initial;
    const listeners = new Set();
    return {
        get: () => value,
        set(next) {
            if (next !== value) {
                value = next;
                for (const listener of [...listeners]) {
                    listener(value);
                }
            }
        },
        subscribe(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}

/** Returns the value of a store and renders the component again when it changes. */
export function useStore(store) {
    const [value, setValue] = useState(store.get());
    useEffect(() => {
        setValue(store.get());
        return store.subscribe(setValue);
    }, [store]);
    return value;
}
