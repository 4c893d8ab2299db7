import colors from 'picocolors'
import { expect, it } from 'vitest'
import { renderFailure, renderReport } from '../../src/cli/report.js'

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
  calls in  id           name    kind                    status     arguments
  response  c1 (minted)  search  web_search (ran there)  complete   {"query":"${'x'.repeat(29)}…
  response  c2           run     custom                  truncated
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
