import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { provider as modelOf, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { runLoop } from 'toolwire/loop'
import { openTelemetry } from 'toolwire/tools'
import { weather } from './weather.js'

const exporter = new InMemorySpanExporter()
api.context.setGlobalContextManager(
  new AsyncLocalStorageContextManager(),
)
api.trace.setGlobalTracerProvider(
  new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  }),
)
const call = {
  id: 'call_1',
  type: 'function' as const,
  function: { name: 'weather', arguments: '{"city":"Oslo"}' },
}
let turns = 0
const gpt = modelOf(openaiChat, {
  model: 'gpt-5.4',
  stream: false,
  send: async () => {
    turns += 1
    const isCall = turns === 1
    return {
      id: `chatcmpl-${turns}`,
      object: 'chat.completion',
      created: 1,
      model: 'gpt-5.4',
      choices: [
        {
          index: 0,
          logprobs: null,
          finish_reason: isCall ? 'tool_calls' : 'stop',
          message: {
            role: 'assistant',
            refusal: null,
            content: isCall ? null : 'Take an umbrella.',
            ...(isCall && { tool_calls: [call] }),
          },
        },
      ],
    }
  },
})

// #region shown
const loop = runLoop({
  provider: gpt,
  messages: [userMessage('Do I need an umbrella in Oslo?')],
  tools: [weather],
  telemetry: openTelemetry(api),
})
await loop.result
// spans `chat gpt-5.4`, `execute_tool weather`, `chat gpt-5.4`
// #endregion
const names = exporter.getFinishedSpans().map(({ name }) => name)
if (String(names) !== 'chat gpt-5.4,execute_tool weather,chat gpt-5.4')
  throw new Error(`the spans are ${names}`)
