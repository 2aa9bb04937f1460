// The official conformance tests, through a proxy on the loopback interface that adds the bearer token, because the
// tests cannot send one. Runs every scenario of both requirement sets that needs neither a fixture, such as the tool
// test_simple_text, nor a capability that Coppice does not declare.
import { spawn } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import path from 'node:path';

const PROGRAM = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const RESULTS = 'conformance-results';
const VERSIONS = ['2025-11-25', '2026-07-28'];

/** Scenarios that are in no requirement set and need no fixture. */
const FURTHER = { '2025-11-25': ['server-session-lifecycle'], '2026-07-28': ['http-header-validation'] };

/** Scenarios that call tools or prompts, or read resources, that the tests define. */
const NEEDS_FIXTURE = new RegExp(
  '^(tools-call-|elicitation-|resources-read-|resources-templates-read|prompts-get-'
  + '|input-required-result-(?!unsupported-methods))',
);

/** Scenarios of capabilities that Coppice does not declare: completions, logging and subscriptions. */
const NOT_DECLARED = ['completion-complete', 'logging-set-level', 'resources-subscribe', 'resources-unsubscribe'];

/** Starts the proxy; it passes all headers on unchanged, Host and Origin included. */
function startProxy() {
  const target = new URL(process.env.COPPICE_URL);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${process.env.COPPICE_TOKEN}` };
    const passedOn = request(
      { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers },
      answer => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passedOn.on('error', () => outgoing.destroy());
    incoming.pipe(passedOn);
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Runs the program with the conformance tests to its end and returns its output. */
async function conformance(...options) {
  const child = spawn('node', ['--import', './fs-glob.mjs', PROGRAM, ...options]);
  let output = '';
  child.stdout.on('data', data => (output += data));
  child.stderr.on('data', data => (output += data));
  await new Promise(resolve => child.on('close', resolve));
  return output;
}

/** Returns the scenarios to run: those for servers that a version requires and that Coppice can be asked for. */
async function scenarios(version) {
  const list = await conformance('list', '--requirements', version);
  const servers = list.slice(list.indexOf('Server scenarios'), list.indexOf('Client scenarios'));
  const required = [...servers.matchAll(/^ +- (\S+)/gm)].map(found => found[1]);
  if (required.length === 0) throw new Error(list);
  const runnable = required.filter(name => !NEEDS_FIXTURE.test(name) && !NOT_DECLARED.includes(name));
  return [...runnable, ...FURTHER[version]];
}

async function run(url, scenario, version) {
  await rm(RESULTS, { recursive: true, force: true });
  const options = ['--url', url, '--scenario', scenario, '--spec-version', version, '--force', '-o', RESULTS];
  const output = await conformance('server', ...options);
  const files = (await readdir(RESULTS, { recursive: true })).filter(file => path.basename(file) === 'checks.json');
  if (files.length !== 1) throw new Error(output);
  return JSON.parse(await readFile(path.join(RESULTS, files[0])));
}

/** A check that the tests could not do, because it needs a fixture. */
const isUntestable = check => check.details?.untestable === true || /^untestable|not testable/i.test(check.errorMessage ?? '');

const proxy = await startProxy();
const url = `http://127.0.0.1:${proxy.address().port}/mcp`;
let failures = 0;
for (const version of VERSIONS) {
  for (const scenario of await scenarios(version)) {
    const checks = await run(url, scenario, version);
    const counts = {};
    for (const check of checks) {
      const status = isUntestable(check) ? 'UNTESTABLE' : check.status;
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 'FAILURE' || status === 'WARNING' || status === 'UNTESTABLE') {
        console.log(`  ${status} ${check.id}: ${check.errorMessage}`);
      }
      if (status === 'FAILURE') failures++;
    }
    console.log(`${version} ${scenario}: ${JSON.stringify(counts)}`);
  }
}
proxy.close();
process.exitCode = failures === 0 ? 0 : 1;
