import OpenAI from 'openai'
// #region shown
import { createReplay } from 'toolwire/replay'

const replay = await createReplay({
  from: 'examples/weather.cassette',
  matching: 'in-order',
})
const client = new OpenAI({ fetch: replay.fetch, apiKey: 'none' })
// …
await replay.close() // waits for open recordings
// #endregion
console.log(client.baseURL)
