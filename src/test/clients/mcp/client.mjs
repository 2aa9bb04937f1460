// The package @modelcontextprotocol/client in its modes: modern, negotiated, and legacy, which is its default.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { scenario, url, withToken } from './scenario.mjs';

const MODES = [
  [{ pin: '2026-07-28' }, '2026-07-28'],
  ['auto', '2026-07-28'],
  ['legacy', '2025-11-25'],
];
for (const [mode, version] of MODES) {
  const client = new Client({ name: 'coppice-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, withToken));
  assert.equal(client.getNegotiatedProtocolVersion(), version);
  await scenario(client);
  await client.close();
  console.log(`${JSON.stringify(mode)}: ${version}`);
}

const stranger = new Client({ name: 'coppice-test', version: '1.0.0' });
await assert.rejects(stranger.connect(new StreamableHTTPClientTransport(url)));
