// Node.js 20 has no fs.globSync, which the conformance tests import and do not use here.
import fs from 'node:fs';
import { register } from 'node:module';

if (!fs.globSync) {
  register('./fs-glob-hooks.mjs', import.meta.url);
}
