import { AdapterError } from '../../base/json/adapter-error.js'
import {
  expectAdapter,
  expectAmongSettings,
  expectGiven,
  expectList,
  expectMessages,
} from '../../base/model/expect.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { expectDistinct } from '../../tools/lookup.js'
import { expectStored } from '../conversation/expect-stored.js'
import { LiveSession } from './live-session.js'
import type { Session, SessionOptions } from './session-types.js'

/**
 * Opens a live session with a model and runs its calls during the session. Each call runs once, concurrently,
 * when it is received. When all calls of a turn have results, the next answer is requested. A call that needs
 * approval waits (`approvals`) without blocking the session. Calls of an answer that the user interrupts are
 * aborted and not answered.
 *
 * If the connection is lost, iterating throws a SessionError, unless `reconnect` allows another connection.
 * Running calls are aborted and never run again; in `messages` they have an error result. Open calls in
 * `messages` run before the session is opened.
 * @throws AdapterError for an invalid option, and `unsupported` for a wire without live sessions.
 * @example
 * const session = openSession(adapter, { socket: () => new WebSocket(url), model, tools: [weather] })
 * session.send(userMessage('Do I need an umbrella in Oslo?'))
 * session.respond()
 * for await (const event of session) if (event.type === 'text-delta') process.stdout.write(event.delta)
 */
export function openSession(adapter: Adapter, options: SessionOptions): Session {
  expectAdapter(adapter, 'the first argument of openSession')
  expectSession(options)
  return new LiveSession(adapter, options)
}

/** Options that are not settings. */
const OWN = {
  socket: true,
  conversation: true,
  instructions: true,
  executor: true,
  approvals: true,
  reconnect: true,
  capacity: true,
  limits: true,
  models: true,
  onNotice: true,
  signal: true,
  context: true,
  policy: true,
  approve: true,
} as const
/** Option names of other libraries, with the correct name of each. */
const ELSEWHERE = {
  websocket: 'socket',
  transport: 'socket',
  abortsignal: 'signal',
  systeminstruction: 'instructions',
}

function expectSession(options: SessionOptions): void {
  expectGiven(options, ['openSession needs options', 'openSession(adapter, { socket, model, tools })'])
  const { socket, messages = [], tools = [], reconnect = 0, capacity = 0 } = options
  expectAmongSettings(options, OWN, ['an option of openSession', ELSEWHERE])
  if (typeof socket !== 'function' && typeof socket?.addEventListener !== 'function')
    throw new AdapterError(
      'missing-field',
      '/socket',
      'a session needs `socket`: a WebSocket, or a function that creates a WebSocket',
    )
  expectStored(options, 'a session')
  expectMessages(messages, '/messages')
  expectList(tools, ['tools is not a list', 'openSession(adapter, { socket, tools: [tool] })'], '/tools')
  expectDistinct(tools)
  for (const [name, value] of Object.entries({ reconnect, capacity }))
    if (!(value >= 0))
      throw new AdapterError('wrong-type', `/${name}`, `${name} has to be 0 or more, got ${value}`)
  if (reconnect > 0 && typeof socket !== 'function')
    throw new AdapterError(
      'wrong-type',
      '/socket',
      'a session that reconnects needs a function that creates a socket: () => new WebSocket(url)',
    )
}
