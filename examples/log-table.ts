import { readdirSync, readFileSync } from 'node:fs'
import { decodeAny } from 'toolwire/adapters'
import { costOf } from 'toolwire/models'

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
  const { wire, calls, response } = decoded
  const { usage = {}, model = '' } = response ?? {}
  for (const call of calls)
    rows.push({
      file,
      wire,
      tool: call.name,
      arguments: call.rawArguments ?? JSON.stringify(call.arguments),
      status: call.status,
      providerExecuted: call.providerExecuted,
      dollars: costOf(usage, model), // of the complete answer
    })
}
console.table(rows)
