import { reasonOf } from '../../base/http/reason.js'
import type { Answerer } from '../../proxy/create-proxy.js'
import { fileVersion } from './file-version.js'

/** A handler that can reload its settings while it runs. */
export interface Reloadable {
  readonly answer: Answerer
  /**
   * Creates the handler again. Active requests finish on the old handler. If the new handler cannot be
   * created, the old one is kept. Concurrent calls run one after the other.
   */
  reload(): Promise<void>
}

/**
 * Creates a handler that can be replaced while it runs.
 * @param make reads the settings and creates a handler.
 * @param tell reports the result in one line.
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
      tell('the config was reloaded; it applies to new requests')
    } catch (error) {
      tell(`the config was not reloaded, and the old config stays in use: ${reasonOf(error)}`)
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

/** Reloads on SIGHUP until the returned function is called. */
export function reloadAtHangup({ reload }: Reloadable): () => void {
  const onHangup = () => void reload()
  process.on('SIGHUP', onHangup)
  return () => process.off('SIGHUP', onHangup)
}

/** Milliseconds between looks at a file. */
const LOOK = 1000

/** A file and its version when it was read. */
export interface ReadFile {
  readonly path: string
  readonly version: string
}

/** Reloads when a file has changed since it was read, until the returned function is called. */
export function reloadAtChange({ reload }: Reloadable, { path, version }: ReadFile): () => void {
  let known = version
  const look = async () => {
    const version = await fileVersion(path)
    if (version === known) return
    known = version
    await reload()
  }
  const timer = setInterval(() => void look(), LOOK).unref()
  return () => clearInterval(timer)
}
