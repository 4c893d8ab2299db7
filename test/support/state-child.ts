/**
 * Runs commands on the state of a conversation, one JSON line each on standard input, and answers each with a
 * line. Arguments: URL of the store, scope. A command is `[key]` for reading or `[key, value]` for writing.
 */
import { createInterface } from 'node:readline'
import { keyvState } from '../../src/tools/context/keyv.js'
import { createToolContext } from '../../src/tools/context/tool-context.js'
import { openKeyv } from './keyv-stores.js'

const [url = '', scope = ''] = process.argv.slice(2)
const keyv = openKeyv(url)
const warnings: string[] = []
/** Creates one context for each command, since each call has its own. */
function makeContext() {
  return createToolContext({
    state: keyvState(keyv, { scope, timeout: 1_500 }),
    onWarning: ({ message }) => warnings.push(message),
  })
}

for await (const line of createInterface({ input: process.stdin })) {
  const [key, ...values] = JSON.parse(line)
  console.log(JSON.stringify(values.length === 0 ? await read(key) : await write(key, values[0])))
}
await keyv.disconnect().catch(() => {})
process.exit()

async function read(key: string) {
  const value = await makeContext().getState<unknown>(key, 'fallback')
  return { value, warnings: warnings.splice(0) }
}

async function write(key: string, value: unknown) {
  try {
    await makeContext().setState(key, value)
    return { kept: true }
  } catch (error) {
    return { error: String(error) }
  }
}
