import fc from 'fast-check'
import colors from 'picocolors'
import stringWidth from 'string-width'
import { expect, it } from 'vitest'
import { renderFailure, renderReport } from '../../src/cli/report.js'
import { tries } from '../support/cases.js'

const style = { paint: colors.createColors(false), width: 100 }

it('shows everything that a record may hold, each in one line', () => {
  const text = renderReport(
    {
      name: 'rich',
      wire: 'fake',
      reason: 'it looks so',
      request: {
        messages: [
          {
            role: 'tool',
            parts: [
              {
                type: 'tool-result',
                callId: 'c0',
                name: 'screenshot',
                isError: false,
                providerExecuted: false,
                output: {
                  type: 'content',
                  value: [
                    { type: 'text', text: 'Here:' },
                    { type: 'media', kind: 'image', source: { type: 'data', data: 'AAAA' } },
                  ],
                },
              },
              {
                type: 'tool-result',
                callId: 'c00',
                name: 'pay',
                isError: true,
                providerExecuted: false,
                output: { type: 'denied', reason: 'too expensive' },
              },
            ],
          },
        ],
      },
      response: {
        message: {
          role: 'assistant',
          parts: [
            {
              type: 'tool-call',
              id: 'c1',
              minted: true,
              name: 'search',
              kind: 'web_search',
              status: 'complete',
              arguments: { query: 'x'.repeat(200) },
              providerExecuted: true,
            },
            {
              type: 'tool-call',
              id: 'c2',
              name: 'run',
              kind: 'custom',
              status: 'truncated',
              providerExecuted: false,
            },
          ],
        },
        finish: { reason: 'error', raw: 'error' },
        usage: { inputTokens: 10, outputTokens: 5 },
        error: { message: 'overloaded\ntry later' },
      },
      notices: [{ code: 'renamed', severity: 'info', path: '/response', message: 'a name changed' }],
      error: { code: 'wrong-type', path: '', message: 'expected an object' },
    },
    style,
  )
  expect(text).toBe(
    `rich  fake  it looks so
  request   1 message, 0 tools
  response  error, 10 tokens in, 5 out
  error     overloaded\\ntry later
  calls in  id           name    kind                   status     arguments
  response  c1 (minted)  search  ran there: web_search  complete   {"query":"${'x'.repeat(22)}…
  response  c2           run     custom                 truncated
  results in  call  name        outcome  output
  request     c0    screenshot  ok       Here: [media]
  request     c00   pay         denied   too expensive
  notice  code     at         what
  info    renamed  /response  a name changed
  error wrong-type: expected an object

`,
  )
})

it('shows nothing that could steer a terminal', () => {
  const text = renderFailure(
    'evil\u001b]0;title\u0007',
    { code: 'x', path: '/\u202e', message: '\u0085\u009b' },
    style,
  )
  expect(text).toBe('evil\\u001b]0;title\\u0007\n  error x at /\\u202e: \\u0085\\u009b\n\n')
})

const words = fc.string({
  unit: fc.constantFrom('a', 'word ', '語', '👩‍👩‍👧', 'é', '\u001b', '\n', '/', 'x'.repeat(30)),
  maxLength: 12,
})
const calls = fc.record({
  type: fc.constant('tool-call' as const),
  id: words,
  name: words,
  kind: fc.constantFrom('function' as const, 'code_execution' as const),
  providerExecuted: fc.boolean(),
  status: fc.constantFrom('truncated' as const, 'malformed' as const),
  rawArguments: words,
})
const results = fc.record({
  type: fc.constant('tool-result' as const),
  callId: words,
  name: words,
  isError: fc.boolean(),
  providerExecuted: fc.boolean(),
  output: fc.record({ type: fc.constant('text' as const), value: words }),
})
const reports = fc.record({
  name: words,
  place: words,
  wire: fc.constant('google-generate-content'),
  reason: words,
  request: fc.record({
    model: words,
    messages: fc.tuple(
      fc.record({ role: fc.constant('tool' as const), parts: fc.array(results, { maxLength: 2 }) }),
    ),
  }),
  response: fc.record({
    message: fc.record({ role: fc.constant('assistant' as const), parts: fc.array(calls, { maxLength: 3 }) }),
    finish: fc.record({ reason: fc.constant('content-filter' as const), raw: words }),
    usage: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
    error: fc.record({ message: words }),
  }),
  notices: fc.array(
    fc.record({
      code: fc.constant('arguments-unusable'),
      severity: fc.constant('warning' as const),
      path: words,
      message: words,
    }),
    { maxLength: 2 },
  ),
  error: fc.record({ code: fc.constant('missing-field'), path: words, message: words }),
})

it('fits the terminal, from 60 columns on', () => {
  fc.assert(
    fc.property(reports, fc.integer({ min: 60, max: 140 }), (report, width) => {
      for (const line of renderReport(report, { ...style, width }).split('\n'))
        expect(stringWidth(line)).toBeLessThanOrEqual(width)
    }),
    tries(300),
  )
})

it('loses no word of a notice in a narrow terminal', () => {
  const message = 'the arguments are malformed; they are kept as text and the call must not be executed'
  const notice = { code: 'arguments-unusable', severity: 'warning' as const, path: '/response', message }
  const text = renderReport(
    { name: 'one', wire: 'fake', reason: '', notices: [notice] },
    { ...style, width: 60 },
  )
  expect(text.replaceAll(/\s+/g, ' ')).toContain(message)
})
