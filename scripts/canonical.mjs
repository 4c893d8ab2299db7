// Writes canonical.json of fixtures that have none (or of those named on the command line), to be read critically
// before it is committed: node scripts/canonical.mjs [wire/case …]
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const named = process.argv.slice(2)
const cases = readdirSync('fixtures').flatMap((wire) =>
  readdirSync(join('fixtures', wire)).map((name) => `${wire}/${name}`),
)
for (const name of cases) {
  const file = join('fixtures', name, 'canonical.json')
  if (named.length > 0 ? !named.includes(name) : existsSync(file)) continue
  const wire = name.split('/')[0]
  const { default: adapter } = await import(
    new URL(`../dist/adapters/${wire}/index.js`, import.meta.url).href
  )
  const read = (part) => readFileSync(join('fixtures', name, part), 'utf8')
  const request = adapter.decodeRequest(read('request.json')).value
  const response = adapter.decodeResponse(read('response.json')).value
  writeFileSync(file, `${JSON.stringify({ request, response }, null, 2)}\n`)
  console.log(`wrote ${file}`)
}
