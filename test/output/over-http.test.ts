import { createServer, type ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext } from '../../src/base/model/context.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import {
  type Adapter,
  fetchSend,
  OutputError,
  type Provider,
  partialObjects,
  provider,
  ResponseError,
  SendError,
  userMessage,
} from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { type Case, objectCase } from './support.js'

// Servers over sockets with valid, invalid, truncated and delayed answers.

const WIRES = ['openai-chat', 'anthropic-messages', 'google-generate-content', 'mistral-chat']
const adapters: readonly Adapter[] = WIRES.map((wire) => adapterOf(wire).adapter)
const MANNERS = ['well', 'late', 'badly', 'limited', 'cut', 'silent'] as const
type Manner = (typeof MANNERS)[number]

/** The server's next answer, and its behavior. */
let script: { readonly frames: readonly (string | Uint8Array)[]; readonly manner: Manner; silence(): void }

const server = createServer(async (request, response) => {
  for await (const _ of request);
  const { frames, manner } = script
  response.setHeader('content-type', 'text/event-stream')
  const half = Math.floor(frames.length / 2)
  for (const [index, frame] of frames.entries()) {
    if (index === half && (manner === 'cut' || manner === 'silent')) return stopped(response, manner)
    response.write(frame)
    if (manner === 'late') for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
  }
  response.end()
})

function stopped(response: ServerResponse, manner: Manner): void {
  response.write(': so far\n\n', () =>
    setImmediate(() => (manner === 'cut' ? response.destroy() : script.silence())),
  )
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function framesOf({ codecs }: Adapter, text: string, reason: 'stop' | 'length') {
  const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text }] }
  const response = { id: 'r', model: 'm', message, finish: { reason } }
  return [...streamFrames(response, codecs, createContext(codecs.id))]
}

/** Timers that expire when the server falls silent. */
function manual() {
  const open = new Set<() => void>()
  let isSilent = false
  return {
    timer(_milliseconds: number, call: () => void) {
      if (isSilent) setImmediate(call)
      else open.add(call)
      return () => void open.delete(call)
    },
    runOut() {
      isSilent = true
      for (const call of open) call()
      open.clear()
    },
  }
}

async function objectFrom(model: Provider, { schema }: Case): Promise<unknown> {
  const turn = model.turn({ messages: [userMessage('How is the weather?')], outputFormat: schema })
  // Partial objects are optional. The test requires only that they end.
  for await (const _ of partialObjects(turn));
  return (await turn.response).object
}

test('an object, or an error with the reason, from servers that answer well, badly, truncated and late', async () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  const world = fc.record({
    adapter: fc.constantFrom(...adapters),
    given: objectCase,
    manner: fc.constantFrom(...MANNERS),
  })
  const property = fc.asyncProperty(world, async ({ adapter, given, manner }) => {
    const clock = manual()
    const json = JSON.stringify(given.value)
    const said = { badly: `Here: ${json}`, limited: json.slice(0, -1) }[String(manner)] ?? json
    const frames = framesOf(adapter, said, manner === 'limited' ? 'length' : 'stop')
    script = { frames, manner, silence: clock.runOut }
    const send = fetchSend(adapter, { key: null, url, retries: 0, timer: clock.timer })
    const model = provider(adapter, { model: 'm', maxOutputTokens: 9, outputThroughTool: false, send })
    const outcome = await objectFrom(model, given).catch((error: unknown) => error)
    if (manner === 'well' || manner === 'late') expect(outcome).toEqual(given.schema.parse(given.value))
    else if (manner === 'cut' || manner === 'silent')
      // The head of the answer may or may not have arrived before.
      expect(outcome instanceof ResponseError || outcome instanceof SendError).toBe(true)
    else {
      expect(outcome).toBeInstanceOf(OutputError)
      expect(outcome).toMatchObject({ reason: manner === 'badly' ? 'not-json' : 'cut', text: said })
    }
  })
  await fc.assert(property, tries(800))
})
