import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { xaiGrpc } from '../../adapters/xai-grpc/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import type { ModelResponse, Part } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { registry } from '../support/adapters.js'
import { corpusFolder } from '../support/exchanges.js'
import { eventsOf } from '../support/streams.js'

interface Said {
  readonly calls: readonly Readonly<Record<'id' | 'name' | 'raw' | 'kind' | 'providerExecuted', JsonValue>>[]
  readonly results: readonly Readonly<Record<'callId' | 'isError' | 'providerExecuted', JsonValue>>[]
}

/** A recording with the interpretation of its curators. */
interface Recorded {
  readonly id: string
  readonly tags: readonly string[]
  readonly request: JsonObject
  readonly response: JsonObject | null
  readonly chunks?: readonly JsonObject[]
  readonly expected: {
    readonly request: Said & { readonly tools: readonly string[] }
    readonly response: Said & { readonly text: string; readonly finishAccept: readonly string[] }
  }
}

const folder = join(corpusFolder, 'other')
const recordings = readRecordings()
if (recordings.length === 0) console.info(`No recordings of xAI's gRPC API at ${folder}: fixtures only.`)

function readRecordings(): Recorded[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const all = names.map((name): Recorded => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return all.filter(({ tags }) => tags.includes('xai-grpc'))
}

function callsIn(parts: readonly Part[]): object[] {
  return parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            id: part.id,
            name: part.name,
            raw: part.rawArguments,
            kind: part.kind,
            providerExecuted: part.providerExecuted,
          },
        ]
      : [],
  )
}

function expectedCalls({ calls }: Said): object[] {
  return calls.map(({ id, name, raw, kind, providerExecuted }) => ({ id, name, raw, kind, providerExecuted }))
}

/** Values that the curators left open are not compared: results of older requests do not name their call. */
function compareResults({ results }: Said, parts: readonly Part[]): void {
  const read = parts.filter((part) => part.type === 'tool-result')
  expect(read.map(({ isError, providerExecuted }) => ({ isError, providerExecuted }))).toEqual(
    results.map(({ isError, providerExecuted }) => ({ isError, providerExecuted })),
  )
  const ids = results.map(({ callId }, index) => callId ?? read[index]?.callId)
  expect(read.map(({ callId }) => callId)).toEqual(ids)
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

function linesOf(chunks: readonly JsonValue[]): string {
  return chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('')
}

function answerOf({ response, chunks = [] }: Recorded): ModelResponse {
  if (response !== null) return xaiGrpc.decodeResponse(response).value
  return assemble(eventsOf(xaiGrpc, [linesOf(chunks)]), 'xai-grpc')
}

describe.skipIf(recordings.length === 0)('recordings of xAI', () => {
  test.each(recordings.map((one) => [one.id, one] as const))('%s', (_id, recorded) => {
    const { request, response, chunks, expected } = recorded
    const conversation = xaiGrpc.decodeRequest(request).value
    const parts = conversation.messages.flatMap((message) => message.parts)
    expect(callsIn(parts)).toEqual(expectedCalls(expected.request))
    compareResults(expected.request, parts)
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
    const answered = parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : []))
    expect(answered).toEqual(calls)
    const names = (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
    expect(names).toEqual(expected.request.tools)
    expect(xaiGrpc.encodeRequest(conversation)).toEqual({ value: request, notices: [] })

    const answer = answerOf(recorded)
    expect(callsIn(answer.message.parts)).toEqual(expectedCalls(expected.response))
    compareResults(expected.response, answer.message.parts)
    expect(textOf(answer.message.parts)).toBe(expected.response.text)
    // One stream was aborted by its reader, which is an error on every wire.
    const isLeft = chunks?.at(-1)?.chunk !== undefined && answer.finish.raw === undefined
    expect(isLeft ? ['error'] : expected.response.finishAccept).toContain(answer.finish.reason)
    if (response !== null) expect(xaiGrpc.encodeResponse(answer)).toEqual({ value: response, notices: [] })

    const said = response === null ? { stream: chunks ?? [] } : { response }
    expect(registry.recognise({ request, ...said })?.adapter.id).toBe('xai-grpc')
  })
})

const call = {
  id: 'call_1',
  type: 'TOOL_CALL_TYPE_CLIENT_SIDE_TOOL',
  status: 'TOOL_CALL_STATUS_COMPLETED',
  function: { name: 'f', arguments: '{}' },
}
const run = { ...call, type: 'TOOL_CALL_TYPE_CODE_EXECUTION_TOOL' }

describe('xai-grpc', () => {
  test('an edited result of a tool of xAI is written with its edit', () => {
    const native = {
      id: 'r',
      outputs: [
        { message: { role: 'ROLE_ASSISTANT', tool_calls: [run] } },
        { index: 1, message: { role: 'ROLE_TOOL', content: 'old', tool_calls: [run] } },
        { index: 2, finish_reason: 'REASON_STOP', message: { role: 'ROLE_ASSISTANT', content: 'Done' } },
      ],
    }
    const { value } = xaiGrpc.decodeResponse(native)
    const parts = value.message.parts.map(
      (part): Part =>
        part.type === 'tool-result' ? { ...part, output: { type: 'text', value: 'new' } } : part,
    )
    const written = xaiGrpc.encodeResponse({ ...value, message: { ...value.message, parts } }).value
    expect(written.outputs[1]?.message?.content).toBe('new')
    expect(written.outputs.map(({ index }) => index)).toEqual([undefined, 1, 2])
  })
})
