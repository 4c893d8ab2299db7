import { describe, expect, test } from 'vitest'
import {
  type CaseInput,
  type CaseOutput,
  type ConformanceCase,
  countStates,
  isGreen,
  junitReport,
  matchesId,
  parseCases,
  parseExpectedFailures,
  runConformance,
} from '../../src/conformance/index.js'

const CALL: ConformanceCase = {
  id: 'arguments/one/openai-chat-to-anthropic-messages',
  title: 'A text of arguments becomes an object',
  from: 'openai-chat',
  to: 'anthropic-messages',
  answer: {
    id: 'chatcmpl-1',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
  },
  must: [{ call: { name: 'weather', arguments: { city: 'Oslo' } } }, { outcome: 'tool-calls' }],
  source: ['https://platform.openai.com/docs/api-reference/chat'],
}
const RIGHT = JSON.stringify({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }],
  stop_reason: 'tool_use',
})

function subject(translate: (input: CaseInput) => CaseOutput | Promise<CaseOutput>) {
  return { name: 'a program', translate }
}

/** Returns the result of a program for one case. */
async function resultOf(translate: Parameters<typeof subject>[0], options = {}, cases = [CALL]) {
  const { results } = await runConformance({ subject: subject(translate), cases, ...options })
  const [result] = results
  if (result === undefined) throw new Error('no result')
  return result
}

describe('a case', () => {
  test('is passed by a right output', async () => {
    expect(await resultOf(() => ({ body: RIGHT }))).toMatchObject({ state: 'passed', reasons: [] })
  })

  test('gives the program its input, and the request that is answered', async () => {
    let input: CaseInput | undefined
    await resultOf((given) => {
      input = given
      return { body: RIGHT }
    })
    expect(input).toMatchObject({
      kind: 'answer',
      from: 'openai-chat',
      to: 'anthropic-messages',
      status: 200,
    })
    expect(JSON.parse(input?.body ?? '')).toEqual(CALL.answer)
    expect(JSON.parse(input?.asked ?? '')).toMatchObject({ tools: [{ name: 'weather' }] })
  })

  test.each<[string, CaseOutput, string]>([
    ['another call', { body: RIGHT.replace('Oslo', 'Rome') }, 'no call'],
    ['another end', { body: RIGHT.replace('"tool_use"}', '"max_tokens"}') }, 'the turn ended length'],
    ['arguments as text', { body: RIGHT.replace('{"city":"Oslo"}', '"{}"') }, 'is not an object'],
    ['no JSON', { body: 'hello' }, 'not a JSON object'],
    ['nothing', {}, 'not a JSON object'],
    ['a program that declines', { declined: 'I cannot' }, 'the program declined: I cannot'],
    ['a program that ended', { broken: 'it ended' }, 'it ended'],
  ])('is failed by %s', async (_name, output, reason) => {
    const result = await resultOf(() => output)
    expect(result.state).toBe('failed')
    expect(result.reasons.join()).toContain(reason)
  })

  test('is skipped if it is not the job of the program', async () => {
    const result = await resultOf(() => ({ skipped: 'no answers' }))
    expect(result).toMatchObject({ state: 'skipped', reasons: ['no answers'] })
  })

  test('takes an error of the program as declined', async () => {
    const declines: ConformanceCase = { ...CALL, must: [{ declined: true }] }
    const result = await resultOf(() => Promise.reject(new Error('too hard')), {}, [declines])
    expect(result.state).toBe('passed')
  })

  test('that is expected to fail may fail, and must not pass', async () => {
    const options = { expectedFailures: ['arguments/*'] }
    expect((await resultOf(() => ({}), options)).state).toBe('expected')
    expect((await resultOf(() => ({ body: RIGHT }), options)).state).toBe('unexpected')
  })
})

test('a program without output fails each case, and is not asked for all of them', async () => {
  const cases = Array.from({ length: 30 }, (_, index) => ({ ...CALL, id: `a/b/case-${index}` }))
  let asked = 0
  const report = await runConformance({
    cases,
    timeout: 5,
    subject: subject(() => {
      asked += 1
      return new Promise(() => {})
    }),
  })
  expect(report.results.map(({ state }) => state)).toEqual(cases.map(() => 'failed'))
  expect(asked).toBe(5)
})

test('digits of large numbers are compared', async () => {
  const [big] = parseCases(
    JSON.stringify([{ ...CALL, must: [{ call: { name: 'weather', arguments: { n: 'N' } } }] }]).replace(
      '"N"',
      '9007199254740993',
    ),
  )
  if (big === undefined) throw new Error('no case')
  const output = (digits: string) => ({ body: RIGHT.replace('"city":"Oslo"', `"n":${digits}`) })
  expect((await resultOf(() => output('9007199254740993'), {}, [big])).state).toBe('passed')
  expect((await resultOf(() => output('9007199254740992'), {}, [big])).state).toBe('failed')
})

test('a choice of the authors is not counted', async () => {
  const cases = [{ ...CALL, choice: 'a choice of ours' }, CALL]
  const report = await runConformance({ cases, subject: subject(() => ({})) })
  expect(countStates(report.results)).toMatchObject({ failed: 1 })
  expect(isGreen(report)).toBe(false)
})

test('the report is JUnit XML, with escaped texts', async () => {
  const report = await runConformance({ cases: [CALL], subject: subject(() => ({ broken: '<"&\u0001' })) })
  const xml = junitReport(report)
  expect(xml).toContain('tests="1" failures="1" skipped="0"')
  expect(xml).toContain('message="&lt;&quot;&amp;\ufffd"')
})

test.each([
  ['a/b/c', 'a/b/c', true],
  ['a/*', 'a/b/c', true],
  ['*', 'a/b/c', true],
  ['*/c', 'a/b/c', true],
  ['a/*/c', 'a/b/c', true],
  ['a/*c*', 'a/b/c', true],
  ['a/b', 'a/b/c', false],
  ['a*a', 'a', false],
  ['*/d', 'a/b/c', false],
])('the pattern %s matches %s: %s', (pattern, id, matches) => {
  expect(matchesId(pattern, id)).toBe(matches)
})

test('a file of expected failures has comments and empty lines', () => {
  expect(parseExpectedFailures('a/b/c # known\n\n# all of\nd/*\r\n')).toEqual(['a/b/c', 'd/*'])
})

test.each([
  ['no JSON', '[', 'not JSON'],
  ['no list', '[1]', '/0'],
  ['no id', '[{"title":"t"}]', '/0/id'],
  ['two inputs', JSON.stringify([{ ...CALL, stream: 'x' }]), 'one of request, answer, stream'],
])('cases with %s are an error that names the place', (_name, text, words) => {
  expect(() => parseCases(text)).toThrow(words)
})

test('cases are read from JSON Lines as well', () => {
  expect(parseCases(`${JSON.stringify(CALL)}\n${JSON.stringify(CALL)}\n`)).toHaveLength(2)
})
