import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { fit, fitResponse } from '../../src/adapter-kit.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import * as conversation from '../../src/chat/conversation/index.js'
import * as loop from '../../src/chat/loop/index.js'
import * as serve from '../../src/chat/serve/index.js'
import * as session from '../../src/chat/session/index.js'
import * as core from '../../src/index.js'
import * as proxy from '../../src/proxy/index.js'
import * as textCalls from '../../src/text-calls/index.js'
import * as tools from '../../src/tools/index.js'
import * as bullmq from '../../src/tools/queue/index.js'
import * as queueKit from '../../src/tools/queue-kit.js'
import * as mock from '../../src/traffic/mock/index.js'
import * as replay from '../../src/traffic/replay/index.js'
import * as models from '../../src/translate/catalogue/index.js'
import { allAdapters } from '../support/adapters.js'
import { tries } from '../support/cases.js'

/**
 * Functions that read a value returned by another function and checked by the compiler, and type tests, which
 * return false. They include steps over individual events and functions for small bundles, which do not check
 * their input again.
 */
const NOT_ENTRANCES: ReadonlySet<string> = new Set([
  'callsOf',
  'createExecutionContext',
  'createToolEvents',
  // Throws again errors that are not errors of the library.
  'errorResponse',
  'executionOf',
  'executorOf',
  'formatError',
  'isComplete',
  'proxyMemory',
  'recognise',
  'resolveAllowed',
  'resolveExecution',
  'restoreEvent',
  'truncateMiddle',
  'trustExecutionContext',
])
const ENTRIES = {
  adapterKit: { fit, fitResponse },
  core,
  loop,
  session,
  conversation,
  serve,
  proxy,
  replay,
  mock,
  models,
  textCalls,
  tools,
  bullmq,
  queueKit,
}
const functions = Object.values(ENTRIES)
  .flatMap((entry) => Object.entries(entry))
  .filter(([name, value]) => typeof value === 'function' && /^[a-z]/.test(name) && !NOT_ENTRANCES.has(name))

const NATIVE = { role: 'user', content: 'Hi' }
/** Values that programs pass by mistake. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  5,
  'openai-chats',
  NATIVE,
  [NATIVE],
  [null],
  () => openaiChat,
  { name: 't', parameters: 5 },
  { request: 5 },
  { response: 5 },
  {},
  [],
  { optoin: 1 },
  { model: 'm', messages: [NATIVE] },
  { to: 'anthropic', from: openaiChat },
]
/** Messages of JavaScript engines for an unchecked mistake. */
const OF_THE_ENGINE =
  /^Cannot (?:read|destructure|use|convert|set)|is not (?:iterable|a function)\b|is not defined|object null/

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await Promise.race([call(), new Promise((resolve) => setImmediate(resolve))])
  } catch (error) {
    return error
  }
  return undefined
}

test('there are entrances', () => {
  expect(functions.length).toBeGreaterThan(60)
  for (const name of NOT_ENTRANCES)
    expect(Object.values(ENTRIES).flatMap((entry) => Object.keys(entry))).toContain(name)
})

test('no function answers a wrong argument with an error of the engine', async () => {
  const wrong = fc.constantFrom(...WRONG)
  const judge = async (name: string, value: unknown, given: readonly unknown[]) => {
    if (typeof value !== 'function') return
    const error = await thrownBy(() => Reflect.apply(value, undefined, [...given]))
    if (error === undefined) return
    expect(error, name).toBeInstanceOf(Error)
    expect(
      `${name}: ${error instanceof Error && OF_THE_ENGINE.test(error.message) ? error.message : ''}`,
    ).toBe(`${name}: `)
  }
  for (const [name, value] of functions) for (const one of WRONG) await judge(name, value, [one])
  const some = fc.asyncProperty(
    fc.constantFrom(...functions),
    fc.array(wrong, { maxLength: 3 }),
    ([name, value], given) => judge(name, value, given),
  )
  await fc.assert(some, tries(3000))
})

/** Objects that contain themselves, below a member that some format reads. */
const CYCLIC = ['self', 'messages', 'message', 'outputs', 'output', 'content', 'choices', 'candidates'].map(
  (member) => {
    const cyclic = {}
    Reflect.set(cyclic, member, ['self', 'message'].includes(member) ? cyclic : [cyclic])
    return cyclic
  },
)

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Reads an iterable result to its end: a stream reports errors while it is read. */
async function drained(result: unknown): Promise<void> {
  if (!isAsyncIterable(result)) await result
  else for await (const _item of result);
}

describe.each(allAdapters)('$wire', ({ adapter }) => {
  test.each(Object.entries(adapter).filter(([, method]) => typeof method === 'function'))(
    '%s answers wrong arguments with an AdapterError',
    async (_name, method) => {
      for (const wrong of [...WRONG, ...CYCLIC])
        for (const given of [[wrong], [wrong, wrong], [wrong, {}], [{}, wrong]]) {
          const error = await thrownBy(() => drained(Reflect.apply(method, undefined, given)))
          if (error !== undefined) expect(error).toBeInstanceOf(AdapterError)
        }
    },
  )
})

test('callers that measure skip the check', () => {
  const messages = [core.userMessage('Hi')]
  const unknown = { messages, zzz: 1 }
  const written = openaiChat.encodeRequest({ messages }).value
  expect(openaiChat.encodeRequest(unknown, { validate: false }).value).toEqual(written)
  const options = { to: openaiChat, model: 'm' } as const
  expect(core.encodeConversation(unknown, { ...options, validate: false }).value).toEqual(
    core.encodeConversation({ messages }, options).value,
  )
  expect(() => core.encodeConversation(unknown, options)).toThrow(/zzz is not a setting/)
})

describe('the error names the argument and the fix', () => {
  const gpt = () => Promise.resolve(new Response())
  const tool = core.defineTool({ name: 't', execute: () => 'x' })
  const user = core.userMessage('Hi')
  type Case = readonly [title: string, call: () => unknown, message: RegExp]
  const settings = (given: object) => () =>
    Reflect.apply(openaiChat.encodeRequest, openaiChat, [{ messages: [user], ...given }])
  const CASES: readonly Case[] = [
    ['a setting with a slip', settings({ maxOutputToken: 5 }), /Did you mean maxOutputTokens\?/],
    ['a setting with two slips', settings({ temprature: 1, topp: 1 }), /Did you mean temperature\?/],
    ['a setting in snake case', settings({ top_p: 1 }), /Did you mean topP\?/],
    ["another API's setting", settings({ max_tokens: 5 }), /Did you mean maxOutputTokens\?/],
    ["another API's format", settings({ response_format: {} }), /Did you mean outputFormat\?/],
    ["another API's instructions", settings({ system_prompt: 'x' }), /systemMessage\(text\)/],
    ['a setting like no other', settings({ zzz: 1 }), /The known ones are messages, tools/],
    [
      'a wire with a slip',
      () => core.createRegistry([openaiChat]).get('openai-chats'),
      /Did you mean openai-chat\?/,
    ],
    ['a wire like no other', () => core.createRegistry([openaiChat]).get('x'), /known are openai-chat$/],
    [
      'a tool without a name',
      () => Reflect.apply(core.defineTool, undefined, [{ parameters: {} }]),
      /needs a `name`/,
    ],
    [
      'a tool with a slip',
      () => Reflect.apply(core.defineTool, undefined, [{ name: 't', paramters: {} }]),
      /Did you mean parameters\?/,
    ],
    [
      "another library's tool",
      () => Reflect.apply(core.defineTool, undefined, [{ name: 't', inputSchema: {} }]),
      /Did you mean parameters\?/,
    ],
    [
      'what cannot be run',
      () => Reflect.apply(core.defineTool, undefined, [{ name: 't', execute: 'x' }]),
      /execute: the function/,
    ],
    [
      'a provider of a name',
      () => Reflect.apply(core.provider, undefined, ['openai', { model: 'm', send: gpt }]),
      /first argument of provider is not an adapter/,
    ],
    [
      'a provider with a slip',
      () => Reflect.apply(core.provider, undefined, [openaiChat, { modle: 'm', send: gpt }]),
      /Did you mean model\?/,
    ],
    [
      "another library's provider",
      () => Reflect.apply(core.provider, undefined, [openaiChat, { model: 'm', maxTokens: 5, send: gpt }]),
      /Did you mean maxOutputTokens\?/,
    ],
    [
      'a translation without a source',
      () => Reflect.apply(core.translate, undefined, [[NATIVE], { to: anthropic }]),
      /`from` is not an adapter.*\/from/,
    ],
    [
      'a request with a slip',
      () =>
        Reflect.apply(core.translateRequest, undefined, [
          {},
          { from: openaiChat, to: anthropic, modell: 'm' },
        ]),
      /Did you mean model\?/,
    ],
    [
      'an answer of a name',
      () => Reflect.apply(core.translateResponse, undefined, [{}, { from: openaiChat, to: 'anthropic' }]),
      /`to` is not an adapter/,
    ],
    [
      'a native answer',
      () => Reflect.apply(core.textOf, undefined, [{ choices: [] }]),
      /not a Toolwire message/,
    ],
    [
      'a native call',
      () => Reflect.apply(core.toolResult, undefined, [{ function: {} }, 'x']),
      /not a call of Toolwire/,
    ],
    [
      'tools that are not a list',
      () => Reflect.apply(core.runTools, undefined, [[user], tool]),
      /runTools needs the tools/,
    ],
    [
      'an executor with a slip',
      () => Reflect.apply(tools.createExecutor, undefined, [{ tools: [], concurency: 2 }]),
      /Did you mean concurrency\?/,
    ],
    ['a policy without rules', () => Reflect.apply(tools.createPolicy, undefined, [{}]), /needs `rules`/],
    [
      'a proxy with a slip',
      () => Reflect.apply(proxy.createProxy, undefined, [{ route: [] }]),
      /Did you mean routes\?/,
    ],
    [
      'a loop without a list of tools',
      () =>
        Reflect.apply(loop.runLoop, undefined, [
          { provider: core.provider(openaiChat, { model: 'm', send: gpt }), messages: [user], tools: tool },
        ]),
      /tools is not a list/,
    ],
    [
      'calls in text without dialects',
      () => Reflect.apply(textCalls.readTextCalls, undefined, ['x', { tools: [] }]),
      /needs its dialects/,
    ],
    ['a recorder without a sink', () => Reflect.apply(replay.createRecorder, undefined, [{}]), /sink/],
  ]
  test.each(CASES)('%s', async (_title, call, message) => {
    const error = await thrownBy(call)
    expect(error).toMatchObject({ name: 'AdapterError', message })
  })
})
