import { describe } from 'vitest'
import type { ModelResponse, ToolCall, ToolOutput, ToolResult } from '../src/base/model/types.js'
import { assemble } from '../src/codec/stream/assemble.js'
import { adapterOf, registry } from './support/adapters.js'
import {
  type ExpectedCall,
  type ExpectedResult,
  exchanges,
  type Recording,
  recordings,
} from './support/exchanges.js'
import { forEachAdapter, holdsFor } from './support/law.js'
import { eventsOf, framesOf } from './support/streams.js'
import { difference, show } from './support/values.js'

function recordingsOf(wire: string): Recording[] {
  return recordings.filter((recording) => recording.wire === wire)
}

function compareCalls(expected: readonly ExpectedCall[], actual: readonly ToolCall[]): string[] {
  if (expected.length !== actual.length)
    return [
      `calls: expected ${show(expected.map(({ name }) => name))}, got ${show(actual.map(({ name }) => name))}`,
    ]
  return expected.flatMap((call, index) => {
    const found = actual[index]
    return found === undefined ? [] : compareCall(call, found).map((problem) => `call ${index}: ${problem}`)
  })
}

function compareCall(expected: ExpectedCall, actual: ToolCall): string[] {
  const wanted = {
    id: expected.id ?? actual.id,
    minted: expected.id === null,
    name: expected.name,
    kind: expected.kind,
    providerExecuted: expected.providerExecuted,
  }
  const { id, name, kind, providerExecuted } = actual
  const problems = [difference(wanted, { id, minted: actual.minted === true, name, kind, providerExecuted })]
  problems.push(compareArguments(expected, actual))
  return problems.flatMap((problem) => problem ?? [])
}

function compareArguments(expected: ExpectedCall, actual: ToolCall): string | undefined {
  const { emptyArgs, raw, kind, arguments: value } = expected
  if (emptyArgs && (value === null || difference(value, {}) === undefined))
    return actual.arguments === undefined ? undefined : difference({}, actual.arguments)
  if (raw && raw !== actual.rawArguments) return difference(raw, actual.rawArguments, '/rawArguments')
  if (kind === 'custom' && raw !== null) return undefined
  if (value === null)
    return actual.status === 'complete' ? 'complete, though its text does not parse' : undefined
  const isObject = typeof value === 'object' && !Array.isArray(value)
  return isObject ? difference(value, actual.arguments, '/arguments') : undefined
}

function textOf(output: ToolOutput): string | undefined {
  return output.type === 'text' || output.type === 'error-text' ? output.value : undefined
}

function compareResults(expected: readonly ExpectedResult[], actual: readonly ToolResult[]): string[] {
  if (expected.length !== actual.length) return [`results: expected ${expected.length}, got ${actual.length}`]
  const unused = [...actual]
  return expected.flatMap((result, index) => {
    // The order of provider results and client results differs between wires.
    const place = unused.findIndex(({ callId }) => result.callId === null || callId === result.callId)
    const [found] = unused.splice(Math.max(place, 0), 1)
    if (found === undefined) return []
    const text = textOf(found.output)
    const problems = [
      result.callId !== null && difference(result.callId, found.callId, '/callId'),
      difference(result.isError, found.isError, '/isError'),
      !result.providerExecuted &&
        result.text !== null &&
        text !== undefined &&
        difference(result.text, text, '/text'),
    ]
    return problems.flatMap((problem) => (problem ? `result ${index}: ${problem}` : []))
  })
}

function compareResponse(
  expected: NonNullable<Recording['expected']['response']>,
  actual: ModelResponse,
): string[] {
  const { parts } = actual.message
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const calls = parts.filter((part) => part.type === 'tool-call')
  const results = parts.filter((part) => part.type === 'tool-result')
  const finish = expected.finishAccept?.includes(actual.finish.reason) ?? true
  return [
    ...compareCalls(expected.calls, calls),
    ...compareResults(expected.results, results),
    ...[difference(expected.text, text, '/text') ?? []].flat(),
    ...(finish ? [] : [`finish: expected ${show(expected.finishAccept)}, got ${actual.finish.reason}`]),
  ]
}

describe('recordings read as their curators read them', () => {
  forEachAdapter('requests', ['http'], ({ wire, adapter }) => {
    holdsFor(recordingsOf(wire), ({ request, expected }) => {
      if (request === undefined || expected.request === null) return undefined
      const { value } = adapter.decodeRequest(request)
      const parts = value.messages.flatMap((message) => message.parts)
      const declared = (value.tools ?? []).map(({ name }) => name)
      return [
        ...compareCalls(
          expected.request.calls,
          parts.filter((part) => part.type === 'tool-call'),
        ),
        ...compareResults(
          expected.request.results,
          parts.filter((part) => part.type === 'tool-result'),
        ),
        ...expected.request.tools
          .filter((name) => !declared.includes(name))
          .map((name) => `tool ${name} is missing`),
      ]
    })
  })

  forEachAdapter('responses, whole and streamed', ['http'], ({ wire, adapter }) => {
    holdsFor(recordingsOf(wire), ({ response, stream, expected }) => {
      if (expected.response === null) return undefined
      const problems: string[] = []
      if (response !== undefined)
        problems.push(...compareResponse(expected.response, adapter.decodeResponse(response).value))
      if (stream !== undefined)
        problems.push(...compareResponse(expected.response, assemble(eventsOf(adapter, [stream]), wire)))
      return problems
    })
  })
})

describe('exchanges are recognized from their bodies alone', () => {
  forEachAdapter('registry.recognise', [], ({ wire }) => {
    holdsFor(
      exchanges.filter((exchange) => exchange.wire === wire),
      ({ id, request, response, stream }) => {
        if (request === undefined && response === undefined && stream === undefined) return undefined
        const { adapter } = adapterOf(wire)
        // Without a provider, there are no provider errors.
        if (adapter.lacks.has('http') && id.endsWith('/error-body')) return undefined
        const events =
          stream === undefined
            ? undefined
            : framesOf(adapter, stream)
                .slice(0, 5)
                .flatMap(({ data }) =>
                  data === adapter.codecs.stream.done || data === '' ? [] : [JSON.parse(data)],
                )
        const found = registry.recognise({ request, response, stream: events })
        return found?.adapter.id === wire
          ? undefined
          : `taken for ${found?.adapter.id} (${found?.recognition.reason})`
      },
    )
  })
})
