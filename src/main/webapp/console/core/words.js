/** Numbers and times in words. Pure, except that `ago` reads the clock if it gets no time. */

const NUMBER = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const FULL_TIME = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'medium' });

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

/**
 * The age of a time, in its largest unit: "3 h ago", "now", or "in 2 d" for the future.
 * @param {string|number|Date} time
 * @param {number} [now] milliseconds since 1970
 */
export function ago(time, now = Date.now()) {
    const seconds = Math.round((now - new Date(time).getTime()) / 1000);
    for (const [unit, length] of STEPS) {
        if (Math.abs(seconds) >= length) {
            const amount = Math.floor(Math.abs(seconds) / length) + ' ' + unit;
            return seconds > 0 ? amount + ' ago' : 'in ' + amount;
        }
    }
    return Math.abs(seconds) < 10 ? 'now' : seconds > 0 ? seconds + ' s ago' : 'in ' + -seconds + ' s';
}

/** A time with its date, weekday and seconds, in the time zone of the browser. */
export function fullTime(time) {
    return FULL_TIME.format(new Date(time));
}

/** 83456 → "1 min 23 s"; 350 → "350 ms". */
export function duration(milliseconds) {
    if (milliseconds < 1000) {
        return Math.round(milliseconds) + ' ms';
    }
    const seconds = milliseconds / 1000;
    if (seconds < 60) {
        return (seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)) + ' s';
    }
    const minutes = Math.floor(seconds / 60);
    return minutes < 60
        ? minutes + ' min ' + Math.round(seconds % 60) + ' s'
        : Math.floor(minutes / 60) + ' h ' + (minutes % 60) + ' min';
}
