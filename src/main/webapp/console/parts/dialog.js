import { html, useEffect, useRef, useState } from '../core/html.js';
import { createStore, useStore } from '../core/store.js';
import { Problem } from './problem.js';

const open = createStore(null);

/**
 * Asks a question and waits for the answer.
 * @param {{title: string, text?: string, confirm?: string, danger?: boolean}} question
 * @returns {Promise<boolean>} false if the dialog was closed
 */
export function confirm(question) {
    return new Promise(resolve => open.set({ fields: [], ...question, resolve: values => resolve(values !== null) }));
}

/**
 * Shows a form and waits until it is sent. If `send` is given, the dialog stays open and shows the problem when it
 * fails.
 * @param {{title: string, text?: string, confirm?: string, danger?: boolean, wide?: boolean,
 *     fields: {name: string, label: string, value?: *, note?: string, type?: string, options?: Array<[string, string]>,
 *         rows?: number, code?: boolean, required?: boolean, expect?: string}[],
 *     send?: function(Object<string, *>): Promise<*>}} form `type`: `text` (default), `area`, `select`, `check` or any
 *     type of input; `expect`: the text that must be typed before the form can be sent
 * @returns {Promise<?Object<string, *>>} the values by name, or what `send` returned; null if the dialog was closed
 */
export function ask(form) {
    return new Promise(resolve => open.set({ ...form, resolve }));
}

/** The place of the dialog; once in a page. */
export function Dialogs() {
    const question = useStore(open);
    return question && html`<${Question} key=${question} question=${question} />`;
}

function Question({ question }) {
    const dialog = useRef(null);
    const [values, setValues] = useState(() => Object.fromEntries(
        question.fields.map(field => [field.name, field.value ?? (field.type === 'check' ? false : '')])));
    const [state, setState] = useState({ busy: false, error: null });
    const isSending = useRef(false);
    useEffect(() => {
        const element = dialog.current;
        element.showModal();
        return () => element.close(); // Gives the focus back to what had it before.
    }, []);
    const finish = value => {
        if (open.get() === question) {
            open.set(null);
        }
        question.resolve(value);
    };
    const submit = async event => {
        event.preventDefault();
        if (isSending.current) {
            return;
        }
        isSending.current = true;
        setState({ busy: true, error: null });
        try {
            const result = question.send ? await question.send(values) : values;
            isSending.current = false;
            finish(result);
        } catch (error) {
            isSending.current = false;
            setState({ busy: false, error });
        }
    };
    // While the request is sent, the dialog stays: nobody could tell whether it was received.
    const onCancel = event => isSending.current && event.preventDefault();
    const onClose = () => {
        if (isSending.current) {
            dialog.current?.showModal(); // Browsers close a dialog at the second Escape in any case.
        } else if (open.get() === question) {
            finish(null);
        }
    };
    const ready = question.fields.every(field => field.expect === undefined || values[field.name] === field.expect);
    return html`<dialog ref=${dialog} class=${question.wide ? 'wide' : ''} aria-labelledby="dialog-title" aria-busy=${state.busy}
            onCancel=${onCancel} onClose=${onClose}>
        <form onSubmit=${submit}>
            <h2 id="dialog-title">${question.title}</h2>
            ${question.text && html`<p>${question.text}</p>`}
            ${question.fields.map(field => html`<${Field} ...${field} value=${values[field.name]}
                onValue=${value => setValues(before => ({ ...before, [field.name]: value }))} />`)}
            <${Problem} error=${state.error} />
            <div class="row end">
                <button type="button" disabled=${state.busy} onClick=${() => finish(null)}>Cancel</button>
                <button class=${question.danger ? 'danger' : 'primary'} disabled=${state.busy || !ready}>
                    ${question.confirm || 'OK'}</button>
            </div>
        </form>
    </dialog>`;
}

/** A labeled field of a form. */
export function Field({ label, note, type = 'text', value, onValue, options, rows = 8, code, required, placeholder, autocomplete = 'off' }) {
    const common = { required, placeholder, autocomplete, class: code ? 'code' : undefined, spellcheck: code ? false : undefined };
    if (type === 'check') {
        return html`<label class="check"><input type="checkbox" checked=${value}
            onChange=${event => onValue(event.target.checked)} /> <span>${label}</span></label>`;
    }
    return html`<label class="field"><span class="name">${label}</span>
        ${type === 'area' ? html`<textarea ...${common} rows=${rows} value=${value} onInput=${event => onValue(event.target.value)} />`
            : type === 'select' ? html`<select onChange=${event => onValue(event.target.value)}>
                ${options.map(([key, text]) => html`<option value=${key} selected=${key === value}>${text}</option>`)}</select>`
            : html`<input ...${common} type=${type} value=${value} onInput=${event => onValue(event.target.value)} />`}
        ${note && html`<span class="note">${note}</span>`}
    </label>`;
}
