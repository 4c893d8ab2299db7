import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { pointerTokens } from '../../src/base/json/pointer.js'
import { asJson, expectObject, isArray, isObject } from '../../src/base/json/read-json.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { readConfig } from '../../src/cli/proxy/config.js'
import { CONFIG_SCHEMA } from '../../src/cli/proxy/config-schema.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'

// Every mistake in a config file is reported with the file, the line, the path, and the next step.

const TARGET = { wire: 'openai-chat', target: 'http://127.0.0.1:9/v1' }
const BASE = { routes: [{ to: TARGET }] }

/** A setting of the schema: the path of its object, its name, and its schema. */
interface Setting {
  readonly owner: string
  readonly name: string
  readonly schema: JsonObject
}

/** Lists every setting of the schema, by the paths of config files. */
function settingsOf(schema: JsonObject, owner: string): readonly Setting[] {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return settingsOf(expectObject(expectObject(CONFIG_SCHEMA.$defs ?? null, '')[name] ?? null, ''), owner)
  }
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(
    ([name, given]) => {
      const schema = expectObject(given, '')
      return [{ owner, name, schema }, ...settingsOf(schema, `${owner}/${name}`)]
    },
  )
  const alternatives = isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : []
  return [
    ...own,
    ...(isObject(schema.items) ? settingsOf(schema.items, `${owner}/0`) : []),
    ...(isObject(schema.additionalProperties)
      ? settingsOf(schema.additionalProperties, `${owner}/anna`)
      : []),
    ...alternatives.flatMap((each) => settingsOf(each, owner)),
  ]
}

/** Returns a config with the value at a path. Missing objects and lists are created. */
function withValue(config: JsonValue, path: string, value: JsonValue): JsonValue {
  const [token, ...rest] = pointerTokens(path)
  if (token === undefined) return value
  const below = rest.map((each) => `/${each}`).join('')
  if (/^\d+$/.test(token)) {
    const list = isArray(config) ? [...config] : []
    list[Number(token)] = withValue(list[Number(token)] ?? {}, below, value)
    return list
  }
  const object = isObject(config) ? config : {}
  return { ...object, [token]: withValue(object[token] ?? {}, below, value) }
}

/** Swaps two letters in the middle, or appends one. */
function misspelled(name: string): string {
  const middle = Math.floor(name.length / 2)
  const [a = '', b = ''] = [name[middle - 1], name[middle]]
  return a === b || name.length < 4 ? `${name}x` : name.slice(0, middle - 1) + b + a + name.slice(middle + 1)
}

function written(config: JsonValue | string): string {
  const file = join(temporaryFolder(), 'proxy.json')
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config, null, 2))
  return file
}

/** Returns the messages of a config file, with the line of the file that each one names. */
async function problemsOf(file: string) {
  const error = await readConfig(file).then(
    () => undefined,
    (error: unknown) => error,
  )
  const lines = readFileSync(file, 'utf8').split('\n')
  return (error instanceof Error ? error.message : '').split('\n').map((line) => {
    const [, name, at = '', path, message = ''] = /^(.*?):(\d+):\d+: (?:(\/\S*): )?(.*)$/.exec(line) ?? []
    return { file: name, line: lines[Number(at) - 1] ?? '', path, message }
  })
}

const SETTINGS = settingsOf(CONFIG_SCHEMA, '')

test('the table has the settings of all parts', () => {
  const owners = new Set(SETTINGS.map(({ owner }) => owner))
  for (const owner of [
    '',
    '/routes/0',
    '/routes/0/to',
    '/routes/0/to/substitutes/web_search',
    '/users/anna',
    '/models/0/reasoning',
    '/resting',
  ])
    expect(owners).toContain(owner)
  expect(SETTINGS.length).toBeGreaterThan(80)
})

describe.each(SETTINGS)('the setting $owner/$name', ({ owner, name, schema }) => {
  test('is suggested for a misspelled name', async () => {
    const word = misspelled(name)
    const file = written(withValue(BASE, `${owner}/${word}`, 1))
    const problems = await problemsOf(file)
    const problem = problems.find(({ path }) => path === `${owner}/${word}`)
    expect(problem).toMatchObject({ file, line: expect.stringContaining(`"${word}"`) })
    expect(problem?.message).toContain('there is no such setting')
    expect(problem?.message).toContain(`Did you mean ${name}?`)
  })

  test('is reported with the accepted values for a wrong value', async () => {
    const word = Array.isArray(schema.enum) && typeof schema.enum[0] === 'string' ? schema.enum[0] : undefined
    const wrong = word === undefined ? (schema.type === 'boolean' ? 'secret-4711' : null) : misspelled(word)
    const file = written(withValue(BASE, `${owner}/${name}`, wrong))
    const problem = (await problemsOf(file)).find(({ path }) => path === `${owner}/${name}`)
    expect(problem).toMatchObject({ file, line: expect.stringContaining(`"${name}"`) })
    expect(problem?.message).toMatch(/^expected \S/)
    expect(problem?.message).not.toMatch(/4711|undefined|subschema|Instance/)
    if (word !== undefined) expect(problem?.message).toContain(`Did you mean "${word}"?`)
  })
})

const substitute = (search: JsonObject) => ({
  routes: [{ to: { ...TARGET, substitutes: { web_search: search } } }],
})

/** Further mistakes: the config, the path, and the words of the message. */
test.each<[string, JsonValue | string, string | undefined, readonly string[]]>([
  ['no routes', {}, undefined, ['the setting "routes" is missing']],
  ['an empty list', { routes: [] }, '/routes', ['expected a list that is not empty']],
  ['an empty list of targets', { routes: [{ to: [] }] }, '/routes/0/to', ['list that is not empty']],
  ['a target without a URL', { routes: [{ to: { wire: 'x' } }] }, '/routes/0/to', ['"target" is missing']],
  ['a port as text', { ...BASE, port: '4010' }, '/port', ['expected an integer from 0 to 65535']],
  ['a list as config', [], undefined, ['expected an object']],
  [
    'two ways to a server',
    substitute({ tool: 't', command: ['a'], url: 'b' }),
    '/routes/0/to/substitutes/web_search',
    ['exactly one of the settings "command" and "url"'],
  ],
  ['a lost brace', '{"routes":[\n{"to":{"wire":"x"}},]', undefined, ['the file is not JSON']],
  [
    'a lost comma',
    '{"port": 0\n "routes": []}',
    undefined,
    ["not JSON: Expected ',' or '}' after property value"],
  ],
  ['an empty file', '', undefined, ['the file is not JSON']],
])('%s is reported with its place', async (_name, config, path, words) => {
  const file = written(config)
  const [problem] = await problemsOf(file)
  expect(problem).toMatchObject({ file, path })
  for (const word of words) expect(problem?.message).toContain(word)
})

test('the place of a syntax error is the first wrong character, after comments, too', async () => {
  const file = written('// the proxy\n{\n  /* a\n port */ "port": 0\n  "routes": []\n}')
  await expect(readConfig(file)).rejects.toThrow(`${file}:5:3: the file is not JSON`)
})

test('several mistakes are listed, each on its line', async () => {
  const file = written({ port: 'x', routes: [{ to: { ...TARGET, modle: 'm' } }] })
  expect((await problemsOf(file)).map(({ path }) => path).sort()).toEqual(['/port', '/routes/0/to/modle'])
})

const to = (target: JsonObject): JsonValue => ({ routes: [{ to: { ...TARGET, ...target } }] })
const second = (target: JsonObject): JsonValue => ({ routes: [{ to: [TARGET, { ...TARGET, ...target }] }] })

/** Mistakes that the schema cannot find: the config, the path, the value whose line is named, and the words. */
const MEANINGS: readonly [string, JsonValue, string, readonly string[]][] = [
  [
    'an unknown wire',
    to({ wire: 'opnai' }),
    '/routes/0/to/wire',
    ['unknown wire "opnai"', 'Did you mean openai?'],
  ],
  [
    'an unknown wire of a second target',
    second({ wire: 'opnai' }),
    '/routes/0/to/1/wire',
    ['Did you mean openai?'],
  ],
  [
    'an unknown wire of clients',
    { routes: [{ from: 'antropic', to: TARGET }] },
    '/routes/0/from',
    ['Did you mean anthropic?'],
  ],
  [
    'an unknown client',
    { ...BASE, clients: ['google', 'antropic'] },
    '/clients/1',
    ['Did you mean anthropic?'],
  ],
  ['a wire without HTTP', to({ wire: 'zeph' }), '/routes/0/to/wire', ['no HTTP paths', 'openai-chat']],
  ['clients without HTTP', { routes: [{ from: 'zeph', to: TARGET }] }, '/routes/0/from', ['no HTTP paths']],
  ['no URL', to({ target: 'x/v1' }), '/routes/0/to/target', ['must be a URL such as https://']],
  ['a URL with a query', to({ target: 'http://a.test/?key=1' }), '/routes/0/to/target', ['a query']],
  ['a URL of a second target', second({ target: 'x/v1' }), '/routes/0/to/1/target', ['must be a URL']],
  [
    'an unknown profile',
    to({ limits: 'vlm' }),
    '/routes/0/to/limits',
    ['no limits profile "vlm"', 'Did you mean vllm?'],
  ],
  [
    'a key that is not set',
    to({ keyVariable: 'NOT_SET' }),
    '/routes/0/to/keyVariable',
    ['variable NOT_SET is not set'],
  ],
  [
    'one of two keys that is not set',
    to({ keyVariable: ['SET', 'NOT_SET'] }),
    '/routes/0/to/keyVariable/1',
    ['NOT_SET'],
  ],
  ['a header name', to({ headers: { 'x y': 'z' } }), '/routes/0/to/headers', ['the header "x y"']],
  [
    'a token that is not set',
    { ...BASE, tokenVariable: 'NOT_SET' },
    '/tokenVariable',
    ['NOT_SET is not set'],
  ],
  [
    'a secret that is not set',
    { ...BASE, secretVariable: 'NOT_SET' },
    '/secretVariable',
    ['NOT_SET is not set'],
  ],
  ['a user without a token', { ...BASE, users: { anna: 'NOT_SET' } }, '/users/anna', ['NOT_SET is not set']],
  [
    'a limited user',
    { ...BASE, users: { ben: { tokenVariable: 'NOT_SET' } } },
    '/users/ben/tokenVariable',
    ['NOT_SET'],
  ],
  [
    'two users with one token',
    { ...BASE, users: { a: 'SET', b: 'SET' } },
    '/users/b',
    ['also that of another user'],
  ],
  [
    'an origin',
    { ...BASE, origins: ['https://a.test', 'chat.test'] },
    '/origins/1',
    ['is not the origin of a page'],
  ],
  [
    'a variable of a tool',
    to({ substitutes: { web_search: { tool: 't', command: ['a'], variables: ['NOT_SET'] } } }),
    '/routes/0/to/substitutes/web_search/variables/0',
    ['NOT_SET'],
  ],
]

const run = (argv: readonly string[]) =>
  runCli(argv, '', { adapters: ADAPTERS_FOLDER, env: { SET: 'secret-4711' } })

test.each(MEANINGS)('the command names the place of %s', async (_name, config, path, words) => {
  const file = written(config)
  const { stderr, status } = await run(['proxy', '--config', file])
  expect(status).toBe(2)
  const [, line = ''] = /^toolwire: .*?proxy\.json:(\d+):\d+: /.exec(stderr) ?? []
  expect(stderr).toMatch(new RegExp(`^toolwire: ${file}:\\d+:\\d+: ${path}: `))
  const text = readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? ''
  const value = pointerTokens(path).reduce<JsonValue | undefined>(
    (found, token) => (isArray(found) ? found[Number(token)] : isObject(found) ? found[token] : undefined),
    asJson(config),
  )
  expect(text).toContain(isObject(value) ? '{' : JSON.stringify(value))
  for (const word of words) expect(stderr).toContain(word)
  expect(stderr).not.toContain('4711')
})

test.each([
  ['--to', ['--to', 'opnai', '--target', 'http://a.test'], 'Did you mean openai?'],
  ['--to', ['--to', 'zeph', '--target', 'http://a.test'], 'no HTTP paths'],
  [
    '--from',
    ['--from', 'antropic', '--to', 'openai', '--target', 'http://a.test'],
    'Did you mean anthropic?',
  ],
  ['--limits', ['--limits', 'vlm', '--to', 'openai', '--target', 'http://a.test'], 'Did you mean vllm?'],
  [
    '--key-variable',
    ['--key-variable', 'NO', '--to', 'openai', '--target', 'http://a.test'],
    'NO is not set',
  ],
  [
    '--allow-origin',
    ['--to', 'openai', '--target', 'http://a.test', '--allow-origin', 'a.test'],
    'origin of a page',
  ],
])('a wrong value of %s names the option: %s', async (option, argv, word) => {
  const { stderr, status } = await run(['proxy', ...argv])
  expect(stderr).toMatch(new RegExp(`^toolwire: ${option}: `))
  expect(stderr).toContain(word)
  expect(status).toBe(2)
})

test.each<[JsonValue | string, string, readonly string[]]>([
  ['{"anna": "a",\n "ben": }', ':2:9: ', ['not JSON']],
  [{}, ': ', ['at least one user']],
  [{ anna: { tokn: 'secret-4711' } }, ':3:13: /anna/tokn: ', ['Did you mean token?']],
  [
    { anna: { token: 'secret-4711', tokensPerDya: 1 } },
    ': /anna/tokensPerDya: ',
    ['Did you mean tokensPerDay?'],
  ],
  [{ anna: { token: 'a', costPerDay: 'secret-4711' } }, ': /anna/costPerDay: ', ['a number above 0']],
  [{ anna: 7 }, ': /anna: ', ['has no token']],
])('a mistake in the file of users is reported with its place: %j', async (users, place, words) => {
  const usersFile = written(users)
  const { stderr, status } = await run(['proxy', '--config', written({ ...BASE, usersFile })])
  expect(status).toBe(2)
  expect(stderr).toContain(usersFile)
  expect(stderr).toContain(place)
  for (const word of words) expect(stderr).toContain(word)
  expect(stderr).not.toContain('4711')
})
