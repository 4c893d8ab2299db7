import { readdirSync, readFileSync } from 'node:fs'
import { Template } from '@huggingface/jinja'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { toolCall, toolMessage, toolResult, userMessage } from '../../src/base/model/create.js'
import type { Conversation, ToolCall, ToolDefinition } from '../../src/base/model/types.js'
import { fromChatTemplate } from '../../src/text-calls/chat-template/index.js'
import {
  allTextDialects,
  readTextCalls,
  type TextDialect,
  withTextCalls,
  writeTextCalls,
} from '../../src/text-calls/index.js'
import { tries } from '../support/cases.js'
import { cut, streamed } from './support.js'

const folder = new URL('./templates/', import.meta.url)
const names = readdirSync(folder).flatMap((name) => /(.*)\.jinja$/.exec(name)?.[1] ?? [])
const variables = { bos_token: '<s>', eos_token: '</s>' }

function sourceOf(name: string): string {
  return readFileSync(new URL(`${name}.jinja`, folder), 'utf8')
}

const found = new Map(names.map((name) => [name, fromChatTemplate(sourceOf(name), { variables })]))

function foundIn(name: string) {
  const one = found.get(name)
  if (one === undefined) throw new Error(`no template ${name}`)
  return one
}

function tool(name: string): ToolDefinition {
  const types = { city: 'string', days: 'integer', exact: 'boolean', places: 'array' }
  const properties = Object.fromEntries(
    Object.entries(types).map(([key, type]) => [key, { type, description: 'An argument.' }]),
  )
  return { type: 'function', name, description: 'A tool.', parameters: { type: 'object', properties } }
}

const tools = [tool('get_weather'), tool('find_place')]

test('each template has these findings', () => {
  const table = names.map((name) => {
    const { builtIn = 'none', dialect, gaps, beginsInThinking } = foundIn(name)
    const own = allTextDialects.find(({ id }) => id === builtIn)
    const isOwn = dialect !== undefined && dialect.read !== own?.read
    const details = gaps.map(({ feature, detail }) => (feature === 'arguments' ? detail : feature))
    return [
      `${name}: ${isOwn ? 'own form' : dialect === undefined ? 'no reader' : 'built-in'}, ${builtIn}`,
      ...(beginsInThinking ? ['thinks'] : []),
      ...details,
    ].join(' | ')
  })
  expect(table).toMatchInlineSnapshot(`
    [
      "apertus: built-in, apertus | call-ids | result-turn | reasoning",
      "deepseek-v3.1: own form, deepseek-v31 | call-ids | result-turn | reasoning",
      "deepseek-v3.2: own form, deepseek-dsml | thinks | call-ids | result-turn | reasoning",
      "deepseek-v3: own form, deepseek-v3 | tools | call-ids | result-turn | reasoning",
      "gemma-4: own form, gemma4 | call-ids | result-turn",
      "glm-4.5: own form, glm-arg-kv | call-ids | result-turn",
      "gpt-oss: built-in, harmony | parallel-calls | call-ids | result-turn",
      "hermes: own form, hermes-json | call-ids | text-with-calls | result-turn | reasoning",
      "kimi-k2-thinking: own form, kimi-k2 | call-names | result-turn",
      "kimi-k2: no reader, none | calls | reasoning",
      "kimi-k3: built-in, kimi-k3 | thinks | call-ids | result-turn",
      "lfm2.5: own form, lfm2 | a call with a text with quotes is not read back | a call with null cannot be rendered | call-ids | result-turn",
      "llama-3.1: own form, llama3-json | parallel-calls | call-ids | text-with-calls | result-turn | reasoning",
      "minimax-m2: own form, minimax-m2 | thinks | call-ids | result-turn",
      "mistral-small-3: own form, mistral-array | text-with-calls | result-turn | reasoning",
      "nemotron-nano-v2: own form, nemotron-toolcall | thinks | call-ids | reasoning",
      "phi-4-mini: own form, granite3 | call-ids | result-turn | reasoning",
      "qwen3-coder: own form, qwen3-coder-xml | a call with null cannot be rendered | call-ids | reasoning",
      "qwen3: own form, hermes-json | call-ids",
      "unknown-elements: own form, none | call-ids | result-turn | reasoning",
      "unknown-json: own form, none | call-ids | result-turn | reasoning",
    ]
  `)
})

const WORDS = fc.constantFrom('Oslo', 'New York', 'Zürich, 8001', 'a: b; c', '東京', 'one\ntwo', ' padded ')
const GIVEN = fc.record(
  {
    city: WORDS,
    days: fc.integer(),
    exact: fc.boolean(),
    places: fc.array(fc.constantFrom('a', 'b c', '1')),
  },
  { requiredKeys: [] },
)
const CALL = fc.tuple(fc.constantFrom('get_weather', 'find_place'), GIVEN)

function read(text: string, dialect: TextDialect): readonly ToolCall[] {
  const parts = readTextCalls(text, { dialects: [dialect], tools })
  return parts.flatMap((part) => (part.type === 'tool-call' ? part : []))
}

const plain = ({ name, status, arguments: given }: ToolCall) => ({ name, status, given })

describe.each(names.filter((name) => foundIn(name).dialect !== undefined))('%s', (name) => {
  const { dialect, builtIn, gaps } = foundIn(name)
  if (dialect === undefined) throw new Error('checked above')
  const own = allTextDialects.find(({ id }) => id === builtIn)
  const isSingle = gaps.some(({ feature }) => feature === 'parallel-calls')

  test('calls that the template wrote are read back, streamed and as the built-in dialect reads them', () => {
    fc.assert(
      fc.property(fc.array(CALL, { minLength: 1, maxLength: isSingle ? 1 : 3 }), (made) => {
        const calls = made.map(([called, given], index) => toolCall(`callAAAA${index}`, called, given))
        const text = writeTextCalls(calls, { dialect, tools })
        const parts = readTextCalls(text, { dialects: [dialect], tools })
        expect(read(text, dialect).map(plain)).toEqual(calls.map(plain))
        if (own !== undefined) expect(read(text, own).map(plain)).toEqual(calls.map(plain))
        for (const lengths of [[1], [3], [2, 7, 1]])
          expect(streamed(cut(text, lengths), { dialects: [dialect], tools })).toEqual(parts)
      }),
      tries(40),
    )
  })

  test('a prompt equals the output of the template', () => {
    const id = /kimi-k2/.test(name) ? 'functions.get_weather:0' : 'callAAAA1'
    const call = toolCall(id, 'get_weather', { city: 'Oslo', days: 2 })
    const conversation: Conversation = {
      messages: [
        userMessage('How is the weather?'),
        { role: 'assistant', parts: [call] },
        toolMessage([toolResult(call, 'rain')]),
      ],
      tools,
    }
    const isText = /deepseek-v3(\.1)?$/.test(name)
    const given = isText ? '{"city":"Oslo","days":2}' : { city: 'Oslo', days: 2 }
    const messages = [
      { role: 'user', content: 'How is the weather?' },
      {
        role: 'assistant',
        content: name === 'deepseek-v3' ? null : '',
        tool_calls: [{ id, type: 'function', function: { name: 'get_weather', arguments: given } }],
      },
      { role: 'tool', tool_call_id: id, name: 'get_weather', content: 'rain' },
    ]
    const listed = name === 'phi-4-mini' ? messages.map((one) => ({ tool_calls: [], ...one })) : messages
    const declared = tools.map(({ type, ...rest }) => ({ type, function: rest }))
    const rendered = new Template(sourceOf(name)).render({
      ...{ ...variables, messages: listed, tools: declared, add_generation_prompt: true },
    })
    expect(foundIn(name).prompt(conversation)).toBe(rendered)
    expect(rendered).toContain('rain')
  })
})

describe('a dialect of a template', () => {
  const { dialect } = foundIn('unknown-json')
  if (dialect === undefined) throw new Error('no dialect')

  test('is used like a built-in one', () => {
    const text = 'So: <<call get_weather>>{"city": "Oslo"}<<done>>'
    const adapter = withTextCalls(openaiChat, { dialects: [dialect], tools })
    const { value } = adapter.decodeResponse({
      id: 'a',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
    })
    expect(value.message.parts).toMatchObject([
      { text: 'So: ' },
      { name: 'get_weather', arguments: { city: 'Oslo' } },
    ])
  })

  test('arguments of a call that is written are those of the template', () => {
    const call = toolCall('a', 'get_weather', { city: 'Oslo' })
    expect(writeTextCalls([call], { dialect, tools })).toBe('<<call get_weather>>{"city": "Oslo"}<<done>>')
  })
})

describe('prompts', () => {
  test('ids that a template writes instead of names contain the name', () => {
    const call = toolCall('call_1', 'get_weather', { city: 'Oslo' })
    const messages = [
      userMessage('Weather?'),
      { role: 'assistant' as const, parts: [call] },
      toolMessage([toolResult(call, 'rain')]),
    ]
    const text = foundIn('kimi-k2-thinking').prompt({ messages, tools })
    expect(text).toContain('<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>')
    expect(text).toContain('## Return of functions.get_weather:0')
  })

  test('reasoning is written where the template expects it', () => {
    const messages = [
      userMessage('Weather?'),
      {
        role: 'assistant' as const,
        parts: [{ type: 'reasoning' as const, text: 'Let me see.' }, toolCall('c', 'get_weather', {})],
      },
    ]
    for (const name of ['qwen3', 'gemma-4', 'lfm2.5', 'kimi-k3'])
      expect(foundIn(name).prompt({ messages, tools }), name).toContain('Let me see.')
    expect(foundIn('llama-3.1').prompt({ messages, tools })).not.toContain('Let me see.')
  })

  test('text before calls is a message of its own if the template drops one of both', () => {
    const parts = [{ type: 'text' as const, text: 'I look.' }, toolCall('c', 'get_weather', {})]
    const messages = [userMessage('Weather?'), { role: 'assistant' as const, parts }]
    const text = foundIn('deepseek-v3').prompt({ messages, tools })
    expect(text).toContain('<｜Assistant｜>I look.<｜end▁of▁sentence｜><｜Assistant｜><｜tool▁calls▁begin｜>')
  })

  test('variables of one prompt, and a prompt without the beginning of an answer', () => {
    const messages = [userMessage('Hi')]
    const { prompt } = foundIn('qwen3')
    expect(prompt({ messages }, { variables: { enable_thinking: false } })).toContain('</think>')
    expect(prompt({ messages }, { addGenerationPrompt: false })).toBe('<|im_start|>user\nHi<|im_end|>\n')
  })

  test('a rejected conversation is an error with the words of the template', () => {
    const calls = [toolCall('a', 'get_weather', {}), toolCall('b', 'get_weather', {})]
    const messages = [userMessage('Hi'), { role: 'assistant' as const, parts: calls }]
    expect(() => foundIn('llama-3.1').prompt({ messages, tools })).toThrow(/only supports single tool-calls/)
    expect(() => foundIn('mistral-small-3').prompt({ messages, tools })).toThrow(/length >= 9/)
  })
})

test('a text that is not a template is an error, and one without calls has no dialect', () => {
  expect(() => fromChatTemplate('{% for')).toThrow(/cannot be parsed/)
  const { dialect, gaps } = fromChatTemplate('{% for m in messages %}{{ m.content }}{% endfor %}')
  expect(dialect).toBeUndefined()
  expect(gaps.map(({ feature }) => feature)).toEqual(['calls', 'tools', 'reasoning'])
})
