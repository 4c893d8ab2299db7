import { toolCall } from 'toolwire'
import { createExecutor, createToolEvents } from 'toolwire/tools'
import { weather } from './weather.js'

const calls = [toolCall('call_1', 'weather', { city: 'Oslo' })]
const sent: string[] = []
const send = async (text: string) => {
  sent.push(text)
}

// #region shown
const events = createToolEvents()
const executor = createExecutor({ tools: [weather], events })

events.subscribe(({ type, callId }) => console.log(type, callId))
// Sent one after another. The run does not wait.
events.subscribe((event) => send(JSON.stringify(event)))

const over = new AbortController()
const watching = (async () => {
  for await (const event of events.stream({ signal: over.signal }))
    if (event.type === 'output-chunk') console.log(event.chunk)
})()
await executor.execute(calls)
over.abort()
await Promise.all([watching, events.flush()])
// #endregion
if (sent.length < 2)
  throw new Error(`only ${sent.length} events were told`)
