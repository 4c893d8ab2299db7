import { userMessage } from 'toolwire'
import { runLoop } from 'toolwire/loop'
import { gpt } from './gpt.js'
import { weather } from './weather.js'

// #region shown
const loop = runLoop({
  provider: gpt,
  messages: [userMessage('Do I need an umbrella in Oslo?')],
  tools: [weather],
})
for await (const event of loop)
  if (event.type === 'tool-call')
    loop.steer('And in Bergen?').catch(
      ({ message }) => console.log(message), // the loop ended without it
    )
// #endregion
console.log(loop.messages.length)
