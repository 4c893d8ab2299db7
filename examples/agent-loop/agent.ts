// One process of the conversation: reads it from its folder, continues it, and ends when it is complete or a
// call needs approval: `node agent.js FOLDER APPROVE [REDIS-PORT WORKER]`. It is started by main.ts, and
// again after each end for an approval.
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { pendingCalls, toolMessage, userMessage } from 'toolwire'
import { createQueueExecutor } from 'toolwire/bullmq'
import {
  type Approval,
  type ApprovalRequest,
  approveCall,
  composeExecutors,
  createExecutor,
  createPolicy,
  createToolContext,
  denyCall,
  mcpTools,
  type ToolEvent,
} from 'toolwire/tools'
import { plotCourse, QUEUE } from './course.js'
import { openModels } from './models.js'
import { openNetwork } from './support/network.js'
import * as print from './support/print.js'
import { fileState, readTalk, writeTalk } from './talk.js'
import { charter, forecast, logbook } from './tools.js'

const [folder = '.', approve = 'yes', redisPort, worker] = process.argv.slice(2)
const talk = readTalk(folder)
talk.processes.push(process.pid)
print.processBegins(talk)

// The models: another one at every turn.
const network = await openNetwork()
const models = openModels(network.fetch, print.notice)

// The tools: local ones, those of an MCP server, and one that a worker runs, if there is a queue.
const harbour = new Client({ name: 'agent-loop', version: '1.0.0' })
const command = fileURLToPath(new URL('./harbour.js', import.meta.url))
await harbour.connect(new StdioClientTransport({ command: process.execPath, args: [command] }))
const harbourTools = await mcpTools(harbour, { trustsHints: true })

const context = createToolContext({ conversationId: 'voyage', state: fileState(folder) })
const queue = redisPort === undefined ? undefined : { host: '127.0.0.1', port: Number(redisPort) }
const remote = queue && createQueueExecutor({ queue: QUEUE, connection: queue, tools: [plotCourse], context })
const policy = createPolicy({
  rules: [{ tool: 'charter', action: 'ask', reason: 'It costs money.' }],
  default: 'allow',
})
const tools = [forecast, logbook, charter, ...harbourTools, ...(remote ? [] : [plotCourse])]
const local = createExecutor({ tools, policy, context, timeout: 30_000 })
const executor = remote ? composeExecutors(local, remote) : local

// The display and the statistics are based on these events.
executor.subscribe((event) => {
  print.toolEvent(event, placeOf(event))
  if (event.type === 'completed' || event.type === 'failed' || event.type === 'denied') {
    const milliseconds = 'duration' in event ? event.duration : 0
    talk.done.push({ name: event.name, ending: event.type, place: placeOf(event), milliseconds })
  }
})

// The loop: request an answer of the next model and run its calls, until an answer has no calls or a call has
// to wait.
const { messages } = talk
if (messages.length === 0)
  say('Four of us want to sail to Utsira on Saturday, and be home before dark. Can we?')
let approvals = await approvalsFor(talk.waiting)
do {
  if (pendingCalls(messages).length === 0) await askModel()
  const { results, waiting } = await executor.settle(pendingCalls(messages), { approvals })
  if (results.length > 0) messages.push(toolMessage(results))
  talk.waiting = waiting
  approvals = []
  await executor.flush()
  writeTalk(folder, talk)
} while (talk.waiting.length === 0 && messages.at(-1)?.role === 'tool')

print.processEnds(talk)
await remote?.close()
await harbour.close()
await network.close()

function say(text: string): void {
  print.question(text)
  messages.push(userMessage(text))
}

async function askModel(): Promise<void> {
  const model = models[talk.speakers.length % models.length]
  if (model === undefined) throw new Error('There is no model.')
  print.turnBegins(talk.speakers.push(model.name), model)
  const turn = model.provider.turn({ messages, tools: executor.definitions })
  for await (const event of turn) {
    executor.observe(event)
    print.modelSays(event)
  }
  messages.push((await turn.response).message)
}

/** Returns a person's decisions about the requests that the previous process left open. */
async function approvalsFor(requests: readonly ApprovalRequest[]): Promise<Approval[]> {
  const answered: Approval[] = []
  for (const request of requests) {
    const isAllowed = await print.askApproval(request, approve)
    answered.push(isAllowed ? approveCall(request) : denyCall(request, 'Too dear.'))
  }
  return answered
}

function placeOf({ name }: ToolEvent): string {
  const origin = harbourTools.find((tool) => tool.name === name)?.origin
  if (origin !== undefined) return `MCP server ${origin}`
  return remote?.definitions.some((tool) => tool.name === name)
    ? `worker ${worker}`
    : `process ${process.pid}`
}
