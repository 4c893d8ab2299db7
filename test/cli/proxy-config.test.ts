import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject } from '../../src/base/json/read-json.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { proxyOptions, readConfig } from '../../src/cli/proxy/config.js'
import { CONFIG_SCHEMA } from '../../src/cli/proxy/config-schema.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { createRegistry } from '../../src/translate/exchange/registry.js'
import { adapters } from '../support/adapters.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'

/** Each member of a config file, with a valid value. */
const TARGET: JsonObject = {
  keyFile: ['/run/secrets/a', '/run/secrets/b'],
  keyCommand: ['pass', 'show', 'key'],
  keyLifetime: 1000,
  weight: 2,
  wire: 'openai-chat',
  target: 'https://api.example.com/v1',
  model: 'm',
  keyVariable: 'MY_KEY',
  keyHeader: 'api-key',
  headers: { 'x-team': 'a' },
  limits: { callIds: { maxLength: 9 } },
  settings: { temperature: null, reasoning: { effort: 'high' } },
  fields: { store: false },
  maxOutputTokens: 100,
  fill: false,
  cache: 'none',
  hosted: 'carry',
  deferredTools: 'search',
  substitutes: { web_search: { command: ['search-server'], tool: 'search' } },
  repair: 2,
  stream: true,
}
const ROUTE: JsonObject = {
  name: 'main',
  from: 'anthropic-messages',
  models: ['claude-*'],
  strict: true,
  to: [TARGET],
}
const CONFIG: JsonObject = {
  drainDelay: 5,
  resting: { failures: 2, rest: 1000, longest: 2000 },
  log: 'json',
  $schema: './proxy.schema.json',
  port: 0,
  host: '127.0.0.1',
  tokenVariable: 'MY_TOKEN',
  users: { anna: 'ANNA_TOKEN', ben: { tokenVariable: 'BEN_TOKEN', tokensPerDay: 100 } },
  usersFile: 'users.json',
  secretVariable: 'MY_SECRET',
  models: [{ name: 'm', source: ['https://api.example.com'], date: '2026-11-24', output: 50 }],
  clients: ['google-generate-content'],
  routes: [ROUTE],
  state: 'redis://127.0.0.1:6379',
  stateLifetime: 1000,
  origins: ['https://chat.example.com'],
  passOn: true,
  maxBodyBytes: 1000,
  requestTimeout: 1000,
  answerTimeout: 1000,
  idleTimeout: 1000,
  keepAliveInterval: 1000,
}
const ENVIRONMENT = {
  MY_KEY: 'key-1',
  MY_TOKEN: 'token-1',
  ANNA_TOKEN: 'token-2',
  BEN_TOKEN: 'token-3',
  MY_SECRET: 'secret-1',
}
const wires = {
  ...createRegistry(adapters.map(({ adapter }) => adapter)),
  platforms: new Map(),
  refusalsOf: async () => [],
}

function written(config: JsonValue | string): string {
  const file = join(temporaryFolder(), 'proxy.json')
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config))
  return file
}

const propertiesOf = (schema: JsonValue | undefined) =>
  expectObject(expectObject(schema ?? null, '').properties, '')
const propertiesIn = (schema: JsonValue | undefined, name: string) => propertiesOf(schema)[name]

describe('a config file with every member', () => {
  const route = expectObject(propertiesIn(CONFIG_SCHEMA, 'routes'), '').items
  const targetSchema = expectObject(CONFIG_SCHEMA.$defs ?? null, '').TargetConfig

  test('names each one of the schema', () => {
    expect(Object.keys(CONFIG).sort()).toEqual(Object.keys(propertiesOf(CONFIG_SCHEMA)).sort())
    expect(Object.keys(ROUTE).sort()).toEqual(Object.keys(propertiesOf(route)).sort())
    expect(Object.keys(TARGET).sort()).toEqual(Object.keys(propertiesOf(targetSchema)).sort())
    const one = { $ref: '#/$defs/TargetConfig' }
    expect(propertiesIn(route, 'to')).toMatchObject({ anyOf: [one, { type: 'array', items: one }] })
  })

  test('passes the settings of the file to the proxy', async () => {
    const config = await readConfig(written(CONFIG))
    expect(config).toEqual(CONFIG)
    const options = proxyOptions(config, wires, ENVIRONMENT)
    expect(options.models?.find('m')?.output).toBe(50)
    expect(options).toMatchObject({
      token: 'token-1',
      users: { anna: 'token-2', ben: { token: 'token-3', tokensPerDay: 100 } },
      secret: 'secret-1',
      clients: [{ id: 'google-generate-content' }],
      routes: [
        {
          name: 'main',
          from: { id: 'anthropic-messages' },
          models: ['claude-*'],
          mode: 'strict',
          to: [
            {
              adapter: { id: 'openai-chat' },
              url: 'https://api.example.com/v1',
              key: expect.objectContaining({ size: 4, known: ['key-1'] }),
              keyHeader: 'api-key',
              model: 'm',
              headers: { 'x-team': 'a' },
              limits: TARGET.limits,
              settings: TARGET.settings,
              fields: { store: false },
              maxOutputTokens: 100,
              fill: false,
              cache: 'none',
              deferredTools: 'search',
              repair: 2,
              stream: true,
              weight: 2,
            },
          ],
        },
      ],
      origins: CONFIG.origins,
      passOn: true,
      resting: CONFIG.resting,
      maxBodyBytes: 1000,
      answerTimeout: 1000,
      idleTimeout: 1000,
      keepAliveInterval: 1000,
    })
    expect(createProxy(options)).toHaveProperty('fetch')
  })

  const wrong: Readonly<Record<string, JsonValue>> = {
    string: 7,
    integer: 'x',
    number: 'x',
    boolean: 'yes',
    array: 'x',
    object: 'x',
  }
  const members = (schema: JsonValue | undefined) =>
    Object.entries(propertiesOf(schema)).map(([name, rules]) => {
      const { type } = expectObject(rules, '')
      return [name, wrong[typeof type === 'string' ? type : 'string'] ?? 7] as const
    })

  test.each(members(CONFIG_SCHEMA))('is refused for a wrong %s, by its place', async (name, value) => {
    await expect(readConfig(written({ ...CONFIG, [name]: value }))).rejects.toThrow(`/${name}`)
  })

  test.each(members(route))('is refused for a wrong %s of a route', async (name, value) => {
    const config = { ...CONFIG, routes: [ROUTE, { ...ROUTE, [name]: value }] }
    await expect(readConfig(written(config))).rejects.toThrow(`/routes/1/${name}`)
  })

  test.each(members(targetSchema))('is refused for a wrong %s of a target', async (name, value) => {
    const config = { ...CONFIG, routes: [{ ...ROUTE, to: { ...TARGET, [name]: value } }] }
    await expect(readConfig(written(config))).rejects.toThrow(`/routes/0/to/${name}`)
  })

  test.each<JsonObject>([
    {},
    { tokenVariable: '' },
    { tokenVariable: 'BEN_TOKEN', costPerDay: 0 },
    { tokenVariable: 'BEN_TOKEN', tokensPerDay: 0.5 },
    { tokenVariable: 'BEN_TOKEN', requestPerMinute: 1 },
  ])('is refused for the user %j', async (ben) => {
    await expect(readConfig(written({ ...CONFIG, users: { ben } }))).rejects.toThrow('/users/ben')
  })

  test.each([
    [CONFIG, { routse: [] }],
    [CONFIG, { apiKey: 'secret-4711' }],
  ])('is refused for a member that there is not', async (config, extra) => {
    const refused = readConfig(written({ ...config, ...extra }))
    await expect(refused).rejects.toThrow(Object.keys(extra)[0])
    await expect(refused).rejects.not.toThrow('4711')
  })

  test.each([
    [
      { ...ROUTE, to: { ...TARGET, cache: 'some' } },
      '/routes/0/to/cache: expected one of "auto", "marks", "none"',
    ],
    [{ ...ROUTE, to: { wire: 'openai-chat' } }, '/routes/0/to: the setting "target" is missing'],
  ])('is refused with the problem, and without a word on definitions', async (route, problem) => {
    const refused = readConfig(written({ ...CONFIG, routes: [route] }))
    await expect(refused).rejects.toThrow(problem)
    await expect(refused).rejects.not.toThrow('subschema had')
  })

  test('may have comments, a last comma and a mark of its encoding', async () => {
    const text = JSON.stringify(CONFIG, null, 2)
    const commented = `\ufeff// all of it\n${text.replace(/\}$/, ', /* the end */ }')}`
    expect(await readConfig(written(commented))).toEqual(CONFIG)
  })
})

test.each([
  ['port', 65_536, '/port'],
  ['origins', ['chat.example.com'], 'origin'],
  ['origins', ['https://chat.example.com/path'], 'origin'],
])('a %s of %j is refused by the command', async (name, value, message) => {
  const file = written({ routes: [{ to: { wire: 'openai-chat', target: 'http://a.test' } }], [name]: value })
  const { stderr, status } = await runCli(['proxy', '--config', file], '', { adapters: ADAPTERS_FOLDER })
  expect(stderr).toContain(message)
  expect(status).toBe(2)
})
