import { randomBytes } from 'node:crypto'
import { byteSourceOf, webStream } from '../../../base/http/http-message.js'
import type { RecordedExchange } from '../../../base/http/recorded-exchange.js'
import { cassetteText } from '../../../traffic/replay/read-cassette.js'
import type { Fetch } from '../../../traffic/replay/recorder.js'
import { type LocalServer, serveFetch } from '../../../traffic/replay/server.js'
import type { Registry } from '../../../translate/exchange/registry.js'
import { turnList } from './turn-list.js'
import { answerMarkup, turnMarkup } from './turn-markup.js'
import type { TurnWatch } from './turn-watch.js'
import { PAGE_HEADERS, WATCH_PAGE } from './watch-page.js'

/**
 * Serves the page to this machine only, on a separate port, so that access to the proxy does not give access
 * to the page. Its path is secret, because every user account of this machine can open the port.
 */
export async function servePage(turns: TurnWatch, registry: Registry, port: number): Promise<LocalServer> {
  const secret = randomBytes(16).toString('hex')
  const { url, close } = await serveFetch(pageFetch(turns, registry, secret), { port })
  return { url: `${url}/${secret}/`, close }
}

/** Answers the page's requests below the secret path. */
export function pageFetch(turns: TurnWatch, registry: Registry, secret: string): Fetch {
  return async (input, init) => {
    const { method, url } = input instanceof Request ? input : new Request(input, init)
    const { pathname, searchParams } = new URL(url)
    const [before, shown, ...path] = pathname.split('/')
    if (before !== '' || shown !== secret || path.length === 0) return refusal(404)
    if (method !== 'GET') return refusal(405)
    return answered(path, searchParams, turns, registry)
  }
}

function answered(
  path: readonly string[],
  query: URLSearchParams,
  turns: TurnWatch,
  registry: Registry,
): Response {
  const [name = '', id = '', part] = path
  if (path.length === 1 && name === '') return answer(WATCH_PAGE)
  if (path.length === 1 && name === 'events') return eventsOf(turns)
  if (path.length === 1 && name === 'list')
    return answer(turnList(turns.turns, wordsIn(query.get('search') ?? '')).text)
  if (name === 'conversations' && path.length === 2) return cassetteOf(id, turns, registry)
  const turn = name === 'turns' ? turns.turn(Number(id)) : undefined
  if (turn === undefined) return answer('<p>This turn is not kept any more.</p>', 404)
  return answer((part === 'answer' ? answerMarkup : turnMarkup)(turn, registry).text)
}

function wordsIn(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}

function answer(text: string, status = 200): Response {
  return new Response(text, {
    status,
    headers: { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' },
  })
}

function refusal(status: number): Response {
  return new Response('There is no such page. The proxy printed the address of its page when it started.\n', {
    status,
    headers: { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  })
}

/** Streams the numbers and the stages of changed turns, and the number of the latest turn. */
function eventsOf(turns: TurnWatch): Response {
  const events = turns.changes.follow().pipeThrough(
    new TransformStream<readonly number[], Uint8Array>({
      transform(numbers, controller) {
        const changed = Object.fromEntries(
          numbers.map((number) => [number, turns.turn(number)?.stage ?? 'gone']),
        )
        const data = JSON.stringify({ latest: turns.turns.at(-1)?.number, changed })
        controller.enqueue(new TextEncoder().encode(`data: ${data}\n\n`))
      },
    }),
  )
  return new Response(events, { headers: { ...PAGE_HEADERS, 'content-type': 'text/event-stream' } })
}

/** Returns one conversation as a cassette: both sides of each turn, in the order of their start. */
function cassetteOf(name: string, { turns }: TurnWatch, registry: Registry): Response {
  const own = turns.filter(({ thread, stage }) => `${thread?.number}.cassette` === name && stage === 'over')
  if (own.length === 0) return refusal(404)
  async function* exchanges(): AsyncGenerator<RecordedExchange> {
    for (const turn of own) yield* turn.exchanges(registry)
  }
  async function* bytes(): AsyncGenerator<Uint8Array, undefined> {
    for await (const text of cassetteText(exchanges())) yield new TextEncoder().encode(text)
    return undefined
  }
  return new Response(webStream(byteSourceOf(bytes())), {
    headers: { ...PAGE_HEADERS, 'content-type': 'application/octet-stream' },
  })
}
