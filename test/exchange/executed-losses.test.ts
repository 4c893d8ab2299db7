/*
 * Calls that a provider ran, and their results, on the way from each wire to each other: data that the reader of the
 * answer does not receive is counted in notices.
 */
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isArray, isObject } from '../../src/base/json/read-json.js'
import { createContext, type Notice } from '../../src/base/model/context.js'
import type { ModelResponse, Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import type { RunKind } from '../../src/codec/shape/run-forms.js'
import { adaptAnswer } from '../../src/translate/exchange/translate-answer.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'

type Executed = ToolCall | ToolResult

const isExecuted = (part: Part): part is Executed =>
  (part.type === 'tool-call' || part.type === 'tool-result') && part.providerExecuted

/** Returns the texts in a value that only one member has. */
function textsIn(value: JsonValue | undefined, name = ''): string[] {
  if (isArray(value)) return value.flatMap((item) => textsIn(item, name))
  if (isObject(value)) return Object.entries(value).flatMap(([key, member]) => textsIn(member, key))
  return typeof value === 'string' && value.length > 3 && name !== 'type' ? [value] : []
}

/** Adds to each list of objects one with other texts, as a second page of a search. */
function longer(value: JsonValue): JsonValue {
  if (isArray(value)) return [...value.map(longer), ...value.filter(isObject).map((item) => other(item))]
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, longer(member)]))
}

function other(value: JsonValue, name = ''): JsonValue {
  if (typeof value === 'string') return name === 'type' ? value : `${value}/other`
  if (isArray(value)) return value.map((item) => other(item, name))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, other(member, key)]))
}

function withLongerResults(response: ModelResponse): ModelResponse {
  const parts = response.message.parts.map((part): Part => {
    if (part.type !== 'tool-result' || !part.providerExecuted || part.output.type !== 'json') return part
    return { ...part, output: { ...part.output, value: longer(part.output.value) } }
  })
  return { ...response, message: { ...response.message, parts } }
}

const KINDS: readonly RunKind[] = ['web_search', 'code_execution', 'mcp', 'tool_search']

const answers = adapters.flatMap(({ adapter, wire }) =>
  exchangesOf(wire).flatMap(({ id, response }) => {
    if (response === undefined) return []
    const { value } = adapter.decodeResponse(response)
    if (value.error !== undefined || !value.message.parts.some(isExecuted)) return []
    return [
      { wire, name: id, response: value },
      { wire, name: `${id}, with longer results`, response: withLongerResults(value) },
    ]
  }),
)

/** Returns the number of values that notices about a part count as lost; all of them if the part is dropped. */
function countedIn(notices: readonly Notice[], path: string): number {
  const about = notices.filter((notice) => notice.path === path || notice.path.startsWith(`${path}/`))
  if (about.some(({ code }) => code === 'provider-executed-dropped')) return Number.POSITIVE_INFINITY
  const counts = about.flatMap(({ detail }) => (isObject(detail) ? Object.values(detail) : []))
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0)
}

describe.each(adapters)('for a client of $wire', ({ adapter: to }) => {
  test.each(answers.filter(({ wire }) => wire !== to.id))('$wire, $name', ({ wire, response }) => {
    const from = adapterOf(wire).adapter
    for (const carried of [[], KINDS]) {
      const context = createContext(to.id)
      const { response: adapted } = adaptAnswer(response, from.codecs, to.codecs, { carried }, context)
      const body = new Set(textsIn(asJson(to.encodeResponse(adapted).value)))
      const isSaid = (text: string) => [...body].some((said) => said.includes(text))
      const { parts } = response.message
      for (const [index, part] of parts.entries()) {
        if (part.type !== 'tool-call' || !part.providerExecuted) continue
        const result = parts.findIndex((each) => each.type === 'tool-result' && each.callId === part.id)
        const answered = parts[result]
        const lost = [
          ...textsIn(asJson(part.arguments)),
          ...(answered?.type === 'tool-result' && 'value' in answered.output
            ? textsIn(asJson(answered.output.value))
            : []),
        ].filter((text) => !isSaid(text))
        const counted =
          countedIn(context.notices, `/message/parts/${index}`) +
          countedIn(context.notices, `/message/parts/${result}`)
        expect(counted, lost.join('\n')).toBeGreaterThanOrEqual(lost.length)
      }
    }
  })
})
