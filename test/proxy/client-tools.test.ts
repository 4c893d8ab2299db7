import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { assistantMessage } from '../../src/base/model/create.js'
import type { Part, ToolCall } from '../../src/base/model/types.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, proxied, scripted } from '../support/proxy.js'
import { namesIn } from '../support/runners/upstream.js'

// Vendor tools that the client runs, and tools in namespaces. On other wires they are functions. Data that
// the author of a call needs back is still returned.

const CLIENT = adapterOf('openai-responses').adapter
const SCHEMA = { type: 'object', properties: { query: { type: 'string' } } }

/** Each with the client's answer to its call. */
const TOOLS: Readonly<Record<string, { tool: JsonObject; answer: (id: string) => JsonObject }>> = {
  'a search for tools': {
    tool: { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters: SCHEMA },
    answer: (id) => ({
      type: 'tool_search_output',
      call_id: id,
      execution: 'client',
      status: 'completed',
      tools: [],
    }),
  },
  'a custom tool': {
    tool: { type: 'custom', name: 'apply_patch', description: 'Patches.' },
    answer: (id) => ({ type: 'custom_tool_call_output', call_id: id, output: 'ok' }),
  },
  'a tool in a namespace': {
    tool: {
      ...{ type: 'namespace', name: 'files', description: 'Files.' },
      tools: [{ type: 'function', name: 'look', parameters: SCHEMA }],
    },
    answer: (id) => ({ type: 'function_call_output', call_id: id, output: 'ok' }),
  },
}

/** Signatures of calls, or of the reasoning before them, on each wire. */
const PROOFS: Readonly<Record<string, { call: JsonObject; thinking?: JsonObject }>> = {
  'google-generate-content': { call: { signature: btoa('proof') } },
  'anthropic-messages': { call: {}, thinking: { signature: 'proof' } },
  'bedrock-converse': { call: {}, thinking: { signature: btoa('proof') } },
  'openai-chat': { call: {}, thinking: { fields: ['reasoning_content'] } },
}

const cases = Object.keys(TOOLS).flatMap((name) =>
  Object.keys(PROOFS).flatMap((to) => [true, false].map((streams) => [name, to, streams] as const)),
)

test.each(cases)('%s over %s keeps its proof, streamed: %s', async (name, to, streams) => {
  const { adapter } = adapterOf(to)
  const { tool = {}, answer } = TOOLS[name] ?? expect.fail()
  const { call = {}, thinking } = PROOFS[to] ?? {}
  const upstream = scripted((sent) => {
    const [called = ''] = namesIn(adapterOf(to), sent)
    const own: ToolCall = {
      ...{ type: 'tool-call', id: 'toolu_1', name: called, kind: 'function', providerExecuted: false },
      ...{ status: 'complete', arguments: name === 'a custom tool' ? { input: 'x' } : { query: 'x' } },
      providerMetadata: { [to]: call },
    }
    const parts: Part[] = thinking
      ? [{ type: 'reasoning', text: 'Hm.', providerMetadata: { [to]: thinking } }, own]
      : [own]
    return nativeAnswer(
      adapter,
      { message: assistantMessage(...parts), finish: { reason: 'tool-calls' } },
      sent,
    )
  })
  const { fetch } = proxied(CLIENT.id, to, upstream.fetch)
  const send = async (input: JsonObject[]) => {
    const body = { model: 'm', store: false, stream: streams, tools: [tool], input }
    const response = await fetch('https://proxy.test/v1/responses', {
      ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    })
    expect(response.status).toBe(200)
    return response.text()
  }
  const input: JsonObject[] = [{ role: 'user', content: 'hi' }]
  const [item] = callsIn(await send(input), streams)
  expect(item?.type).toBe(name === 'a search for tools' ? 'tool_search_call' : item?.type)
  await send([...input, item ?? {}, answer?.(String(item?.call_id)) ?? {}])
  const { messages } = adapter.decodeRequest(upstream.sent[1]?.body ?? {}).value
  const [told] = messages.filter(({ role }) => role === 'assistant')
  const proofs = told?.parts.flatMap(
    (part) => ('providerMetadata' in part && part.providerMetadata?.[to]) || [],
  )
  expect(proofs).toContainEqual(expect.objectContaining(thinking ?? call))
  expect(told?.parts.at(-1)).toMatchObject({ type: 'tool-call', status: 'complete' })
})

/** Returns the calls of an answer, in the form that the client keeps. */
function callsIn(text: string, streams: boolean): JsonObject[] {
  const whole = streams ? /data: (.*"type":"response\.completed".*)/.exec(text)?.[1] : text
  const parsed = JSON.parse(whole ?? '{}')
  const { output } = streams ? parsed.response : parsed
  return output.filter(({ type }: { type: string }) => type.endsWith('_call'))
}
