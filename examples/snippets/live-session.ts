import { defineTool, userMessage } from 'toolwire'
import { openSession } from 'toolwire/session'
import { approveCall } from 'toolwire/tools'
import { z } from 'zod'
import { connect, scripted } from './live-provider.js'

const parameters = z.object({ city: z.string() })
// #region shown
const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters,
  // An interruption by the user aborts `signal`.
  execute: ({ city }, { signal }) => lookUp(city, signal),
})
const book = defineTool({
  name: 'book',
  description: 'Books a trip',
  parameters,
  requiresApproval: true,
  execute: ({ city }) => `A trip to ${city} is booked.`,
})
const session = openSession(scripted, {
  socket: connect,
  instructions: 'Be brief.',
  tools: [weather, book],
})
session.send(userMessage('Do I need an umbrella in Oslo?'))
session.respond()
for await (const event of session) {
  if (event.type === 'input-text') console.log('You:', event.text)
  if (event.type === 'text-delta') console.log('Model:', event.delta)
  if (event.type === 'part') play(event.part) // sound, in pieces
  // Discard audio that was not played yet.
  if (event.type === 'interrupted') silence()
  if (event.type === 'waiting')
    session.approve(approveCall(event.request))
  // Leaving the loop closes the session.
  if (event.type === 'finish' && event.finish.reason === 'stop') break
}
console.log(session.messages) // plain JSON: continue on any wire
// #endregion
if (session.messages.length < 5)
  throw new Error('the model did not go on')

async function lookUp(city: string, _signal: AbortSignal) {
  return { city, sky: 'rain' }
}

function play(_part: object) {}

function silence() {}
