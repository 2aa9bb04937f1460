// A page of another origin imports the built module in Chromium and uses it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { all, client, figure, token, unique, url } from './server.mjs';

const id = unique('page');
const SCRIPT = `
import { Coppice, ProblemError } from '/dist/index.js';
const coppice = new Coppice(${JSON.stringify({ url, token })});
const session = coppice.session('${id}');
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
  document.body.textContent = [event.data.messageId, report.sessions.existing, missing.code].join(' ');
} catch (error) {
  document.body.textContent = 'failed ' + error;
}
fetch('/done', { method: 'POST', body: document.body.textContent });
`;

test('page of another origin appends, follows, exports and imports', async () => {
  let done;
  const result = new Promise((resolve) => { done = resolve; });
  const server = createServer((request, response) => {
    if (request.url === '/done') {
      request.on('data', (body) => done(String(body)));
      response.end();
    } else if (request.url.startsWith('/dist/')) {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(readFileSync(new URL(`..${request.url}`, import.meta.url)));
    } else {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><body><script type="module">${SCRIPT}</script>`);
    }
  });
  const port = Number(process.env.COPPICE_PAGE_PORT);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', `http://127.0.0.1:${port}/`];
  const browser = promisify(execFile)('chromium', options);
  try {
    const failed = browser.then(() => 'Chromium has ended', (error) => `Chromium has ended: ${error}`);
    assert.equal(await Promise.race([result, failed]), 'second 1 session-not-found');
    assert.equal((await all(client().session(id).messages())).length, 2);
    figure('in Chromium: appended, followed, exported, imported');
  } finally {
    browser.child.kill();
    server.close();
    server.closeAllConnections();
  }
});
