// Writes `docs/proxy.schema.json` from the types of the config file, and the tables of members in `docs/proxy-deployment.md`.
//   node scripts/api/proxy-schema.mjs            writes both
//   node scripts/api/proxy-schema.mjs --check    fails if one of them is stale
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { schemaOfType } from './type-schema.mjs'

const SCHEMA = 'docs/proxy.schema.json'
const GUIDE = 'docs/proxy-deployment.md'
const TABLES = /(<!-- members of ([^,\n]+), from proxy\.schema\.json -->\n).*?(<!-- end of members -->)/gs

process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
const schema = { title: 'toolwire proxy', ...schemaOfType('src/cli/proxy/config.ts', 'ProxyConfig') }
const owners = {
  'the file': schema,
  'a user in `users`': schema.properties.users.additionalProperties.anyOf.find(
    ({ type }) => type === 'object',
  ),
  'a route': schema.properties.routes.items,
  'a target': schema.$defs.TargetConfig,
  'a tool in `substitutes`': schema.$defs.McpSubstituteConfig,
}
const files = {
  [SCHEMA]: formatted(JSON.stringify(schema, null, 2)),
  [GUIDE]: readFileSync(GUIDE, 'utf8').replace(TABLES, (_all, start, owner, end) =>
    [start, tableOf(owners[owner]), end].join('\n'),
  ),
}
for (const [path, text] of Object.entries(files)) {
  if (readFileSync(path, 'utf8') === text) continue
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else {
    console.error(`${path} is stale: npm run docs`)
    process.exitCode = 1
  }
}

/** In the form that the linter checks. */
function formatted(input) {
  const options = ['format', `--stdin-file-path=${SCHEMA}`]
  return execFileSync('node_modules/.bin/biome', options, { input, encoding: 'utf8' })
}

function tableOf({ properties, required = [] }) {
  const rows = Object.entries(properties).map(([name, { description }]) => {
    const [, meaning, initial = ''] = /^(.*?)(?: Default: (.*)\.)?$/s.exec(description)
    return `| \`${name}\` | ${meaning} | ${required.includes(name) ? 'required' : initial} |\n`
  })
  return `| member | meaning | default |\n|---|---|---|\n${rows.join('')}`
}
