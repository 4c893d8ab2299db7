// Some servers count the ids of calls from 0 in each turn, so that a later turn repeats them.
import { describe, expect, test } from 'vitest'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { type LoopEvent, pendingApprovals, runLoop } from '../../src/chat/loop/index.js'
import { agUiSnapshot, snapshotResponse, toResponse, uiMessages } from '../../src/chat/serve/index.js'
import {
  defineTool,
  type Message,
  type ToolCall,
  toolCall,
  toolResult,
  userMessage,
} from '../../src/index.js'
import { approveCall } from '../../src/tools/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { given } from './readers.js'

const tools = [
  defineTool({
    name: 'buy',
    parameters: { type: 'object' },
    requiresApproval: true,
    execute: (input) => ({ bought: input }),
  }),
  { type: 'function' as const, name: 'show', parameters: { type: 'object' as const } },
]

/** Returns a model that buys milk, and makes another call with the same id in the next turn. */
function repeating(name: string, input: object) {
  const replies = [
    answer(null, nativeCall('c0', 'buy', { item: 'milk' })),
    answer('Done.'),
    answer(null, nativeCall('c0', name, input)),
  ]
  return scripted((_asked, turn) => replies[turn] ?? answer('Done.')).provider
}

type Chat = (
  name: string,
  input: object,
) => Promise<{
  readonly result: Awaited<ReturnType<typeof runLoop>['result']>
  readonly chat: Parameters<typeof uiMessages>[0]
}>

const inMessages: Chat = async (name, input) => {
  const provider = repeating(name, input)
  let messages: readonly Message[] = [userMessage('Buy milk.')]
  const run = async () => {
    const approvals = pendingApprovals(messages).map((request) => approveCall(request))
    const result = await runLoop({ provider, messages, tools, approvals }).result
    messages = result.messages
    return result
  }
  await run()
  await run()
  messages = [...messages, userMessage('And now?')]
  const result = await run()
  return { result, chat: messages }
}

const inStore: Chat = async (name, input) => {
  const provider = repeating(name, input)
  const conversation = await openConversation('c', { store: memoryConversations() })
  const run = () => runLoop({ provider, conversation, tools }).result
  await conversation.say('Buy milk.')
  await run()
  await conversation.approve('c0')
  await run()
  await conversation.say('And now?')
  const result = await run()
  return { result, chat: conversation }
}

/** Returns the states of the calls of `useChat`, with their outputs. */
async function statesOf(chat: Parameters<typeof uiMessages>[0]) {
  const parts = (await uiMessages(chat)).flatMap((message) => message.parts)
  return parts.flatMap(({ toolCallId, state, output }) => (toolCallId === 'c0' ? [[state, output]] : []))
}

describe.each<[string, Chat]>([
  ['messages', inMessages],
  ['a stored conversation', inStore],
])('a later turn of %s that repeats the id of an approved call', (_history, chatOf) => {
  const bought = ['output-available', { bought: { item: 'milk' } }]

  test('waits for approval of its own call', async () => {
    const { result, chat } = await chatOf('buy', { item: 'bread' })
    expect(result).toMatchObject({ reason: 'approval', approvals: [{ arguments: { item: 'bread' } }] })
    expect(await statesOf(chat)).toEqual([bought, ['approval-requested', undefined]])
    const { interrupts } = agUiSnapshot(chat)
    expect(interrupts.map(({ metadata }) => metadata.arguments)).toEqual([{ item: 'bread' }])
  })

  test('waits for the client', async () => {
    const { result, chat } = await chatOf('show', {})
    expect(result).toMatchObject({ reason: 'client', approvals: [] })
    expect(await statesOf(chat)).toEqual([bought, ['input-available', undefined]])
    expect(await snapshotResponse(chat).text()).toContain('"pendingToolCallIds":["c0"]')
  })
})

test('a call waits, although a live session approved and lost an earlier one with its id', async () => {
  const conversation = await openConversation('c', { store: memoryConversations() })
  await conversation.say('Buy milk and bread.')
  const drive = await conversation.drive()
  drive.use()
  const ids = ['first', 'second']
  for (const [index, id] of ids.entries()) {
    const turn = index + 1
    const call = toolCall('c0', 'buy', { item: id })
    const message: Message = { role: 'assistant', parts: [call] }
    await drive.answered({ message, finish: { reason: 'tool-calls' } })
    await drive.wait(call, { id, callId: 'c0', name: 'buy', arguments: { item: id } }, turn)
    if (index > 0) continue
    await conversation.approve(id)
    await drive.begin(call, turn)
  }
  await drive.release()
  await conversation.refresh()
  expect(conversation.calls.map(({ state }) => state)).toEqual(['unknown', 'waiting'])
  expect(agUiSnapshot(conversation).interrupts.map(({ id }) => id)).toEqual(['second'])
})

/** Returns the events of a step with a call, whose result is reported by an event or only at the end of the step. */
function stepWith(step: number, call: ToolCall, isReported: boolean): LoopEvent[] {
  const result = toolResult(call, `result ${step}`)
  const about = { callId: call.id, name: call.name, sequence: 1, time: 1 }
  const completed: LoopEvent = { type: 'completed', ...about, result, duration: 1, success: true }
  return [
    { type: 'step-start', step },
    { type: 'tool-call', call },
    { type: 'finish', finish: { reason: 'tool-calls' } },
    ...(isReported ? [completed] : []),
    { type: 'step-finish', step, results: [result] },
  ]
}

test.each([
  ['ui', 'tool-output-available'],
  ['ag-ui', 'TOOL_CALL_RESULT'],
] as const)('each step of a run has its result in a stream for %s, also if ids repeat', async (as, type) => {
  for (const reported of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ]) {
    const events = reported.flatMap((isReported, index) =>
      stepWith(index + 1, toolCall('c0', 'look', { index }), isReported),
    )
    const text = await toResponse(given(events), { as }).text()
    const results = text.split('\n').filter((line) => line.includes(`"type":"${type}"`))
    expect(results.map((line) => /result \d/.exec(line)?.[0])).toEqual(['result 1', 'result 2'])
  }
})
