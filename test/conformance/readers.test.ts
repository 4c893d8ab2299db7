// The readers of the judge, beside the official SDKs: both read the streams and answers that the cases contain.
import { Anthropic } from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { tryParseJson } from '../../src/base/json/parse.js'
import { type ConformanceCase, judge } from '../../src/conformance/index.js'
import { caseInput } from '../../src/conformance/subject.js'
import { allCases } from './cases.js'

/** A call as an SDK reads it. */
interface SdkCall {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** Facts in which the judge is stricter than an SDK, or an SDK reads less. */
const APART: Readonly<Record<string, string>> = {
  'ends/torn-call': 'the SDK closes the text of a torn call',
  'streams/name-in-every-delta': 'no translator may repeat the name, which the SDK replaces',
  'streams/call-without-arguments': 'the text of arguments has to be JSON, which the SDK does not parse',
  'streams/output-missing-in-last-event': 'the SDK reads only the last event',
  'provider-tools/custom-call': 'free text is not JSON',
}

function factOf({ id }: ConformanceCase): string {
  return id.split('/').slice(0, 2).join('/')
}

function streamsOf(api: ConformanceCase['from']): readonly ConformanceCase[] {
  const seen = new Set<string>()
  return allCases.filter((test) => {
    if (test.from !== api || test.stream === undefined || factOf(test) in APART) return false
    const text = caseInput(test).body
    return !seen.has(text) && seen.add(text)
  })
}

function answering(text: string): typeof fetch {
  return async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

async function anthropicCalls(text: string): Promise<readonly SdkCall[]> {
  const client = new Anthropic({ apiKey: 'none', fetch: answering(text), maxRetries: 0 })
  const stream = client.messages.stream({ model: 'any', max_tokens: 1, messages: [] })
  const { content } = await stream.finalMessage()
  return content.flatMap((block) =>
    block.type === 'tool_use' ? [{ id: block.id, name: block.name, text: JSON.stringify(block.input) }] : [],
  )
}

async function chatCalls(text: string): Promise<readonly SdkCall[]> {
  const client = new OpenAI({ apiKey: 'none', fetch: answering(text), maxRetries: 0 })
  const stream = client.chat.completions.stream({ model: 'any', messages: [] })
  const completion = await stream.finalChatCompletion()
  return (completion.choices[0]?.message.tool_calls ?? []).flatMap((call) =>
    call.type === 'function'
      ? [{ id: call.id, name: call.function.name, text: call.function.arguments }]
      : [],
  )
}

async function responsesCalls(text: string): Promise<readonly SdkCall[]> {
  const client = new OpenAI({ apiKey: 'none', fetch: answering(text), maxRetries: 0 })
  const response = await client.responses.stream({ model: 'any', input: 'x' }).finalResponse()
  return response.output.flatMap((item) =>
    item.type === 'function_call' ? [{ id: item.call_id, name: item.name, text: item.arguments }] : [],
  )
}

/** Returns what the judge misses of the SDK's calls when the stream is its own translation. */
function missed(test: ConformanceCase, calls: readonly SdkCall[]): readonly string[] {
  const must = [
    ...calls.map(({ id, name, text }) => ({ call: { id, name, arguments: JSON.parse(text || '{}') } })),
    { count: 'calls' as const, is: calls.length },
  ]
  const { mustNot: _mustNot, ...rest } = test
  return judge({ ...rest, to: test.from, must }, { body: caseInput(test).body })
}

describe.each([
  ['anthropic-messages', anthropicCalls],
  ['openai-chat', chatCalls],
  ['openai-responses', responsesCalls],
] as const)('streams of %s', (api, callsOf) => {
  const streams = streamsOf(api)

  test('are in the cases', () => expect(streams.length).toBeGreaterThan(5))

  test.each(streams.map((test) => [test.id, test] as const))('%s', async (_id, test) => {
    const calls = await callsOf(caseInput(test).body).catch(() => undefined)
    // A stream that the SDK refuses, or whose arguments it cannot parse, has nothing to compare.
    if (calls === undefined || calls.some(({ text }) => tryParseJson(text || '{}') === undefined)) return
    expect(missed(test, calls)).toEqual([])
  })
})
