import { readdirSync, readFileSync } from 'node:fs'
import { decodeAny } from 'toolwire/adapters'

const rows = []
for (const file of readdirSync('fixtures', {
  recursive: true,
  encoding: 'utf8',
})) {
  if (!/response\.json$|\.sse$/.test(file)) continue
  const decoded = await decodeAny(
    readFileSync(`fixtures/${file}`, 'utf8'),
  ).catch(() => undefined)
  if (decoded === undefined) continue // no traffic
  const { wire, calls } = decoded
  for (const {
    name,
    status,
    providerExecuted,
    arguments: given,
    rawArguments,
  } of calls)
    rows.push({
      file,
      wire,
      tool: name,
      arguments: rawArguments ?? JSON.stringify(given),
      status,
      providerExecuted,
    })
}
console.table(rows)
