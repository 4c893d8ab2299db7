import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LoopEvent, pendingApprovals, runLoop } from '../../src/chat/loop/index.js'
import { defineTool, encodeConversation, type Message, pendingCalls, userMessage } from '../../src/index.js'
import { approveCall, denyCall } from '../../src/tools/index.js'
import { adapters } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { answer, nativeCall, scripted } from './scripted.js'

const TOOLS = ['look', 'buy', 'fail', 'wait'] as const
/** The tools that the model calls in each turn. After the last turn it answers. */
const turns = fc.array(fc.array(fc.constantFrom(...TOOLS), { minLength: 1, maxLength: 3 }), { maxLength: 4 })
/** The early end of each run: after some events, by an abort after some events, or not at all. */
const runs = fc.array(
  fc.record({
    events: fc.nat({ max: 30 }),
    how: fc.constantFrom('leave', 'abort', 'steps', 'none'),
    answers: fc.array(fc.constantFrom('approve', 'deny', 'none'), { minLength: 4, maxLength: 4 }),
  }),
  { maxLength: 5 },
)

interface World {
  readonly ran: string[]
  messages: Message[]
}

function toolsOf({ ran }: World) {
  const execute = async (
    _input: unknown,
    { call }: { readonly call: { readonly id: string; readonly name: string } },
  ) => {
    ran.push(call.id)
    await Promise.resolve()
    if (call.name === 'fail') throw new Error('failed')
    return 'done'
  }
  return TOOLS.map((name) =>
    defineTool({ name, requiresApproval: name === 'buy' || name === 'wait', execute }),
  )
}

/**
 * Creates a scripted model. Its answer depends only on the conversation, so a repeated request gets the same
 * answer.
 */
function modelOf(script: readonly (readonly string[])[]) {
  return scripted(({ messages }) => {
    const turn = messages.filter(({ role }) => role === 'assistant').length
    const names = script[turn]
    if (names === undefined) return answer('Done.')
    return answer(null, ...names.map((name, index) => nativeCall(`c${turn}-${index}`, name)))
  }).provider
}

interface Run {
  readonly events: number
  readonly how: 'leave' | 'abort' | 'steps' | 'none'
  readonly answers: readonly ('approve' | 'deny' | 'none')[]
}

/** Simulates one process: reads the stored messages, runs, and stores the final messages of the loop. */
async function runOnce(
  world: World,
  script: readonly (readonly string[])[],
  { events: most, how, answers }: Run,
) {
  const messages: Message[] = JSON.parse(JSON.stringify(world.messages))
  const approvals = pendingApprovals(messages).flatMap((request, index) => {
    const given = answers[index % answers.length]
    if (given === 'none') return []
    return given === 'approve' ? approveCall(request) : denyCall(request)
  })
  const abort = new AbortController()
  const loop = runLoop({
    provider: modelOf(script),
    messages,
    tools: toolsOf(world),
    approvals,
    signal: abort.signal,
    ...(how === 'steps' && { steps: 1 }),
  })
  const events: LoopEvent[] = []
  for await (const event of loop) {
    events.push(event)
    if (events.length > most && how === 'abort') abort.abort()
    if (events.length > most && how === 'leave') break
  }
  const result = await loop.result
  world.messages = [...result.messages]
  if (how !== 'leave') expect(events.at(-1)).toMatchObject({ type: 'loop-finish', reason: result.reason })
  return { result, denied: approvals.filter(({ decision }) => decision.type === 'deny') }
}

/** Counts the final results of each call. */
function finalResults(messages: readonly Message[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const part of messages.flatMap(({ parts }) => parts))
    if (part.type === 'tool-result' && part.preliminary !== true)
      counts.set(part.callId, (counts.get(part.callId) ?? 0) + 1)
  return counts
}

function expectWhole({ messages, ran }: World): void {
  expect(new Set(ran).size, 'no call runs twice').toBe(ran.length)
  const results = finalResults(messages)
  expect([...results.values()].every((count) => count === 1)).toBe(true)
  const open = pendingCalls(messages).map(({ id }) => id)
  for (const id of ran) expect(results.has(id), `${id} has its result`).toBe(true)
  for (const part of messages.flatMap(({ parts }) => parts))
    if (part.type === 'tool-call') expect(results.has(part.id) !== open.includes(part.id)).toBe(true)
}

test('a loop that ends at any point and continues in another process runs each call once, and answers each', async () => {
  const property = fc.asyncProperty(turns, runs, async (script, cuts) => {
    const world: World = { ran: [], messages: [userMessage('Go.')] }
    const refused = new Set<string>()
    for (const cut of cuts) {
      const { denied } = await runOnce(world, script, cut)
      // A run that ended before its calls has not used an answer.
      const answered = finalResults(world.messages)
      for (const { request } of denied) if (answered.has(request.callId)) refused.add(request.callId)
      expectWhole(world)
    }
    const approve: Run = { events: 0, how: 'none', answers: ['approve'] }
    for (let rest = 0; rest <= script.length; rest += 1) await runOnce(world, script, approve)
    expectWhole(world)
    expect(world.messages.at(-1)?.parts).toMatchObject([{ type: 'text', text: 'Done.' }])
    expect(world.ran.filter((id) => refused.has(id))).toEqual([])
    for (const { adapter: to } of adapters) {
      const options = { to, model: 'm', maxOutputTokens: 10 }
      expect(() => encodeConversation({ messages: world.messages }, options)).not.toThrow()
    }
  })
  await fc.assert(property, tries(600))
})
