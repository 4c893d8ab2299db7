import { jsonrepair } from 'jsonrepair'
import { checkCalls, defineTool, toolMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { z } from 'zod'

const weather = defineTool({
  name: 'weather',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => `Rain in ${city}`,
})
const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: "{city: 'Oslo'}" },
}
const { message } = openaiChat.decodeResponse({
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: null, tool_calls: [call] },
      finish_reason: 'tool_calls',
    },
  ],
}).value
// #region shown
const { calls, notices } = await checkCalls(message, [weather], {
  repairJson: jsonrepair,
})
for (const { call, fits, repaired } of calls)
  console.log(call.name, fits, repaired) // weather true true
console.log(notices.map(({ code }) => code)) // ['arguments-repaired']
// Error results for the calls that do not fit.
const results = calls.flatMap(({ result }) => result ?? [])
// #endregion
console.log(toolMessage(results).parts.length)
