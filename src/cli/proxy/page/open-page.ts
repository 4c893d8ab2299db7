import type { Registry } from '../../../translate/exchange/registry.js'
import type { TurnWatch } from './turn-watch.js'

/** A page that shows the traffic of a proxy. */
export interface OpenPage {
  readonly turns: TurnWatch
  close(): Promise<void>
}

/**
 * Starts the server of the live page.
 * @param port `true` lets the system choose.
 * @param tell prints the URL of the page. The URL grants access, so it is not sent elsewhere.
 */
export async function openPage(
  registry: Registry,
  port: number | true,
  tell: (line: string) => void,
): Promise<OpenPage> {
  const [{ TurnWatch }, { servePage }] = await Promise.all([
    import('./turn-watch.js'),
    import('./page-server.js'),
  ])
  const turns = new TurnWatch(registry)
  const { url, close } = await servePage(turns, registry, port === true ? 0 : port)
  tell(`the page to watch, for this machine alone: ${url}`)
  return { turns, close }
}
