// The server that the tests use, and a proxy between it and the client that fails on purpose.
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { Coppice } from 'coppice-client';

export const url = process.env.COPPICE_URL;
export const token = process.env.COPPICE_TOKEN;

export const client = (options = {}) => new Coppice({ url, token, ...options });

export const unique = (name) => `${name}-${crypto.randomUUID()}`;

export const user = (content, id) => ({ ...(id && { id }), role: 'user', content });

/** Ends the server and starts it again: `restart` in an orderly way, `kill` by SIGKILL. Returns when it is ready. */
export async function control(how) {
  const response = await fetch(`${process.env.COPPICE_CONTROL}/${how}`, { method: 'POST' });
  if (!response.ok) throw new Error(`${how}: ${await response.text()}`);
}

export async function all(iterator) {
  const items = [];
  for await (const item of iterator) items.push(item);
  return items;
}

/** Prints a figure, which the build collects. */
export const figure = (text) => console.log(`figure: TypeScript, ${text}`);

/**
 * A proxy. For each request `fault(number, request)` returns what happens: nothing, `drop` (executed, then the
 * connection is cut), `cut` (after the first part of the answer), or a status to answer with.
 */
export async function proxy(fault) {
  const seen = [];
  const server = createServer((incoming, outgoing) => {
    const what = fault(seen.push(incoming), incoming);
    if (typeof what === 'object') {
      outgoing.writeHead(what.status, what.headers).end(what.body);
      return;
    }
    const onward = request(new URL(incoming.url, url), { method: incoming.method, headers: incoming.headers });
    onward.on('response', (answer) => {
      if (what === 'drop') return answer.resume().on('end', () => incoming.socket.destroy());
      outgoing.writeHead(answer.statusCode, answer.headers);
      if (what !== 'cut') return answer.pipe(outgoing);
      return answer.once('data', (part) => outgoing.write(part, () => incoming.socket.destroy()));
    });
    onward.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    seen,
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
