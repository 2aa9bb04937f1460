// The package @modelcontextprotocol/sdk, the first generation of clients.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { scenario, url, withToken } from './scenario.mjs';

const transport = new StreamableHTTPClientTransport(url, withToken);
const client = new Client({ name: 'coppice-test', version: '1.0.0' });
await client.connect(transport);
assert.equal(transport.sessionId, undefined);
await client.ping();
await scenario(client);
await client.close();

const stranger = new Client({ name: 'coppice-test', version: '1.0.0' });
await assert.rejects(stranger.connect(new StreamableHTTPClientTransport(url)));
