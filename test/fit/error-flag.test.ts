import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Conversation, ToolOutput } from '../../src/base/model/types.js'
import { jsonValue, toolOutput } from '../support/arbitraries.js'
import { tries } from '../support/cases.js'
import { forEachAdapter } from '../support/law.js'
import { encodeFor } from '../support/translation.js'
import { stored } from '../support/values.js'

const emptyThings = fc.constantFrom<ToolOutput>(
  { type: 'error-text', value: '' },
  { type: 'error-json', value: null },
  { type: 'error-json', value: false },
  { type: 'error-json', value: '' },
  { type: 'error-json', value: {} },
  { type: 'json', value: { error: null } },
  { type: 'json', value: { error: false } },
  { type: 'json', value: { error: 'x', more: 1 } },
  { type: 'json', value: { output: 1, error: '' } },
  { type: 'text', value: '' },
  { type: 'content', value: [] },
  { type: 'content', value: [{ type: 'text', text: '' }] },
  {
    type: 'content',
    value: [{ type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: 'AAAA' } }],
  },
  { type: 'denied' },
)
const output = fc.oneof(
  emptyThings,
  toolOutput,
  jsonValue.map((value): ToolOutput => ({ type: 'error-json', value })),
)

/** Returns true for output types that always mean a failure. */
function isErrorOutput({ type }: ToolOutput): boolean {
  return type === 'error-text' || type === 'error-json' || type === 'denied'
}

function answered(result: ToolOutput, isError: boolean): Conversation {
  const call = { type: 'tool-call', kind: 'function', id: 'call_1', name: 'f', status: 'complete' } as const
  return {
    model: 'example-model',
    maxOutputTokens: 100,
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }],
    messages: [
      { role: 'user', parts: [{ type: 'text', text: 'Hello.' }] },
      { role: 'assistant', parts: [{ ...call, arguments: {}, providerExecuted: false }] },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: 'call_1',
            name: 'f',
            output: result,
            isError,
            providerExecuted: false,
          },
        ],
      },
    ],
  }
}

describe('a result that failed is read as one, and no other is', () => {
  forEachAdapter('whatever it holds, also nothing', ['http'], (loaded) => {
    fc.assert(
      fc.property(output, fc.boolean(), (value, flag) => {
        const isError = flag || isErrorOutput(value)
        const native = stored(encodeFor(answered(value, isError), loaded).value)
        const again = loaded.adapter.decodeRequest(native).value
        const results = again.messages.flatMap(({ parts }) =>
          parts.filter((part) => part.type === 'tool-result'),
        )
        expect(
          results.map((result) => result.isError),
          JSON.stringify(native),
        ).toEqual([isError])
      }),
      tries(1000),
    )
  })
})
