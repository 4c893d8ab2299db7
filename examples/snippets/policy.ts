import {
  assistantMessage,
  defineTool,
  runTools,
  toolCall,
} from 'toolwire'
import { createPolicy } from 'toolwire/tools'
import { z } from 'zod'

const shell = defineTool({
  name: 'shell',
  parameters: z.object({ command: z.string() }),
  execute: ({ command }) => `ran ${command}`,
})
const message = assistantMessage(
  toolCall('call_1', 'shell', { command: 'git status' }),
  toolCall('call_2', 'shell', { command: 'sudo rm -rf /' }),
)

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
  default: 'ask', // all other calls need approval
})
// Executors have the same option.
const results = await runTools(message, [shell], { policy })
// #endregion
const outputs = results.map(({ output }) => output.type).join()
if (outputs !== 'text,denied') throw new Error(outputs)
