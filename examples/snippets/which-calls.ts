import { defineTool, toolCall } from 'toolwire'
import {
  type ApprovalRequest,
  approveCall,
  createExecutor,
  createPolicy,
} from 'toolwire/tools'
import { z } from 'zod'

const kept = new Map<string, string>()
const call = toolCall('call_1', 'shell', { command: 'git push' })
const shell = defineTool({
  name: 'shell',
  parameters: z.object({ command: z.string() }),
  execute: ({ command }) => `ran ${command}`,
})

// #region shown
const policy = createPolicy({
  rules: [
    {
      tool: 'shell',
      input: '*sudo*',
      action: 'deny',
      reason: 'Nothing runs as root.',
    },
    {
      tool: 'shell',
      input: { command: ['git status', 'git diff'] },
      action: 'allow',
    },
    { tool: ['read_*', 'list_*'], action: 'allow' },
  ],
  default: 'ask',
})
const makeExecutor = () =>
  createExecutor({
    tools: [shell],
    policy,
    context: { conversationId: 'c-17' },
  })

// `git push` needs approval. Store the request until it is answered.
const { waiting } = await makeExecutor().settle([call])
for (const request of waiting)
  kept.set(request.callId, JSON.stringify(request))

// Later, perhaps in another process, the user approves a dry run.
const request: ApprovalRequest = JSON.parse(kept.get(call.id) ?? '')
const approval = approveCall(request, {
  arguments: { command: 'git push --dry-run' },
})
const [result] = await makeExecutor().execute([call], {
  approvals: [approval],
})
// #endregion
if (
  JSON.stringify(result?.output) !==
  '{"type":"text","value":"ran git push --dry-run"}'
)
  throw new Error(JSON.stringify(result))
