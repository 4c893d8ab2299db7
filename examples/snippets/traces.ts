import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { toolCall } from 'toolwire'
import { createExecutor, openTelemetry } from 'toolwire/tools'
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
const calls = [toolCall('call_1', 'weather', { city: 'Oslo' })]

// #region shown
const executor = createExecutor({
  tools: [weather],
  telemetry: openTelemetry(api),
})
await executor.execute(calls) // a span `execute_tool weather`
// #endregion
if (exporter.getFinishedSpans()[0]?.name !== 'execute_tool weather')
  throw new Error('there is no span')
