import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext } from '../../src/base/model/context.js'
import type { Conversation, ModelResponse } from '../../src/base/model/types.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { findDrift } from '../../src/traffic/replay/drift.js'
import { createRegistry } from '../../src/translate/exchange/registry.js'
import { adaptAnswer } from '../../src/translate/exchange/translate-answer.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'

/** The agreed cases that every wire can have, each with the wire whose conversation is written. */
const CASES = [
  ['single-call', 'openai-chat', 'One call'],
  ['parallel-calls', 'openai-chat', 'Two calls at once'],
  ['no-arguments', 'openai-chat', 'A call without arguments'],
  ['text-only', 'openai-chat', 'A text, and no call'],
  ['error-result', 'openai-chat', 'A result that is an error'],
  ['error-body', 'openai-chat', 'A refused request'],
  ['truncated-arguments', 'openai-chat', 'Arguments that the output limit cut'],
  ['malformed-arguments', 'openai-chat', 'Arguments that are not JSON'],
  ['nested-arguments', 'ollama-chat', 'Arguments with objects and lists'],
  ['length', 'ollama-chat', 'A text that the output limit cut'],
  ['no-more-calls', 'cohere-chat', 'An answer after which no call follows'],
] as const
const MODEL = 'example-model'

interface Canonical {
  readonly request?: Conversation
  readonly response?: ModelResponse
}

/**
 * Writes the cases in the format of a new wire, and their canonical values as `check --update` does.
 * @param fixtures the folder with the fixtures of all wires.
 * @param folder the new one.
 */
export async function writeFixtures(adapter: Adapter, fixtures: string, folder: string): Promise<void> {
  for (const [name, wire, title] of CASES) {
    const canonical: Canonical = JSON.parse(
      readFileSync(join(fixtures, wire, name, 'canonical.json'), 'utf8'),
    )
    const files = { ...requestFile(canonical, wire, adapter), ...answerFiles(canonical, wire, adapter) }
    const { id: vendor, codecs } = adapter
    const meta = { title, origin: 'written', vendor, model: MODEL, sources: [codecs.docs] }
    mkdirSync(join(folder, name), { recursive: true })
    for (const [file, text] of Object.entries({ ...files, 'meta.json': json(meta) }))
      writeFileSync(join(folder, name, file), text)
  }
  for await (const { name, error } of findDrift(folder, createRegistry([adapter]), { update: true }))
    if (error !== undefined) throw new Error(`${name}: ${error.message}`)
}

function requestFile({ request }: Canonical, from: string, to: Adapter) {
  if (request === undefined) return {}
  const { value } = encodeConversation(request, { from, to, model: MODEL })
  // The sign of the templates by which requests are known.
  return { 'request.json': json({ api: to.id, ...value }) }
}

function answerFiles({ response }: Canonical, wire: string, to: Adapter) {
  if (response === undefined) return {}
  const context = createContext(to.id)
  const { response: told } = adaptAnswer(response, { id: wire }, to.codecs, {}, context)
  const answer = told.error === undefined ? { ...told, ...plainAnswer(told) } : told
  const body = { 'response.json': json(to.encodeResponse(answer).value) }
  return told.error === undefined ? { ...body, 'stream.sse': streamOf(answer, to) } : body
}

/** Returns the answer without reasoning, which minimal wires do not have. */
function plainAnswer({ message }: ModelResponse) {
  const parts = message.parts.filter(({ type }) => type !== 'reasoning')
  return { model: MODEL, message: { ...message, parts } }
}

function streamOf(answer: ModelResponse, { id, codecs }: Adapter): string {
  return [...streamFrames(answer, codecs, createContext(id))].map(String).join('')
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
