import type { Fetch } from '../../replay/recorder.js'

/** Where Node keeps what sends the requests of its `fetch`. https://github.com/nodejs/undici/blob/main/lib/global.js */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

/** Milliseconds that it waits for the head of an answer, and for more of its body; 0 for as long as it takes. */
export interface NodePatience {
  readonly headersTimeout: number
  readonly bodyTimeout: number
}

const ENDLESS: NodePatience = { headersTimeout: 0, bodyTimeout: 0 }

/**
 * Node's own `fetch`, which else gives an answer up that does not begin within five minutes, whatever the options of the
 * proxy say: models that think take longer. Where Node does not have it so, as it is.
 */
export function patientFetch(patience = ENDLESS): Fetch {
  let dispatcher: object | undefined
  return async (input, init) => {
    dispatcher ??= await createDispatcher(patience)
    return globalThis.fetch(input, Object.assign({}, init, dispatcher && { dispatcher }))
  }
}

async function createDispatcher(patience: NodePatience): Promise<object | undefined> {
  // It is there once something was fetched.
  await globalThis.fetch('data:,')
  const given: unknown = Reflect.get(globalThis, DISPATCHER)
  // One that the user put there (a proxy of the company) has its own settings.
  if (typeof given !== 'object' || given?.constructor.name !== 'Agent') return undefined
  return Reflect.construct(given.constructor, [patience])
}
