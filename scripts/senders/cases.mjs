import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adapters, loadAdapter } from '../../build/adapters.js'

const root = join(import.meta.dirname, '../..')
const HELLO = { role: 'user', parts: [{ type: 'text', text: 'Hello.' }] }
const GO_ON = { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }

/**
 * Returns the conversations of the fixtures and of the corpus, if it is next to the project.
 * @param every takes each n-th conversation.
 */
export async function cases(every) {
  const all = []
  for (const wire of Object.keys(adapters)) {
    for (const { id, request, response } of fixturesOf(wire)) add(id, wire, request, response)
    for (const { id, request, response } of await recordingsOf(wire)) add(id, wire, request, response)
  }
  const seen = new Set()
  const different = all.filter(({ conversation }) => {
    const before = seen.size
    return seen.add(JSON.stringify([conversation.messages, conversation.tools])).size > before
  })
  return different.filter((_, index) => index % every === 0)

  function add(id, wire, request, response) {
    const said = response?.message?.parts?.length > 0 ? [response.message] : []
    const messages = withResults([...(request?.messages ?? []), ...said])
    const first = messages.find(({ role }) => role !== 'system')
    if (first === undefined) return
    const before = first.role === 'user' ? [] : [HELLO]
    const tools = declared(messages, request?.tools ?? [])
    all.push({ id, wire, conversation: { messages: [...before, ...messages, GO_ON], tools } })
  }
}

/** Answers the calls at the end, as a client does before it goes on. */
function withResults(messages) {
  const last = messages.at(-1)
  const calls =
    last?.role !== 'assistant'
      ? []
      : last.parts.filter(({ type, providerExecuted }) => type === 'tool-call' && !providerExecuted)
  if (calls.length === 0) return messages
  const parts = calls.map(({ id, name, kind, minted }) => ({
    type: 'tool-result',
    callId: id,
    ...(minted && { minted }),
    name,
    ...(kind === 'custom' && { kind }),
    output: { type: 'text', value: `result of ${name}` },
    isError: false,
    providerExecuted: false,
  }))
  return [...messages, { role: 'tool', parts }]
}

/** Returns the functions of a request, and one for each name that a call has. Hosted tools are omitted. */
function declared(messages, tools) {
  const functions = tools.filter(({ type }) => type === 'function')
  const known = new Set(tools.map(({ name }) => name))
  const called = messages.flatMap(({ parts }) =>
    parts.filter(
      ({ type, kind, providerExecuted }) => type === 'tool-call' && kind !== 'custom' && !providerExecuted,
    ),
  )
  const names = new Set(called.map(({ name }) => name).filter((name) => !known.has(name)))
  return [
    ...functions,
    ...[...names].map((name) => ({
      type: 'function',
      name,
      description: `Runs ${name}.`,
      parameters: { type: 'object', properties: {} },
    })),
  ]
}

function fixturesOf(wire) {
  const folder = join(root, 'fixtures', wire)
  return names(folder).flatMap((name) => {
    const file = join(folder, name, 'canonical.json')
    return existsSync(file)
      ? [{ id: `fixtures/${wire}/${name}`, ...JSON.parse(readFileSync(file, 'utf8')) }]
      : []
  })
}

async function recordingsOf(wire) {
  const folder = join(root, '../shared/corpus', wire)
  const files = names(folder).filter((name) => name.endsWith('.json'))
  if (files.length === 0) return []
  const adapter = await loadAdapter(wire)
  return files.map((name) => {
    const { request, response, expected } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return {
      id: `corpus/${wire}/${name.replace('.json', '')}`,
      request: expected?.request ? decoded(() => adapter.decodeRequest(request)) : undefined,
      response: expected?.response && response ? decoded(() => adapter.decodeResponse(response)) : undefined,
    }
  })
}

function decoded(decode) {
  try {
    return decode().value
  } catch {
    return undefined
  }
}

const names = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : [])
