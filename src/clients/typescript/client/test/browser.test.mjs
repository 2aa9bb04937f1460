// A page of another origin, and a worker of that page, import the built module in Chromium and use it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { all, client, figure, token, unique, url } from './server.mjs';

/** A module that uses a session of this name, and reports what it found to `/done/<name>`. */
const program = (name) => `
import { Coppice, ProblemError } from '/dist/index.js';
const coppice = new Coppice(${JSON.stringify({ url, token })});
const session = coppice.session('${name}');
let result;
try {
  await session.append([{ role: 'user', content: 'From a page' }], { create: true });
  const events = session.events();
  await events.next();
  await session.append([{ id: 'second', role: 'user', content: 'Again' }]);
  let event;
  do ({ value: event } = await events.next()); while (event.type !== 'MessageAppended');
  await events.return();
  const lines = [];
  for await (const line of session.export()) lines.push(line);
  const report = await coppice.import(new Blob([lines.join('\\n') + '\\n']), { dryRun: true });
  const missing = await coppice.session('none').get().catch((error) => error);
  result = [event.data.messageId, report.sessions.existing, missing.code].join(' ');
} catch (error) {
  result = 'failed ' + error;
}
fetch('/done/${name}', { method: 'POST', body: result });
`;

const page = unique('page');
const worker = unique('worker');
const HTML = `<!doctype html><body><script type="module">
new Worker('/program/${worker}', { type: 'module' });
import('/program/${page}');
</script>`;

/** Serves the page; calls `done` with the name and the result of each program. */
function serve(done) {
  return createServer((request, response) => {
    const [, route, name] = request.url.split('/');
    if (route === 'done') {
      request.on('data', (body) => done(name, String(body)));
      response.end();
    } else if (route === 'dist' || route === 'program') {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(route === 'dist' ? readFileSync(new URL(`..${request.url}`, import.meta.url)) : program(name));
    } else {
      response.setHeader('Content-Type', 'text/html');
      response.end(HTML);
    }
  });
}

test('page of another origin and its worker append, follow, export and import', async () => {
  const done = {};
  const results = [page, worker].map((name) => new Promise((resolve) => { done[name] = resolve; }));
  const server = serve((name, result) => done[name](result));
  const port = Number(process.env.COPPICE_PAGE_PORT);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', `http://127.0.0.1:${port}/`];
  const browser = promisify(execFile)('chromium', options);
  try {
    const failed = browser.then(() => 'Chromium has ended', (error) => `Chromium has ended: ${error}`);
    const expected = 'second 1 session-not-found';
    assert.deepEqual(await Promise.race([Promise.all(results), failed]), [expected, expected]);
    for (const name of [page, worker]) assert.equal((await all(client().session(name).messages())).length, 2);
    figure('in a page and in a worker in Chromium: appended, followed, exported, imported');
  } finally {
    browser.child.kill();
    server.close();
    server.closeAllConnections();
  }
});
