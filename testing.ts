// Entry point `toolwire/testing`: cassettes in tests, with any test runner.
import { adapters } from './adapters.js'
import { createUseCassette } from './src/traffic/replay/testing.js'
import { createRegistry } from './src/translate/exchange/registry.js'

export type {
  CassetteOptions,
  ToolCallsHolder,
  UseCassette,
  UsedCassette,
} from './src/traffic/replay/testing.js'
export { toHaveToolCall } from './src/traffic/replay/testing.js'

/**
 * Opens a fetch that answers from `fixtures/<name>.cassette` (or the fixture folder `fixtures/<name>`). The
 * first run sends the requests and records them. An existing cassette answers without the network; with
 * `record: 'new'`, missing requests are sent and added. If the environment variable `CI` is set, no request is
 * sent.
 *
 * With a callback, the cassette is closed after the callback, and the callback's value is returned. Without a
 * callback, use `await using` or `close()`.
 * @example
 * await useCassette('umbrella', async ({ fetch }) => ask(new OpenAI({ fetch, apiKey: 'none' })))
 */
export const useCassette = /* @__PURE__ */ createUseCassette(async () =>
  createRegistry(await Promise.all(Object.values(adapters).map((load) => load()))),
)
