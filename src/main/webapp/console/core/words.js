/** Numbers and times in words. Pure, except that `ago` reads the clock if it gets no time. */

const NUMBER = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const FULL_TIME = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'medium' });

/** Stands for what is missing or cannot be read. */
const NONE = '–';

/** 12345 → "12,345". */
export function number(value) {
    return NUMBER.format(value);
}

/** 12345 → "12.3K". */
export function compact(value) {
    return COMPACT.format(value);
}

/** `count(2, 'message')` → "2 messages"; `count(2, 'branch', 'branches')` → "2 branches". */
export function count(value, one, many = one + 's') {
    return NUMBER.format(value) + ' ' + (value === 1 ? one : many);
}

/** 2048 → "2.0 KiB". */
export function bytes(value) {
    if (value < 1024) {
        return count(value, 'byte');
    }
    const units = ['KiB', 'MiB', 'GiB', 'TiB'];
    let size = value / 1024;
    let unit = 0;
    while (size >= 1024 && unit < units.length - 1) {
        size /= 1024;
        unit++;
    }
    return size.toFixed(1) + ' ' + units[unit];
}

const STEPS = [
    ['y', 365 * 24 * 3600],
    ['mo', 30 * 24 * 3600],
    ['d', 24 * 3600],
    ['h', 3600],
    ['min', 60],
];

const TIME = /^([+-]?\d{4,9})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{0,9}))?)?(?:z|([+-])(\d\d)(?::?(\d\d)(?::?(\d\d))?)?)?$/i;

/**
 * A time in milliseconds since 1970. Takes what the server accepts as `createdAt` of a message, and more: a date with a
 * time of day in ISO 8601, in UTC if it has no offset, or milliseconds.
 * @param {*} value
 * @returns {number} NaN if it is no time, or none that a browser can show
 */
export function timeOf(value) {
    const text = value instanceof Date ? String(value.getTime()) : typeof value === 'boolean' ? '' : String(value ?? '');
    if (/^-?\d+$/.test(text)) {
        return new Date(Number(text)).getTime();
    }
    const found = TIME.exec(text);
    if (!found) {
        return NaN;
    }
    const [year, month, day, hour, minute, second = 0] = found.slice(1, 7).map(part => Number(part ?? 0));
    const offset = (found[8] === '-' ? -1 : 1) * (Number(found[9] ?? 0) * 3600 + Number(found[10] ?? 0) * 60 + Number(found[11] ?? 0));
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 59) {
        return NaN;
    }
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    date.setUTCHours(hour, minute, second - offset, Number((found[7] ?? '').padEnd(3, '0').slice(0, 3)));
    return date.getTime();
}

/**
 * The age of a time, in its largest unit: "3 h ago", "now", or "in 2 d" for the future; "–" for what is no time.
 * @param {*} time see `timeOf`
 * @param {number} [now] milliseconds since 1970
 */
export function ago(time, now = Date.now()) {
    const seconds = Math.round((now - timeOf(time)) / 1000);
    if (Number.isNaN(seconds)) {
        return NONE;
    }
    for (const [unit, length] of STEPS) {
        if (Math.abs(seconds) >= length) {
            const amount = Math.floor(Math.abs(seconds) / length) + ' ' + unit;
            return seconds > 0 ? amount + ' ago' : 'in ' + amount;
        }
    }
    return Math.abs(seconds) < 10 ? 'now' : seconds > 0 ? seconds + ' s ago' : 'in ' + -seconds + ' s';
}

/** A time with its date, weekday and seconds, in the time zone of the browser; "–" for what is no time. */
export function fullTime(time) {
    const milliseconds = timeOf(time);
    return Number.isNaN(milliseconds) ? NONE : FULL_TIME.format(milliseconds);
}

/** 83456 → "1 min 23 s"; 350 → "350 ms". */
export function duration(milliseconds) {
    if (milliseconds < 1000) {
        return Math.round(milliseconds) + ' ms';
    }
    if (milliseconds < 9950) {
        return (milliseconds / 1000).toFixed(1) + ' s';
    }
    const seconds = Math.round(milliseconds / 1000);
    const minutes = Math.floor(seconds / 60);
    return seconds < 60 ? seconds + ' s'
        : minutes < 60 ? minutes + ' min ' + seconds % 60 + ' s'
        : Math.floor(minutes / 60) + ' h ' + minutes % 60 + ' min';
}
