import { reasonOf } from '../../base/http/reason.js'
import type { Answerer } from '../../proxy/create-proxy.js'

/** A handler whose settings can be read again while it answers. */
export interface Reloadable {
  readonly answer: Answerer
  /**
   * Makes the handler anew. Requests that run end on the old one; where the new one cannot be made, the old one stays. Calls at
   * once wait for each other.
   */
  reload(): Promise<void>
}

/**
 * @param make reads the settings and makes a handler of them.
 * @param tell says in a line what became of it.
 */
export async function reloadable(
  make: () => Promise<Answerer>,
  tell: (line: string) => void,
): Promise<Reloadable> {
  let current = await make()
  let line = Promise.resolve()
  const reload = async () => {
    try {
      current = await make()
      tell('the config was read again; it holds for new requests')
    } catch (error) {
      tell(`the config was not read again, and the old one stays: ${reasonOf(error)}`)
    }
  }
  return {
    answer: (request) => current(request),
    reload() {
      line = line.then(reload)
      return line
    },
  }
}

/** Reloads at SIGHUP, until the function that it returns is called. */
export function reloadAtHangup({ reload }: Reloadable): () => void {
  const onHangup = () => void reload()
  process.on('SIGHUP', onHangup)
  return () => process.off('SIGHUP', onHangup)
}
