import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openSession } from '../../src/chat/session/index.js'
import {
  defineTool,
  type Message,
  pendingCalls,
  type ToolCall,
  type ToolResult,
  userMessage,
} from '../../src/index.js'
import { approveCall, denyCall } from '../../src/tools/index.js'
import { tries } from '../support/cases.js'
import { sessionWire, settled } from '../support/plain-session.js'
import { newLedger, ScriptedServer, type TurnPlan } from './scripted-server.js'

const STEPS = [
  ...['tell', 'tell', 'tell', 'tell', 'hear', 'hear', 'begin', 'end', 'end', 'interrupt', 'cancel'],
  ...['drop', 'run', 'run', 'approve', 'deny', 'send', 'respond', 'stop', 'rest', 'rest'],
] as const
type Step = (typeof STEPS)[number]
const RECONNECT = 3

const plan: fc.Arbitrary<TurnPlan> = fc.record({
  calls: fc.array(
    fc.record({
      tool: fc.constantFrom('slow', 'slow', 'fast', 'asked', 'unknown'),
      isWhole: fc.constantFrom(true, true, true, false),
    }),
    { maxLength: 3 },
  ),
})

/** A session and its servers, one for each connection. Steps of both sides are run in any order. */
class Play {
  readonly ledger = newLedger()
  readonly servers: ScriptedServer[] = []
  /** The number of runs of each call. */
  readonly runs = new Map<string, number>()
  readonly #ends: (() => void)[] = []
  readonly #plans: TurnPlan[]
  wanted = 0
  isStopped = false
  readonly session
  readonly failure: Promise<unknown>

  constructor(plans: readonly TurnPlan[]) {
    this.#plans = [...plans]
    const parameters = z.object({})
    const execute = (_input: unknown, { call }: { readonly call: ToolCall }) => this.#run(call)
    const slow = defineTool({ name: 'slow', description: 'Waits', parameters, execute })
    const asked = defineTool({
      name: 'asked',
      description: 'Is asked for',
      parameters,
      requiresApproval: true,
      execute,
    })
    const fast = defineTool({
      name: 'fast',
      description: 'Is done at once',
      parameters,
      execute: (_input, { call }) => {
        this.#count(call)
        return 'done'
      },
    })
    this.session = openSession(sessionWire(), {
      tools: [slow, asked, fast],
      reconnect: RECONNECT,
      socket: () => {
        const server = new ScriptedServer(this.ledger, () => this.#plans.shift() ?? { calls: [] })
        this.servers.push(server)
        queueMicrotask(() => {
          server.socket.open()
          server.ready()
        })
        return server.socket
      },
    })
    const { session } = this
    this.failure = (async () => {
      try {
        for await (const _event of session);
      } catch (error) {
        return error
      }
    })()
  }

  get server(): ScriptedServer | undefined {
    return this.servers.at(-1)
  }

  step(step: Step): void | Promise<void> {
    const { server, session } = this
    switch (step) {
      case 'tell':
      case 'hear':
      case 'begin':
      case 'end':
      case 'interrupt':
      case 'cancel':
        return server?.[step]()
      case 'drop':
        return this.servers.length > RECONNECT ? undefined : server?.drop()
      case 'run':
        return this.#ends.shift()?.()
      case 'approve':
      case 'deny': {
        const [request] = session.approvals
        if (request !== undefined) session.approve(step === 'deny' ? denyCall(request) : approveCall(request))
        return
      }
      case 'send':
        return session.send(userMessage('And?'))
      case 'respond':
        this.wanted += 1
        return session.respond()
      case 'stop':
        this.isStopped = true
        return session.cancel()
      case 'rest':
        return settled()
    }
  }

  /** Runs everything to its end. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      const { session, server } = this
      if (server?.isIdle !== true || this.#ends.length + session.approvals.length > 0) quiet = 0
      for (const end of this.#ends.splice(0)) end()
      for (const request of session.approvals) session.approve(approveCall(request))
      await settled()
      server?.end()
      for (let count = 0; count < 10; count += 1) {
        server?.hear()
        server?.tell()
      }
    }
  }

  #run(call: ToolCall): Promise<string> {
    this.#count(call)
    return new Promise((resolve) => {
      this.#ends.push(() => resolve('done'))
    })
  }

  #count({ id }: ToolCall): void {
    this.runs.set(id, (this.runs.get(id) ?? 0) + 1)
  }
}

function partsOf<Type extends 'tool-call' | 'tool-result'>(messages: readonly Message[], type: Type) {
  return messages
    .flatMap(({ parts }) => parts)
    .filter((part): part is Extract<ToolCall | ToolResult, { type: Type }> => part.type === type)
}

test('in any order of events, each call is run once and answered once, and the model is asked once for each turn', async () => {
  const steps = fc.array(fc.constantFrom(...STEPS), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, fc.array(plan, { maxLength: 8 }), async (given, plans) => {
      const play = new Play(plans)
      await settled()
      for (const step of given) await play.step(step)
      await play.settle()
      judge(play)
      play.session.close()
      expect(await play.failure).toBeUndefined()
    }),
    tries(1000),
  )
})

function answeredIn(messages: readonly Message[]): number {
  return new Set(partsOf(messages, 'tool-result').map(({ callId }) => callId)).size
}

function judge({ ledger, runs, session, wanted, isStopped, servers }: Play): void {
  expect(ledger.wrong).toEqual([])
  expect([...runs].filter(([, count]) => count > 1)).toEqual([])
  const { messages } = session
  const calls = partsOf(messages, 'tool-call').map(({ id }) => id)
  const results = partsOf(messages, 'tool-result').map(({ callId }) => callId)
  expect(new Set(calls).size).toBe(calls.length)
  // Each call has its result, directly after its turn.
  expect([...results].sort()).toEqual([...calls].sort())
  expect(pendingCalls(messages)).toEqual([])
  // Every announced call is answered, or its result is in the conversation that opened the next connection.
  const lost = [...ledger.told].filter((id) => !ledger.answered.includes(id) && !ledger.cancelled.has(id))
  const opened = servers.flatMap(({ opening }) => partsOf(opening, 'tool-result').map(({ callId }) => callId))
  expect(lost.filter((id) => !opened.includes(id))).toEqual([])
  for (const { opening } of servers) expect(answeredIn(opening)).toEqual(partsOf(opening, 'tool-call').length)
  for (const id of ledger.told) expect(calls).toContain(id)
  // The model has continued after the last results, unless it was stopped or the results are void.
  const last = messages.at(-1)
  const isVoid = partsOf(messages.slice(-1), 'tool-result').some(({ callId }) => ledger.void.has(callId))
  if (!isStopped && !isVoid) expect(last?.role).not.toBe('tool')
  const turnsWithCalls = messages.filter(({ role }) => role === 'tool').length
  expect(ledger.responds).toBeLessThanOrEqual(turnsWithCalls + wanted + 2 * (servers.length - 1))
}
