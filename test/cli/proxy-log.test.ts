import { expect, test } from 'vitest'
import { PLAIN } from '../../src/cli/paint.js'
import { detailLines, proxiedLine } from '../../src/cli/proxy/request-lines.js'
import type { ProxiedRequest } from '../../src/proxy/proxy-types.js'

const TOLD: ProxiedRequest = {
  requestId: 'r1',
  method: 'POST',
  path: '/v1/messages',
  route: 'main',
  model: 'claude-x',
  targetModel: 'gpt-x',
  status: 200,
  streamed: true,
  firstEventMilliseconds: 12.4,
  milliseconds: 99.6,
  usage: { inputTokens: 3 },
  notices: [],
  passedOver: [],
  aborted: false,
}

test('one line contains all of a request, and nothing unknown', () => {
  expect(proxiedLine(TOLD, PLAIN)).toBe(
    'POST  /v1/messages  200  main  claude-x → gpt-x  12/100 ms  3+? tokens\n',
  )
  const { method, notices, passedOver, aborted, streamed } = TOLD
  const unknown = {
    requestId: 'r2',
    method,
    path: '/x',
    status: 404,
    milliseconds: 1,
    notices,
    passedOver,
    aborted,
    streamed,
  }
  expect(proxiedLine({ ...unknown, error: 'there is no path /x' }, PLAIN)).toBe(
    'POST  /x  404  1 ms  there is no path /x\n',
  )
  const left = {
    ...unknown,
    status: 499,
    aborted: true,
    error: 'This operation was aborted',
    model: 'a',
    targetModel: 'a',
  }
  expect(proxiedLine(left, PLAIN)).toBe('POST  /x  499  a  1 ms  aborted by the client\n')
})

test('names that clients choose neither end the line nor move the cursor', () => {
  const evil = 'a\r\nPOST /fake  200\u001b[2J\u0007\u202e\u2028\u009b'
  const line = proxiedLine(
    { ...TOLD, model: evil, path: `/${evil}`, route: evil, error: evil, passedOver: [evil] },
    PLAIN,
  )
  const notice = { code: 'x', severity: 'info' as const, path: evil, message: evil }
  for (const text of [
    line,
    detailLines({ ...TOLD, notices: [notice] }),
    detailLines({ ...TOLD, providerError: evil }),
  ])
    expect(text).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}]+\n$/u)
})

test.each([60, 80])('breaks no line in a terminal of %i columns', (columns) => {
  const notice = (severity: 'info' | 'warning', code: string) => ({
    severity,
    code,
    path: '/a',
    message: 'm '.repeat(60),
  })
  const notices = [
    notice('warning', 'setting-dropped'),
    notice('warning', 'setting-dropped'),
    notice('info', 'fields-not-carried'),
  ]
  const told = {
    ...TOLD,
    model: 'm'.repeat(70),
    notices,
    error: 'e '.repeat(80),
    providerError: 'p '.repeat(80),
  }
  const text = proxiedLine(told, PLAIN, columns) + detailLines(told, columns)
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
  expect(text).toContain('setting-dropped ×2')
  expect(text.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(1)
})
