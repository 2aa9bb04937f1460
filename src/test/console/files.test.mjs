import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../main/webapp/console/', import.meta.url));
const scripts = fs.readdirSync(ROOT, { recursive: true }).filter(name => name.endsWith('.js') && !name.startsWith('vendor'));
const read = name => fs.readFileSync(path.join(ROOT, name), 'utf8');

/** The files that a script imports before it runs. */
function staticImports(name) {
    return [...read(name).matchAll(/^(?:import|export)\s[^;]*?from\s+'([^']+)';|^import\s+'([^']+)';/gm)]
        .map(match => path.join(path.dirname(name), match[1] ?? match[2]));
}

function closure(names) {
    const all = new Set();
    const open = [...names];
    while (open.length > 0) {
        const name = open.pop();
        if (!all.has(name)) {
            all.add(name);
            open.push(...staticImports(name));
        }
    }
    return all;
}

test('imported files exist, and are files of the console', () => {
    for (const name of scripts) {
        const lazy = [...read(name).matchAll(/import\('([^']+)'\)/g)].map(match => path.join(path.dirname(name), match[1]));
        for (const imported of [...staticImports(name), ...lazy]) {
            assert.ok(!imported.startsWith('..') && fs.existsSync(path.join(ROOT, imported)), name + ' imports ' + imported);
        }
    }
});

test('the first page preloads exactly the scripts that it needs', () => {
    const preloaded = [...read('index.html').matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(match => match[1]);
    const needed = closure(['app.js', 'views/sessions.js']);
    needed.delete('app.js');
    assert.deepEqual(preloaded.sort(), [...needed].sort());
});

test('no script writes HTML or runs text as code', () => {
    for (const name of scripts) {
        const found = read(name).match(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc/);
        assert.equal(found, null, name);
    }
});

test('files have at most 300 lines', () => {
    for (const name of scripts) {
        assert.ok(read(name).split('\n').length <= 301, name);
    }
});

test('nothing is loaded from other servers', () => {
    for (const name of [...scripts, 'index.html']) {
        const urls = read(name).match(/(?:src|href|url|fetch)\W{1,3}https?:\/\/[^\s'"`]+/g);
        assert.equal(urls, null, name);
    }
});
