import { format, Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative } from '../../src/base/json/read-json.js'
import { assistantMessage, toolCall } from '../../src/base/model/create.js'
import { defineTool, runTools } from '../../src/index.js'
import { patternTest } from '../../src/tools/schema-check/patterns.js'
import { schemaCheck } from '../../src/tools/schema-check/schema-check.js'

const ran = 'It ran.'

/** Returns the model's result for one call of a tool with this schema. */
async function told(parameters: JsonObject, input: JsonObject): Promise<string> {
  const tool = defineTool({ name: 'f', parameters, execute: () => ran })
  const call = toolCall('call_1', 'f', input)
  const [result] = await runTools(assistantMessage(call), [tool])
  return JSON.stringify(result?.output)
}

/** Returns the same for a tool that was not created by `defineTool`. */
async function toldByForeign(parameters: JsonObject, input: JsonObject): Promise<string> {
  const tool = { type: 'function' as const, name: 'f', parameters, execute: () => ran }
  const [result] = await runTools(assistantMessage(toolCall('call_1', 'f', input)), [tool])
  return JSON.stringify(result?.output)
}

const of = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { x: schema } })
const TOO_COSTLY = /take too many steps/

describe('checking arguments has a budget', () => {
  const letters = `${'a'.repeat(30)}!`

  test.each<[string, JsonObject, JsonObject]>([
    ['a pattern', of({ pattern: '^(a+)+$' }), { x: letters }],
    ['a pattern that is not text', of({ pattern: ['^(a+)+$'] }), { x: letters }],
    ['a pattern elsewhere', { ...of({ $ref: '#/x-y' }), 'x-y': { pattern: '^(a+)+$' } }, { x: letters }],
    [
      'a pattern of a dependency',
      { dependencies: { default: { properties: { x: { pattern: '^(a+)+$' } } } } },
      { x: letters, default: 1 },
    ],
    [
      'a pattern of names',
      { patternProperties: { '^(a+)+$': true }, additionalProperties: false },
      { [letters]: 1 },
    ],
    ['a format', of({ format: 'url' }), { x: `http://${'a'.repeat(40)}"` }],
    ['a format that is not text', of({ format: ['url'] }), { x: `http://${'a'.repeat(40)}"` }],
    ['the format of URIs', of({ format: 'uri' }), { x: `A:/3.${'3.'.repeat(9000)}${'0/.'.repeat(9000)}\0` }],
  ])('%s is tested in proportion to the text', async (_case, parameters, input) => {
    const text = await told(parameters, input)
    expect(text).toContain('do not fit its schema')
    expect(await told(parameters, input)).toBe(text)
  })

  const chain = Object.fromEntries(
    Array.from({ length: 20 }, (_, level): [string, JsonObject] => {
      const next: JsonObject = level === 19 ? { type: 'string' } : { $ref: `#/$defs/a${level + 1}` }
      return [`a${level}`, { anyOf: [next, next] }]
    }),
  )
  const numbers = (length: number) => Array.from({ length }, (_, index) => index)

  test.each<[string, JsonObject, JsonObject]>([
    ['equal items', of({ uniqueItems: true }), { x: numbers(20_000) }],
    ['equal items of items', of({ items: { uniqueItems: true } }), { x: [numbers(20_000)] }],
    ['alternatives in alternatives', { $defs: chain, ...of({ $ref: '#/$defs/a0' }) }, { x: 1 }],
    [
      'alternatives that lead back',
      {
        $defs: {
          a: { anyOf: [{ items: { $ref: '#/$defs/a' } }, { items: { $ref: '#/$defs/a' } }], maxItems: 0 },
        },
        ...of({ $ref: '#/$defs/a' }),
      },
      { x: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) },
    ],
    ['a schema that is itself', of({ $ref: '#/properties/x' }), { x: 1 }],
    ['a long list of values', of({ items: { enum: numbers(10_000) } }), { x: Array(5000).fill(-1) }],
  ])('%s: the model is told', async (_case, parameters, input) => {
    expect(await told(parameters, input)).toMatch(TOO_COSTLY)
    // The budget that one call used is available again for the next.
    expect(await told(parameters, { y: 1 })).toContain(ran)
  })

  test('the schemas of real tools are far below it', async () => {
    const items = {
      type: 'object',
      required: ['id'],
      properties: { id: { pattern: '^[a-z]+-\\d+$' }, n: { type: 'integer' } },
    }
    const x = numbers(5000).map((n) => ({ id: `item-${n}`, n }))
    expect(await told(of({ items }), { x })).toContain(ran)
    expect(await told(of({ uniqueItems: true }), { x: numbers(3000) })).toContain(ran)
    expect(await told(of({ pattern: '^(?:[A-Za-z0-9+/]{4})*$' }), { x: 'abcd'.repeat(1_000_000) })).toContain(
      ran,
    )
  })

  test('of very many problems some are reported', async () => {
    const text = await told(of({ items: { type: 'string' } }), { x: numbers(20_000) })
    expect(text).toContain('/x/49')
    expect(text).not.toContain('/x/50')
    expect(text).toContain('and 19950 more')
  })
})

const EMAIL =
  "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$"

describe('a pattern means what it means in JavaScript', () => {
  const texts = [
    ...[
      '',
      'a',
      'aa',
      'ab',
      'b',
      'A1-b',
      '12',
      '1234',
      'a b',
      'a\nb',
      'a\rb',
      '\u2028',
      ' ',
      '\u00a0',
      '\ufeff',
      '-',
    ],
    ...[
      'é',
      '😀',
      '\ud800',
      '[',
      ']',
      '.',
      '..',
      'a..b',
      '../x',
      'a@b.org',
      'a..b@c.org',
      '.a@b.org',
      'a@b',
      'x=1;y=2',
    ],
    ...['2024-02-30', 'aaa', 'abab', '{', '}', '\\', '/', '\t', 'Ω', 'ß', '_', '0', 'a'.repeat(5000)],
  ]
  const patterns = [
    ...[
      '',
      'a',
      '^a',
      'a$',
      '^[a-z0-9-]+$',
      '^\\d{4}-\\d{2}-\\d{2}$',
      '^.{1,4000}$',
      '^.*$',
      '.',
      '^\\S+$',
      '^\\s*$',
      '\\s',
    ],
    ...[
      '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
      '^(a|b)+$',
      '^(a+)+$',
      '^(?:[^/]+/)*[^/]+$',
      '^\\p{L}+$',
      '^\\u0061',
      '^[\\w.-]+$',
    ],
    ...[
      EMAIL,
      '^(?!.*\\.\\.)[^/].*$',
      '^(?=.{1,3}$)[a-z]+$',
      '(?<=a)b',
      '^[\\u{1F600}-\\u{1F64F}]$',
      '^\\/',
      '\\.',
      '^[.]$',
      '^[\\]]$',
    ],
    ...[
      '^(?<n>a)b$',
      '\\x41',
      '^\\W$',
      '\\bb\\b',
      '^[\\d\\s]+$',
      'a{2}',
      '^a?$',
      '^(?:)$',
      '^-|b$',
      '^[^]$',
      '^\\cI$',
      '\\t',
      '[\\S\\n]+x',
      '^[\\S]+.$',
      '^[^\\S]*$|^.[^\\S]',
      '^(?=(?:a|b))(?!b)[ab]+$',
      '^(a|b){0,1000}$',
      '^[(?=]+x?y?$',
    ],
  ]

  test.each(patterns)('%s', async (pattern) => {
    const matches = await patternTest(pattern)
    const native = new RegExp(pattern, 'u')
    expect(texts.filter(matches)).toEqual(texts.filter((text) => native.test(text)))
  })

  const REFUSED = [
    ...['(a)\\1', '(?<n>a)\\k<n>', '^(a(?=b))+', '^(?!a)b|c', '^(?=(a)\\1)a', '^(?=a(?!b))a', 'a(?!b)'],
    ...['^(a|b){1,1001}$', '(?:a+b){2000}'],
  ]

  it.each(REFUSED)(
    '%s is refused in a foreign schema: no engine is known to be done with it in proportion',
    async (pattern) => {
      const text = await toldByForeign(of({ pattern }), { x: 'a' })
      expect(text).toContain(`the pattern ${JSON.stringify(pattern).slice(1, -1)}, which cannot be tested`)
    },
  )

  test.each(REFUSED)('%s is refused when a tool is defined', (pattern) => {
    const inner: JsonObject = { type: 'array', items: { anyOf: [{ type: 'null' }, { pattern }] } }
    const define = (parameters: JsonObject) => () => defineTool({ name: 'f', parameters })
    const refusal = expect.objectContaining({ name: 'AdapterError', code: 'unsupported' })
    expect(define(of(inner))).toThrow(refusal)
    expect(define(of(inner))).toThrow(`the pattern ${pattern} cannot be tested`)
    expect(define(of(inner))).toThrow('(at /f/parameters/properties/x/items/anyOf/1/pattern)')
    expect(define({ patternProperties: { [pattern]: true } })).toThrow(refusal)
  })

  test.each(patterns)('%s is accepted when a tool is defined', (pattern) => {
    const data = { default: { pattern: '(a)\\1' }, examples: [{ pattern: '(a)\\1' }] }
    const parameters = of({ pattern, ...data, properties: { pattern: { const: { pattern: '(?=a)' } } } })
    expect(() => defineTool({ name: 'f', parameters })).not.toThrow()
  })

  test('a schema that tests its own patterns has any', () => {
    const parameters = z.object({ x: z.string().regex(/(a)\1/) })
    expect(() => defineTool({ name: 'f', parameters })).not.toThrow()
  })

  it('is refused when it is not a pattern', async () => {
    expect(await told(of({ pattern: '(' }), { x: 'a' })).toContain('is not a regular expression')
  })
})

describe('within the budget nothing changes', () => {
  const leaf: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
    ...[
      {},
      { type: 'string' },
      { type: ['integer', 'null'] },
      { enum: ['a', 1] },
      { const: { a: 1 } },
      { maxLength: 2 },
    ],
    ...[
      { pattern: '^a' },
      { pattern: '^(a|b)*$' },
      { format: 'date' },
      { format: 'uri' },
      { minimum: 1 },
      { required: ['a'] },
    ],
    ...[
      { uniqueItems: true },
      { format: 'email', pattern: 'a' },
      { format: 'unknown' },
      { pattern: 'b', minLength: 1 },
    ],
  )
  const { schema } = fc.letrec<{ schema: JsonObject; list: JsonObject[] }>((tie) => ({
    list: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({ type: fc.constantFrom('array'), items: tie('schema') }),
      fc.record({ properties: fc.dictionary(fc.constantFrom('a', 'ab', 'pattern', 'type'), tie('schema')) }),
      fc.record(
        {
          patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$', '^(a+)+$', '^a.*'), tie('schema')),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        },
        { requiredKeys: ['patternProperties'] },
      ),
      fc.record({ propertyNames: tie('schema'), unevaluatedProperties: fc.boolean() }),
      ...['anyOf', 'allOf', 'oneOf'].map((key) => tie('list').map((list) => ({ [key]: list }))),
      tie('schema').map((not) => ({ not })),
    ),
  }))
  const key = fc.constantFrom('a', 'ab', 'b', 'aa', 'pattern', 'type', 'x-é', '__proto__', '\\')
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>(null, 1, 0.5, 'a', 'ab', 'bb', '', '2024-01-01', 'https://a.org/b?c', true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((all) => Object.fromEntries(all)),
    ),
  }))

  it('the validator itself returns the same, also the second time', async () => {
    await fc.assert(
      fc.asyncProperty(
        schema,
        fc.array(value, { minLength: 1, maxLength: 4 }),
        async (parameters, values) => {
          const alone = new Validator(asNative(asJson(structuredClone(parameters))), '2020-12', false)
          const check = await schemaCheck(parameters)
          for (const each of [...values, ...values])
            expect(check(each).length === 0, JSON.stringify({ parameters, each })).toBe(
              alone.validate(each).valid,
            )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('leaves the schema and the formats of others unchanged', async () => {
    const before = { ...format }
    const parameters = of({ pattern: '^(a+)+$', format: 'uri' })
    const copy = structuredClone(parameters)
    const check = await schemaCheck(parameters)
    check({ x: 'a' })
    expect(() => check({ x: 'a'.repeat(30_000_000) })).toThrow(TOO_COSTLY)
    expect(parameters).toEqual(copy)
    expect(format).toEqual(before)
  })

  it('two tools whose formats have one name keep apart', async () => {
    const one = await schemaCheck(of({ format: 'pattern ^a' }))
    const other = await schemaCheck(of({ pattern: '^a' }))
    expect([one({ x: 'b' }).length, other({ x: 'b' }).length, one({ x: 'b' }).length]).toEqual([0, 1, 0])
  })

  test.each<[JsonObject, JsonValue, unknown]>([
    [
      of({ pattern: '^a' }),
      { x: 'b' },
      [{ path: '/x', message: 'String does not match format "pattern ^a".' }],
    ],
    [of({ format: 'uri' }), { x: 'b' }, [{ path: '/x', message: 'String does not match format "uri".' }]],
    [of({ format: 'uri' }), { x: 'urn:isbn:123' }, []],
    [of({ format: 'uri' }), { x: 'https://a.org/a b' }, [expect.anything()]],
    [of({ format: 'uri-reference' }), { x: '../a?b#c' }, []],
    [
      of({ uniqueItems: true }),
      { x: [1, 2, 1] },
      [{ path: '/x', message: 'Duplicate items at indexes 0 and 2.' }],
    ],
  ])('%j of %j', async (parameters, input, problems) => {
    expect((await schemaCheck(parameters))(input)).toEqual(problems)
  })
})
