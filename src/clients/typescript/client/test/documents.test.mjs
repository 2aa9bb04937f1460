// The types, the lines of the README, and the example.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { url } from './server.mjs';

const home = new URL('..', import.meta.url).pathname;
const run = (command, parameters, cwd) => execFileSync(command, parameters, { cwd, encoding: 'utf8' });

test('types are those of the server', () => {
  const generated = join(mkdtempSync(join(tmpdir(), 'coppice-')), 'openapi.ts');
  run('npx', ['--no-install', 'openapi-typescript', `${url}/openapi`, '--output', generated], home);
  const expected = readFileSync(generated, 'utf8').split('\n');
  const committed = readFileSync(`${home}src/openapi.ts`, 'utf8').split('\n');
  const line = expected.findIndex((text, number) => text !== committed[number]);
  assert.ok(line < 0 && expected.length === committed.length,
    `Run "npm run types" in src/clients/typescript/client: line ${line + 1} must be ${expected[line]}`);
});

test('compiler knows the types of requests and answers', () => {
  run('npx', ['--no-install', 'tsc', '--noEmit', '--strict', '--target', 'es2022', '--module', 'es2022',
    '--moduleResolution', 'bundler', '--lib', 'ES2022,DOM,DOM.AsyncIterable', 'test/types.ts'], home);
});

test('lines of the README run in a project of their own', () => {
  const readme = readFileSync(`${home}README.md`, 'utf8');
  const [, shell] = /```sh\n(.*?)```/s.exec(readme);
  const [, program] = /```js\n(.*?)```/s.exec(readme);
  const project = mkdtempSync(join(tmpdir(), 'coppice-'));
  const [pack, install] = shell.trim().split('\n');
  const [, steps] = /^\(cd src\/clients\/typescript && npm ci && (.*)\)$/.exec(pack);
  run('sh', ['-c', steps], `${home}..`);
  run('npm', ['init', '--yes'], project);
  run('sh', ['-c', install.replace('src/clients/typescript', `${home}..`)], project);
  writeFileSync(join(project, 'readme.mjs'), program);
  assert.equal(run('node', ['readme.mjs'], project), 'user Where shall we go?\n');
});

test('example runs', () => {
  const printed = run('node', ['example/trip.mjs'], home);
  assert.match(printed, /the leaf is a2\nuser Where.*\nassistant To Nara\.\nstate { city: 'Kyoto' }\n/);
  assert.match(printed, /event SessionDeleted/);
});
