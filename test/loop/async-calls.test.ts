import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { deferred } from '../../src/chat/provider/open-promise.js'
import { defineTool, type JsonObject, provider, userMessage } from '../../src/index.js'

// The items of https://platform.openai.com/docs/guides/async-tool-calling
const call = (id: string, name: string, isAsync: boolean) => ({
  id: `fc_${id}`,
  type: 'function_call' as const,
  status: 'completed' as const,
  call_id: id,
  name,
  arguments: '{}',
  ...(isAsync && { async: true }),
})
const text = (said: string) => ({
  id: 'msg_1',
  type: 'message' as const,
  role: 'assistant' as const,
  status: 'completed' as const,
  content: [{ type: 'output_text' as const, text: said, annotations: [], logprobs: [] }],
})
type Item = ReturnType<typeof call> | ReturnType<typeof text>

/** Creates a model of Responses that answers with the items, and keeps the input of its requests. */
function modelOf(...answers: readonly (readonly Item[])[]) {
  const inputs: JsonObject[][] = []
  const tools: unknown[] = []
  const asked = [deferred(), deferred(), deferred(), deferred()]
  const gpt = provider(openaiResponses, {
    model: 'gpt-6-sol',
    stream: false,
    send: async (request) => {
      const { input, tools: sent } = JSON.parse(JSON.stringify(request))
      inputs.push(input)
      tools.push(sent)
      asked[inputs.length - 1]?.resolve()
      const output = answers[inputs.length - 1] ?? [text('Done.')]
      return {
        id: 'resp_1',
        object: 'response',
        created_at: 1,
        status: 'completed',
        model: 'gpt-6-sol',
        output,
      }
    },
  })
  return { gpt, inputs, tools, asked }
}

const items = (input: JsonObject[] | undefined) =>
  input?.map(({ type, role, call_id }) => [type ?? role, call_id].filter(Boolean).join(' '))

const histories = ['messages', 'a stored conversation'] as const

async function source(history: (typeof histories)[number]) {
  const messages = [userMessage('Build it.')]
  if (history === 'messages') return { messages }
  return { conversation: await openConversation('c', { store: memoryConversations(), messages }) }
}

test.each(histories)('the model continues while an async call runs, over %s', async (history) => {
  const { gpt, inputs, tools, asked } = modelOf(
    [call('c1', 'build', true), call('c2', 'look', false)],
    [text('The build runs.')],
    [text('It is built.')],
  )
  const built = deferred()
  const build = defineTool({ name: 'build', async: true, execute: () => built.promise.then(() => 'built') })
  const look = defineTool({ name: 'look', execute: () => 'seen' })
  const loop = runLoop({ provider: gpt, ...(await source(history)), tools: [build, look] })
  const ended: string[] = []
  const run = (async () => {
    for await (const event of loop) if (event.type === 'completed') ended.push(event.callId)
  })()
  await asked[1]?.promise
  built.resolve()
  await run
  const { reason, messages, responses } = await loop.result
  expect(reason).toBe('answered')
  expect(tools[0]).toMatchObject([{ name: 'build', async: true }, { name: 'look' }])
  expect(inputs).toHaveLength(3)
  expect(items(inputs[1])?.slice(1)).toEqual([
    'function_call c1',
    'function_call c2',
    'function_call_output c2',
  ])
  expect(inputs[1]?.[1]).toMatchObject({ async: true })
  const last = items(inputs[2])
  expect(last?.filter((item) => item.startsWith('function_call_output')).sort()).toEqual([
    'function_call_output c1',
    'function_call_output c2',
  ])
  // The earlier items are unchanged, if the messages are in memory.
  if (history === 'messages') expect(inputs[2]?.slice(0, inputs[1]?.length)).toEqual(inputs[1])
  expect(responses).toHaveLength(3)
  expect(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-result' ? part.callId : [])),
    ),
  ).toHaveLength(2)
  expect(ended.sort()).toEqual(['c1', 'c2'])
})

test.each(histories)(
  'a result that comes while the model answers is handed in afterwards, over %s',
  async (history) => {
    const { gpt, inputs } = modelOf([call('c1', 'build', true)], [text('Thanks.')])
    const build = defineTool({ name: 'build', async: true, execute: () => 'built' })
    const { reason } = await runLoop({ provider: gpt, ...(await source(history)), tools: [build] }).result
    expect(reason).toBe('answered')
    expect(items(inputs[1])?.slice(1)).toEqual(['function_call c1', 'function_call_output c1'])
    expect(inputs).toHaveLength(2)
  },
)

test.each(histories)(
  'a loop that ends waits for its async calls and keeps their results, over %s',
  async (history) => {
    const { gpt } = modelOf([call('c1', 'build', true), call('c2', 'look', false)])
    const built = deferred()
    const build = defineTool({ name: 'build', async: true, execute: () => built.promise.then(() => 'built') })
    const look = defineTool({ name: 'look', execute: () => 'seen' })
    const loop = runLoop({ provider: gpt, ...(await source(history)), tools: [build, look], steps: 1 })
    const { result } = loop
    setImmediate(() => built.resolve())
    const { reason, messages } = await result
    expect(reason).toBe('steps')
    expect(JSON.stringify(messages)).toContain('built')
  },
)

test.each(histories)('two async calls of one answer end in any order, over %s', async (history) => {
  const { gpt, inputs, asked } = modelOf(
    [call('c1', 'build', true), call('c2', 'check', true)],
    [text('One is done.')],
    [text('Both are done.')],
  )
  const [built, checked] = [deferred(), deferred()]
  const begun: string[] = []
  const tool = (name: string, work: Promise<void>) =>
    defineTool({
      name,
      async: true,
      async execute() {
        begun.push(name)
        await work
        return `${name} ended`
      },
    })
  const tools = [tool('build', built.promise), tool('check', checked.promise)]
  const loop = runLoop({ provider: gpt, ...(await source(history)), tools })
  const { result } = loop
  checked.resolve()
  await asked[1]?.promise
  built.resolve()
  const { reason } = await result
  expect(reason).toBe('answered')
  expect(begun).toEqual(['build', 'check'])
  const outputs = inputs.map((input) =>
    items(input)
      ?.filter((item) => item.includes('output'))
      .sort(),
  )
  expect(outputs).toEqual([
    [],
    ['function_call_output c2'],
    ['function_call_output c1', 'function_call_output c2'],
  ])
})

test('a failure of an executor ends the loop', async () => {
  const { gpt } = modelOf([call('c1', 'build', true)])
  const build = defineTool({ name: 'build', async: true, execute: () => 'built' })
  const executor = {
    definitions: [build],
    handles: () => true,
    execute: () => Promise.reject(new Error('no machine')),
    subscribe: () => () => undefined,
  }
  const { createExecutor } = await import('../../src/tools/index.js')
  const whole = { ...createExecutor({ tools: [build] }), ...executor }
  const loop = runLoop({ provider: gpt, messages: [userMessage('Build it.')], executor: whole })
  await expect(loop.result).rejects.toThrow('no machine')
})

test.each(histories)('a steered loop does not wait for an async call, over %s', async (history) => {
  const { gpt, inputs, asked } = modelOf([call('c1', 'build', true)], [text('It builds.')], [text('Red.')])
  const built = deferred()
  const build = defineTool({ name: 'build', async: true, execute: () => built.promise.then(() => 'built') })
  const loop = runLoop({ provider: gpt, ...(await source(history)), tools: [build] })
  const result = loop.result
  await asked[0]?.promise
  await Promise.all([loop.steer('In red.'), loop.steer('And small.')])
  await asked[1]?.promise
  expect(items(inputs[1])).toEqual(['user', 'function_call c1', 'user', 'user'])
  built.resolve()
  expect((await result).reason).toBe('answered')
  expect(items(inputs.at(-1))).toContain('function_call_output c1')
})

test.each(histories)(
  'the call of a recorded answer is answered by a later request, over %s',
  async (history) => {
    const file = new URL('../../fixtures/openai-responses/async-call/response.json', import.meta.url)
    const { output } = JSON.parse(readFileSync(file, 'utf8'))
    const { gpt, inputs, asked } = modelOf(output, [text('It goes on.')], [text('It is built.')])
    const built = deferred()
    const parameters = { type: 'object', properties: { target: { type: 'string' } } }
    const execute = () => built.promise.then(() => 'built')
    const build = defineTool({ name: 'build', async: true, parameters, execute })
    const loop = runLoop({ provider: gpt, ...(await source(history)), tools: [build] })
    const { result } = loop
    await asked[0]?.promise
    await loop.steer('And then?')
    await asked[1]?.promise
    const callId = output[1].call_id
    expect(items(inputs[1])).toEqual(['user', 'message', `function_call ${callId}`, 'user'])
    built.resolve()
    expect((await result).reason).toBe('answered')
    expect(items(inputs[2])).toContain(`function_call_output ${callId}`)
  },
)
