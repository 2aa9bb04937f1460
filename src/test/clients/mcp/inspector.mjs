// The inspector on the command line lists and calls, with the token in a header.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

const TARGET = [
  '--cli', `${process.env.COPPICE_URL}/mcp`, '--transport', 'http',
  '--header', `Authorization: Bearer ${process.env.COPPICE_TOKEN}`,
];

function inspect(...options) {
  return JSON.parse(execFileSync('node_modules/.bin/mcp-inspector', [...TARGET, ...options], { encoding: 'utf8' }));
}

assert.equal(inspect('--method', 'tools/list').tools.length, 14);
assert.equal(inspect('--method', 'prompts/list').prompts.length, 4);
assert.equal(inspect('--method', 'resources/templates/list').resourceTemplates.length, 4);
assert.ok(Array.isArray(inspect('--method', 'resources/list').resources));
const appended = inspect(
  '--method', 'tools/call', '--tool-name', 'append_messages',
  '--tool-arg', 'session_id=inspected', '--tool-arg', 'messages=[{"role":"user","content":"Hello"}]',
);
assert.equal(appended.structuredContent.created, true);
const read = inspect('--method', 'resources/read', '--uri', 'coppice://sessions/inspected');
assert.match(read.contents[0].text, /Hello/);
const prompt = inspect(
  '--method', 'prompts/get', '--prompt-name', 'summarize_session', '--prompt-args', 'session_id=inspected',
);
assert.match(prompt.messages[0].content.text, /Hello/);
