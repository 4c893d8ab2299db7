import { expect, test } from 'vitest'
import { toolCall, userMessage } from '../../src/base/model/create.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { defineTextTool, defineTool, type RunnableTool, runTools } from '../../src/index.js'
import { checkCalls } from '../../src/tools/check-calls.js'
import { createExecutor, mcpTools } from '../../src/tools/index.js'
import { answer, scripted } from '../loop/scripted.js'

const pay = defineTool({ name: 'pay', execute: () => 'paid here' })
const message = { role: 'assistant' as const, parts: [toolCall('call_1', 'pay', {})] }

const { provider: PROVIDER } = scripted(() => answer('Done.'))

function server(name: string, ...names: readonly string[]) {
  return {
    getServerVersion: () => ({ name }),
    listTools: async () => ({
      tools: names.map((tool) => ({ name: tool, inputSchema: { type: 'object' } })),
    }),
    callTool: async () => ({ content: [{ type: 'text', text: `paid by ${name}` }] }),
  }
}

async function clash(): Promise<readonly RunnableTool[]> {
  return [pay, ...(await mcpTools(server('shop', 'pay')))]
}

const NAMED = /two tools have the name "pay", one of this program and one of "shop".*\/tools\/1/

test('a tool of a server with the name of another tool is an error that names both', async () => {
  const tools = await clash()
  expect(() => createExecutor({ tools })).toThrow(NAMED)
  expect(() => runTools(message, tools)).toThrow(NAMED)
  expect(() => runLoop({ provider: PROVIDER, messages: [userMessage('Pay')], tools })).toThrow(NAMED)
  await expect(checkCalls(message, tools)).rejects.toThrow(NAMED)
})

test('tools of two servers with one name are an error that names both servers', async () => {
  const tools = [...(await mcpTools(server('shop', 'pay'))), ...(await mcpTools(server('bank', 'pay')))]
  expect(() => createExecutor({ tools })).toThrow('one of "shop" and one of "bank"')
})

test('a prefix keeps both tools', async () => {
  const tools = [pay, ...(await mcpTools(server('shop', 'pay'), { prefix: 'shop_' }))]
  const parts = [toolCall('call_1', 'pay', {}), toolCall('call_2', 'shop_pay', {})]
  const results = await runTools({ role: 'assistant', parts }, tools)
  expect(results.map(({ output }) => output)).toMatchObject([
    { value: 'paid here' },
    { value: 'paid by shop' },
  ])
})

test('a namespace keeps both tools', async () => {
  const other = defineTextTool({ name: 'pay', namespace: { name: 'bank' }, execute: () => 'paid by bank' })
  const call = { ...toolCall('call_2', 'pay', {}), namespace: 'bank' }
  const executor = createExecutor({ tools: [pay, other] })
  expect(executor.definitions).toHaveLength(2)
  const [one] = await runTools(message, [pay, other])
  expect(one?.output).toMatchObject({ value: 'paid here' })
  expect(executor.handles(call)).toBe(true)
})

test('a tool that is listed twice is one tool', async () => {
  const [result] = await runTools(message, [pay, pay])
  expect(result?.output).toMatchObject({ value: 'paid here' })
})

test('a list that gets a second tool of a name keeps the previous tools, with a warning', async () => {
  const warnings: unknown[] = []
  let tools: readonly RunnableTool[] = [pay]
  const executor = createExecutor({ tools: () => tools, onWarning: ({ cause }) => void warnings.push(cause) })
  await executor.execute([])
  tools = await clash()
  const [result] = await executor.execute(message.parts)
  expect(result?.output).toMatchObject({ value: 'paid here' })
  expect(String(warnings[0])).toMatch(NAMED)
})

test('tools of a loop and of its executor may not share a name with different origins', async () => {
  const executor = createExecutor({ tools: await mcpTools(server('shop', 'pay')) })
  const { result } = runLoop({
    provider: PROVIDER,
    messages: [userMessage('Pay.')],
    tools: [pay],
    executor,
  })
  await expect(result).rejects.toThrow('two tools have the name "pay"')
})

test('an item that is not a tool is an error at its place', () => {
  for (const item of [null, 5, {}]) {
    const tools: RunnableTool[] = JSON.parse(JSON.stringify([{ type: 'function', name: 'pay' }, item]))
    const error = expect.objectContaining({ code: 'wrong-type', path: '/tools/1' })
    expect(() => createExecutor({ tools })).toThrow(error)
    expect(() => runTools(message, tools)).toThrow(error)
    expect(() => runLoop({ provider: PROVIDER, messages: [userMessage('Pay')], tools })).toThrow(error)
  }
})
