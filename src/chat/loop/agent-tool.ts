import { AdapterError } from '../../base/json/adapter-error.js'
import { toolResult, userMessage } from '../../base/model/create.js'
import { expectGiven } from '../../base/model/expect.js'
import type { Message, ToolResult } from '../../base/model/types.js'
import type { ToolRun } from '../../tools/context/context-types.js'
import { defineTool, type JsonSchema, type Tool, type ToolOptions } from '../../tools/define-tool.js'
import { ToolError } from '../../tools/errors/tool-error.js'
import { WaitingCall } from '../../tools/executor/waiting-call.js'
import type { OutputOf, StandardSchema } from '../../tools/standard-schema.js'
import { CONVERSATION } from '../conversation/conversation-extension.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import type { LoopResult, LoopSettings } from './loop-types.js'
import { runLoop } from './run-loop.js'
import { spendingData } from './spending.js'

/** Options of `agentTool`. */
export interface AgentToolOptions<Schema extends StandardSchema | JsonSchema>
  extends Pick<ToolOptions<Schema>, 'name' | 'description' | 'parameters'> {
  /** Returns the first message of the sub-agent: the text or the messages of its task. */
  task(input: OutputOf<Schema>): string | readonly Message[]
  /** The options of the sub-agent's loop. The loop gets the `signal` of the call. */
  readonly agent: Omit<LoopSettings, 'signal' | 'approvals'>
}

/**
 * Defines a tool whose calls are tasks for another agent. In a stored conversation each task is a
 * separate conversation in the same store: after a crash it continues from its record. When a call of the
 * sub-agent waits for approval, the call of its parent waits with the same request. Its answers count for the budget of the parent, once the
 * call has its result.
 * @returns a tool that is `retryable`, because a task that began goes on instead of beginning again.
 * @example
 * const research = agentTool({
 *   name: 'research',
 *   parameters: z.object({ topic: z.string() }),
 *   task: ({ topic }) => `Research this: ${topic}`,
 *   agent: { provider: claude, tools: [search] },
 * })
 */
export function agentTool<Schema extends StandardSchema | JsonSchema = JsonSchema>(
  options: AgentToolOptions<Schema>,
): Tool<OutputOf<Schema>> {
  expectGiven(options, ['agentTool needs options', 'agentTool({ name, task, agent })'])
  const { task, agent, ...definition } = options
  if (typeof task !== 'function' || typeof agent?.provider?.turn !== 'function')
    throw new AdapterError(
      'missing-field',
      '/agent',
      'agentTool needs `task`, a function, and `agent` with a `provider`',
    )
  return defineTool<Schema, Promise<ToolResult>>({
    ...definition,
    retryable: true,
    execute: async (input, run) => {
      const said = task(input)
      const messages = typeof said === 'string' ? [userMessage(said)] : said
      const parent = run.extension(CONVERSATION)
      const settings = { ...agent, signal: run.signal }
      const source =
        parent === undefined ? { messages } : { conversation: await childOf(parent, run, messages) }
      return answerOf(await runLoop({ ...settings, ...source }).result, run)
    },
  })
}

/** Opens the conversation of the task, with the person's answers to its requests. */
async function childOf(
  parent: StoredConversation,
  { call, idempotencyKey = call.id }: ToolRun,
  messages: readonly Message[],
): Promise<StoredConversation> {
  const child = await parent.child(idempotencyKey)
  for (const [index, message] of messages.entries()) await child.say(message, `task ${index}`)
  const approval = parent.calls.find((known) => known.call.id === call.id)?.approval
  const request = child.approvals.find(({ id }) => id === approval?.request.id)
  if (approval === undefined || request === undefined) return child
  const { decision, expires } = approval
  if (decision.type === 'approve') await child.approve(request.id, { arguments: decision.arguments, expires })
  else if (decision.type === 'deny') await child.deny(request.id, decision.reason)
  return child
}

/**
 * Returns the text of the last answer, with the spending of the sub-agent.
 * @throws WaitingCall if a call of the sub-agent waits for approval; ToolError if it did not answer.
 */
function answerOf(
  { reason, approvals, messages, outcome, spending }: LoopResult<unknown>,
  { call }: ToolRun,
): ToolResult {
  const [request] = approvals
  if (reason === 'approval' && request !== undefined) throw new WaitingCall(request)
  const text =
    messages
      .at(-1)
      ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
      .join('') ?? ''
  const metadata = spendingData(spending)
  if (reason === 'answered') return { ...toolResult(call, text), metadata }
  const end = outcome === undefined ? reason : `${reason}, ${outcome}`
  throw new ToolError(
    `The sub-agent did not finish its task: it ended with ${end}.${text === '' ? '' : ` Its last answer: ${text}`}`,
    { metadata },
  )
}
