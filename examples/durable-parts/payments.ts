import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, type Provider, provider } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

/** The bills that each turn pays, in parallel. */
const BILLS = [['rent'], ['power', 'water']]
const PARAMETERS = {
  type: 'object',
  properties: { bill: { type: 'string' } },
  required: ['bill'],
} as const
export const QUESTION = 'Pay my bills.'

/** A scripted model and its tool. */
export interface Payments {
  readonly provider: Provider
  readonly tools: readonly [ReturnType<typeof payTool>]
}

/**
 * Returns a model that pays one bill in its first turn and two in its second turn, and then answers.
 * Each request adds a line to `requests.txt`, each payment to `effects.txt`.
 * @param fatalTurn kills this process during the request of this turn.
 */
export function payments(folder: string, fatalTurn?: number): Payments {
  return { provider: scripted(folder, fatalTurn), tools: [payTool(folder)] }
}

function payTool(folder: string) {
  return defineTool({
    name: 'pay',
    parameters: PARAMETERS,
    execute: async ({ bill }) => {
      // Parallel calls end in another order than they begin.
      if (bill === 'power') await sleep(100)
      appendFileSync(join(folder, 'effects.txt'), `${bill}\n`)
      return { paid: bill }
    },
  })
}

function scripted(folder: string, fatalTurn: number | undefined): Provider {
  return provider(openaiChat, {
    model: 'gpt-5.4',
    stream: false,
    send: async ({ messages }) => {
      const turn = messages.filter(({ role }) => role === 'assistant').length + 1
      appendFileSync(join(folder, 'requests.txt'), `turn ${turn}\n`)
      if (turn === fatalTurn) process.kill(process.pid, 'SIGKILL')
      return completion(BILLS[turn - 1] ?? [])
    },
  })
}

function completion(bills: readonly string[]) {
  const calls = bills.map((bill) => ({
    id: `call_${bill}`,
    type: 'function' as const,
    function: { name: 'pay', arguments: JSON.stringify({ bill }) },
  }))
  const isLast = calls.length === 0
  const message = {
    role: 'assistant' as const,
    content: isLast ? 'All bills are paid.' : null,
    refusal: null,
    ...(!isLast && { tool_calls: calls }),
  }
  const finish_reason = isLast ? ('stop' as const) : ('tool_calls' as const)
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion' as const,
    created: 1,
    model: 'gpt-5.4',
    choices: [{ index: 0, logprobs: null, message, finish_reason }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  }
}
