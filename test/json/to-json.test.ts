import { Readable } from 'node:stream'
import vm from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { toJson } from '../../src/base/json/to-json.js'

class Point {
  readonly x = 1
  readonly y = 2
}

class Hidden {
  #secret = 1
  get secret() {
    return this.#secret
  }
}

/** Returns the rejection message. */
function refusal(value: unknown): string {
  try {
    return `nothing: ${JSON.stringify(toJson(value))}`
  } catch (error) {
    return error instanceof AdapterError ? error.message : `no AdapterError: ${String(error)}`
  }
}

describe('a value with one obvious JSON form is converted to it', () => {
  test.each<[string, unknown, unknown]>([
    ['a Map', new Map([['a', new Map([['b', 1]])]]), { a: { b: 1 } }],
    ['a Map with the key __proto__', new Map([['__proto__', 1]]), JSON.parse('{"__proto__":1}')],
    ['a Set', new Set(['a', new Set([1])]), ['a', [1]]],
    ['an array of numbers', new Float32Array([0.5, 2]), [0.5, 2]],
    ['an array of small numbers', new Int8Array([-1]), [-1]],
    ['an Error', new TypeError('no network'), { name: 'TypeError', message: 'no network' }],
    ['an Error of another realm', vm.runInNewContext('new Error("far")'), { name: 'Error', message: 'far' }],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a URL', new URL('https://example.com/'), 'https://example.com/'],
    ['an instance with members', new Point(), { x: 1, y: 2 }],
    ['an empty object', {}, {}],
    ['an object of another realm', vm.runInNewContext('({})'), {}],
    ['an object without a prototype', Object.create(null), {}],
    [
      'one that says that it is itself',
      {
        toJSON() {
          return this
        },
        a: 1,
      }.a,
      1,
    ],
    ['undefined members and holes', { a: undefined, b: [undefined, 1] }, { b: [null, 1] }],
    ['minus zero', -0, 0],
  ])('%s', (_name, value, expected) => {
    expect(toJson(value)).toEqual(expected)
    expect(toJson({ deep: [value] })).toEqual({ deep: [expected] })
  })

  test("an HTTP client's data next to the message of an Error stays with the host", () => {
    const error = Object.assign(new Error('failed'), {
      config: { headers: { authorization: 'secret' } },
      toJSON: () => ({ stack: 's' }),
    })
    expect(toJson([error])).toEqual([{ name: 'Error', message: 'failed' }])
  })
})

describe('the rest is refused, with the reason and the place', () => {
  test.each<[string, unknown, RegExp]>([
    ['a Response', new Response('{}'), /a Response .*await response\.json\(\)/],
    ['a Request', new Request('https://example.com'), /a Request /],
    ['a Blob', new Blob(['x']), /a Blob .*base64/],
    ['a Promise', Promise.resolve(1), /a Promise .*await it/],
    ['bytes', new Uint8Array([1]), /a Uint8Array .*base64/],
    ['a Buffer', Buffer.from('x'), /a Uint8Array .*base64/],
    ['an ArrayBuffer', new ArrayBuffer(1), /a ArrayBuffer .*base64/],
    ['a stream of the web', new Response('x').body, /a stream .*read it first/],
    ['a stream of Node', Readable.from(['x']), /a stream .*read it first/],
    ['NaN', Number.NaN, /NaN has no form in JSON/],
    ['Infinity', Number.POSITIVE_INFINITY, /Infinity/],
    ['an invalid date', new Date(Number.NaN), /a invalid date/],
    ['a boxed text', new String('a'), /a String /],
    ['a bigint', 1n, /a bigint/],
    ['a function', () => 1, /a function/],
    ['a symbol', Symbol('s'), /a symbol/],
    ['an array of bigints', new BigInt64Array([1n]), /BigInt64Array|bigint/],
    ['a Map whose keys are objects', new Map([[{}, 1]]), /keys have to be texts/],
    ['a WeakMap', new WeakMap(), /a WeakMap/],
    ['a pattern', /x/, /a RegExp/],
    ['the values of a Map', new Map().values(), /a Map Iterator/],
    ['an instance that hides all it holds', new Hidden(), /a Hidden .*plain object/],
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('no')
        },
      },
      /cannot be written as JSON/,
    ],
  ])('%s', (_name, value, expected) => {
    expect(refusal(value)).toMatch(expected)
    expect(refusal({ deep: [value] })).toMatch(expected)
    expect(refusal({ deep: [value] })).toContain('(at /deep')
  })

  test('a value that contains itself, also through a Map, a Set or its own toJSON', () => {
    const map = new Map<string, unknown>()
    map.set('self', [map])
    const set = new Set<unknown>()
    set.add({ set })
    const endless = () => ({ toJSON: endless })
    expect([map, set].map(refusal)).toEqual([
      'the value contains itself (at /self/0)',
      'the value contains itself (at /0/set)',
    ])
    expect(refusal(endless())).toMatch(/nested too deeply/)
  })
})

test('JSON is unchanged, in another object', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value))
      expect(toJson(json)).toEqual(json)
      if (typeof json === 'object' && json !== null) expect(toJson(json)).not.toBe(json)
    }),
  )
})

const lost = fc.constantFrom<() => unknown>(
  () => new Response('x'),
  () => Number.NaN,
  () => new Uint8Array(2),
  () => () => 1,
  () => new Hidden(),
)
const nested = fc.letrec<{ value: () => unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    lost,
    tie('value').map((make) => () => [1, make()]),
    tie('value').map((make) => () => ({ a: make() })),
    tie('value').map((make) => () => new Map([['k', make()]])),
    tie('value').map((make) => () => new Set([make()])),
    tie('value').map((make) => () => ({ toJSON: make })),
  ),
})).value

test('no value without JSON passes, at any position', () => {
  fc.assert(
    fc.property(nested, (make) => {
      expect(() => toJson(make())).toThrow(AdapterError)
    }),
  )
})
