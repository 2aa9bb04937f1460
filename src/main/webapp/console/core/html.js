/**
 * The rendering library under one name, so that no other file knows where it comes from. Texts in templates become
 * text nodes; nothing in the console writes HTML from data.
 */
export {
    Component,
    html,
    h,
    render,
    createContext,
    useCallback,
    useContext,
    useEffect,
    useErrorBoundary,
    useLayoutEffect,
    useMemo,
    useReducer,
    useRef,
    useState,
} from '../vendor/htm-preact.js';
