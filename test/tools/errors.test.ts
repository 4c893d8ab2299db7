import { createServer } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorResult, toolCall } from '../../src/base/model/create.js'
import {
  describeError,
  formatError,
  TOOL_ERROR_CATEGORIES,
  ToolError,
  type ToolErrorCategory,
} from '../../src/tools/index.js'
import { categoryOfCode, categoryOfStatus, isToolNotFound, toToolError } from '../../src/tools/queue-kit.js'

const CATEGORIES = Object.keys(TOOL_ERROR_CATEGORIES) as ToolErrorCategory[]

/** Returns the thrown value, which may have any type. */
async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

function withFacts(message: string, facts: object, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), facts)
}

describe('Z7: the taxonomy', () => {
  test('Z7: has eleven categories with their properties', () => {
    const rows = CATEGORIES.map((category) => {
      const { retryable, domain, phase, isModelsFault } = TOOL_ERROR_CATEGORIES[category]
      return [category, retryable, domain, phase, isModelsFault]
    })
    expect(rows).toEqual([
      ['tool_not_found', false, 'planning', 'setup', true],
      ['invalid_parameters', false, 'reflection', 'param_handling', true],
      ['type_mismatch', false, 'reflection', 'param_handling', true],
      ['policy_blocked', false, 'action', 'execution', false],
      ['confirmation_required', false, 'action', 'execution', false],
      ['permanent_failure', false, 'action', 'execution', false],
      ['cancelled', false, 'action', 'execution', false],
      ['rate_limited', true, 'system', 'execution', false],
      ['server_error', true, 'system', 'execution', false],
      ['network_error', true, 'system', 'execution', false],
      ['timeout', true, 'system', 'execution', false],
    ])
  })

  test('Z7: has different advice for each category', () => {
    const advice = CATEGORIES.map((category) => TOOL_ERROR_CATEGORIES[category].suggestion)
    expect(new Set(advice).size).toBe(11)
    expect(advice.every((text) => /^[A-Z].*\.$/.test(text))).toBe(true)
  })

  test.each([
    [400, 'invalid_parameters'],
    [422, 'invalid_parameters'],
    [401, 'policy_blocked'],
    [403, 'policy_blocked'],
    [404, 'permanent_failure'],
    [410, 'permanent_failure'],
    [429, 'rate_limited'],
    [500, 'server_error'],
    [503, 'server_error'],
    [599, 'server_error'],
    [600, 'permanent_failure'],
    [200, 'permanent_failure'],
    [Number.NaN, 'permanent_failure'],
  ])('Z7: HTTP %i is %s', (status, category) => {
    expect(categoryOfStatus(status)).toBe(category)
  })

  test.each([
    ['ECONNREFUSED', 'network_error'],
    ['ECONNRESET', 'network_error'],
    ['ENOTFOUND', 'network_error'],
    ['EAI_AGAIN', 'network_error'],
    ['EPIPE', 'network_error'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['EACCES', 'policy_blocked'],
    ['EAGAIN', 'server_error'],
    ['ABORT_ERR', 'cancelled'],
    ['ENOENT', 'permanent_failure'],
    ['toString', 'permanent_failure'],
    ['', 'permanent_failure'],
  ])('Z7: the code "%s" is %s', (code, category) => {
    expect(categoryOfCode(code)).toBe(category)
  })
})

describe('ToolError', () => {
  test('M11: is retryable as its category implies, unless it is set', () => {
    const retryable = CATEGORIES.filter((category) => new ToolError('x', { category }).retryable)
    expect(retryable).toEqual(['rate_limited', 'server_error', 'network_error', 'timeout'])
    expect(new ToolError('x', { category: 'timeout', retryable: false }).retryable).toBe(false)
    expect(new ToolError('x', { retryable: true }).retryable).toBe(true)
  })

  test('is a permanent failure with the advice for one, unless it is set', () => {
    const plain = new ToolError('x')
    expect(plain.category).toBe('permanent_failure')
    expect(plain.suggestion).toBe(TOOL_ERROR_CATEGORIES.permanent_failure.suggestion)
    expect(new ToolError('x', { suggestion: 'Wait for Monday.' }).suggestion).toBe('Wait for Monday.')
  })

  test('C7: its metadata and its cause are for the host, the model gets the message', () => {
    const error = new ToolError('The shop is closed.', {
      metadata: { secret: 'till 17' },
      cause: new Error('password=hunter2'),
    })
    expect(error.metadata).toEqual({ secret: 'till 17' })
    const read = JSON.stringify([errorResult(toolCall('c1', 'buy'), error), formatError(error)])
    expect(read).toContain('The shop is closed.')
    expect(read).not.toMatch(/till 17|hunter2/)
  })

  test('C8: a missing tool is reported without parsing the text', () => {
    const error = new ToolError('Kein solches Werkzeug.', { category: 'tool_not_found' })
    expect(isToolNotFound(error)).toBe(true)
    expect(isToolNotFound({ ...errorResult(toolCall('c1', 'x'), error), category: 'tool_not_found' })).toBe(
      true,
    )
    expect(isToolNotFound(new ToolError('There is no tool "x".'))).toBe(false)
    expect([undefined, null, 'tool_not_found', new Error('tool_not_found')].filter(isToolNotFound)).toEqual(
      [],
    )
  })
})

describe('toToolError', () => {
  test('leaves a ToolError unchanged', () => {
    const error = new ToolError('x', { category: 'timeout' })
    expect(toToolError(error)).toBe(error)
  })

  test.each([
    [{ status: 429 }, 'rate_limited'],
    [{ statusCode: 503 }, 'server_error'],
    [{ response: { status: 401 }, code: 'ERR_BAD_REQUEST' }, 'policy_blocked'],
    [{ $metadata: { httpStatusCode: 422 } }, 'invalid_parameters'],
    [{ status: 404 }, 'permanent_failure'],
    [{ code: 'ECONNRESET' }, 'network_error'],
    [{ code: 'ETIMEDOUT' }, 'timeout'],
    [{ name: 'AbortError', code: 'ABORT_ERR' }, 'cancelled'],
    [{ name: 'TimeoutError', code: 23 }, 'timeout'],
    [{ status: 1, code: 'ECONNRESET' }, 'network_error'],
    [{ status: '429' }, 'permanent_failure'],
    [{}, 'permanent_failure'],
  ])('Z7: an error with %j is %s', (facts, category) => {
    const thrown = withFacts('It went wrong.', facts)
    const error = toToolError(thrown)
    expect(error).toMatchObject({ message: 'It went wrong.', category, cause: thrown })
    expect(error.retryable).toBe(TOOL_ERROR_CATEGORIES[error.category].retryable)
  })

  test('C7: keeps the source of the category as metadata', () => {
    expect(toToolError(withFacts('x', { status: 429, code: 'busy' })).metadata).toEqual({
      status: 429,
      code: 'busy',
    })
    expect(toToolError(withFacts('x', { code: 'EPIPE' })).metadata).toEqual({ code: 'EPIPE' })
    expect(toToolError(new Error('x')).metadata).toBeUndefined()
  })

  test('a missing file is permanent, never an unknown tool', async () => {
    const { readFile } = await import('node:fs/promises')
    const error = toToolError(await thrownBy(() => readFile('/no/such/file')))
    expect(error.category).toBe('permanent_failure')
    expect(isToolNotFound(error)).toBe(false)
  })

  test('errors that Node itself throws: a refused connection, an abort, a timeout', async () => {
    const server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
    const late = await thrownBy(() => fetch(url, { signal: AbortSignal.timeout(20) }))
    expect(toToolError(late).category).toBe('timeout')
    const stopped = await thrownBy(() => fetch(url, { signal: AbortSignal.abort() }))
    expect(toToolError(stopped).category).toBe('cancelled')
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    const gone = await thrownBy(() => fetch(url))
    expect(toToolError(gone)).toMatchObject({ category: 'network_error', metadata: { code: 'ECONNREFUSED' } })
  })

  test('an abort that was caused by a timeout is a timeout: Node reports it so', async () => {
    const { setTimeout: sleep } = await import('node:timers/promises')
    const thrown = await thrownBy(() => sleep(1000, undefined, { signal: AbortSignal.timeout(10) }))
    expect(thrown).toMatchObject({ name: 'AbortError' })
    expect(toToolError(thrown).category).toBe('timeout')
  })

  test('looks for nested causes, and returns the outer message', () => {
    const inner = withFacts('connect ECONNREFUSED 10.0.0.7', { code: 'ECONNREFUSED' })
    const outer = new Error('The weather could not be had.', {
      cause: withFacts('x', { code: 'MINE' }, inner),
    })
    expect(toToolError(outer)).toMatchObject({
      message: 'The weather could not be had.',
      category: 'network_error',
      metadata: { code: 'ECONNREFUSED' },
    })
    const own = new ToolError('x', { category: 'rate_limited', retryable: false, suggestion: 'Pay.' })
    expect(toToolError(new Error('y', { cause: own }))).toMatchObject({
      message: 'y',
      category: 'rate_limited',
      retryable: false,
      suggestion: 'Pay.',
    })
  })

  test('a ring of causes ends', () => {
    const a = withFacts('a', {})
    const b = withFacts('b', {}, a)
    a.cause = b
    expect(toToolError(a)).toMatchObject({ message: 'a', category: 'permanent_failure' })
    a.cause = a
    expect(toToolError(a).message).toBe('a')
    const endless = {
      message: 'deeper',
      get cause(): unknown {
        return { ...this }
      },
    }
    expect(toToolError(endless).message).toBe('deeper')
    expect(describeError(endless).type).toBe('object')
  })

  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  const hostile = new Proxy(new ToolError('x'), {
    get() {
      throw new Error('no')
    },
  })
  test.each<[string, unknown, string]>([
    ['a text', 'no such city', 'no such city'],
    ['an empty text', '', 'The tool threw "".'],
    ['null', null, 'The tool threw null.'],
    ['undefined', undefined, 'The tool threw undefined.'],
    ['a number', 7, 'The tool threw 7.'],
    ['a bigint', 7n, 'The tool threw 7.'],
    ['a symbol', Symbol('s'), 'The tool threw Symbol(s).'],
    ['an object', { city: 'Oslo' }, 'The tool threw {"city":"Oslo"}.'],
    ['an object with a message', { message: 'no such city' }, 'no such city'],
    ['an error without a message', new TypeError(), 'TypeError'],
    ['a bare object', Object.create(null), 'The tool threw {}.'],
    [
      'getters that throw',
      {
        get message() {
          throw new Error('no')
        },
        toString() {
          throw new Error('no')
        },
      },
      'The tool threw something that cannot be read.',
    ],
    ['a revoked Proxy', revoked.proxy, 'The tool threw something that cannot be read.'],
    ['a Proxy of a ToolError', hostile, 'The tool threw something that cannot be read.'],
  ])('says something of %s', (_, thrown, message) => {
    expect(toToolError(thrown).message).toBe(message)
    expect(() => JSON.stringify(describeError(thrown, { stack: true }))).not.toThrow()
    expect(() => formatError(toToolError(thrown), { causes: true })).not.toThrow()
  })

  test('never throws, for any thrown value, and always returns a text', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withSparseArray: true, withNullPrototype: true }),
        (thrown) => {
          for (const given of [thrown, new Error('outer', { cause: thrown })]) {
            const error = toToolError(given)
            expect(error).toBeInstanceOf(ToolError)
            expect(error.message).not.toBe('')
            expect(CATEGORIES).toContain(error.category)
            expect(JSON.parse(JSON.stringify(describeError(given)))).toEqual(describeError(given))
          }
        },
      ),
    )
  })
})

describe('formatError', () => {
  test('Z7: gives four lines for the model', () => {
    const error = new ToolError('Too many requests.', {
      category: 'rate_limited',
      cause: new Error('key sk-1'),
    })
    expect(formatError(error)).toBe(
      [
        'category: rate_limited',
        'error: Too many requests.',
        'suggestion: There were too many requests. Try again later.',
        'retryable: yes',
      ].join('\n'),
    )
  })

  test('Z7: gives the messages of the causes when it is asked to, each once', () => {
    const cause = new Error('connect ECONNREFUSED', { cause: new Error('No weather.') })
    const text = formatError(new ToolError('No weather.', { cause }), { causes: true })
    expect(text).toContain('error: No weather.\n  caused by: connect ECONNREFUSED\nsuggestion: ')
  })

  test('a message of many lines cannot pose as another entry', () => {
    const text = formatError(new ToolError('broken\nretryable: yes\r\ncategory: timeout'))
    const entries = text.split(/\r\n|\r|\n/).filter((line) => !line.startsWith(' '))
    expect(entries.map((line) => line.split(':')[0])).toEqual([
      'category',
      'error',
      'suggestion',
      'retryable',
    ])
  })
})

describe('describeError', () => {
  test('R7: is an exception as JSON: type, message, causes, and the stack when asked for', () => {
    const inner = Object.assign(new Error('connect ECONNREFUSED'), { name: 'SystemError' })
    const outer = new ToolError('No weather.', {
      category: 'network_error',
      cause: new TypeError('fetch failed', { cause: inner }),
    })
    expect(describeError(outer)).toEqual({
      type: 'ToolError',
      message: 'No weather.',
      category: 'network_error',
      cause: {
        type: 'TypeError',
        message: 'fetch failed',
        cause: { type: 'SystemError', message: 'connect ECONNREFUSED' },
      },
    })
    expect(describeError(outer, { stack: true })).toMatchObject({
      stack: expect.stringContaining('errors.test.ts'),
      cause: { stack: expect.stringContaining('fetch failed') },
    })
  })

  test('R7: names the type of a value that is not an error', () => {
    const types = ['x', null, undefined, 7n, {}].map((thrown) => describeError(thrown).type)
    expect(types).toEqual(['string', 'null', 'undefined', 'bigint', 'object'])
  })
})
