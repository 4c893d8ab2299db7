import type { RecordedExchange, RecordedRequest } from './exchange.js'
import { type Difference, differences, type NormalRequest } from './match.js'

/**
 * How a request finds its recording.
 * - `exact`: the normalized request is the same; recordings of the same request answer in their order, the last one again and again.
 * - `in-order`: the n-th request to a method and path is answered by its n-th recording, whatever its body.
 * - `best`: like `exact`, and a miss is answered by the nearest recording of the same method and path.
 */
export type Matching = 'exact' | 'in-order' | 'best'

/** What stays in memory of a recording; the exchange itself is loaded when it is served. */
export interface Recording {
  readonly id: string
  load(): Promise<RecordedExchange>
}

export interface Miss {
  readonly request: NormalRequest
  readonly nearest?: {
    readonly id: string
    readonly differences: readonly Difference[]
  }
  /** Method and path of what is recorded, when nothing has this request's. */
  readonly recordedTargets: readonly string[]
}

export type Lookup = { readonly found: Recording } | { readonly miss: Miss }

interface Shelved {
  readonly recording: Recording
  wasServed: boolean
}

/** Recordings of the same request in their order; those before `next` were served. */
interface Shelf {
  readonly items: Shelved[]
  next: number
}

/** How many recordings of a path a miss is compared with, from the latest on. */
const CANDIDATES = 200

/** What makes a recorded request and a received one the same. */
export interface Comparison {
  recorded(exchange: RecordedExchange): RecordedForms
  received(request: RecordedRequest): NormalRequest
}

export interface RecordedForms {
  readonly normal: NormalRequest
  /** Another form in which the same request may be received, worked out when it is asked for. */
  translated?(): NormalRequest | undefined
}

/** Recordings, found by what they answer. Look-ups hash the request; only a miss compares. */
export class Recordings {
  private readonly byExactKey = new Map<string, Shelf>()
  private readonly byKey = new Map<string, Shelf>()
  private readonly byTarget = new Map<string, Shelf>()

  constructor(
    private readonly comparison: Comparison,
    private readonly matching: Matching = 'exact',
  ) {}

  add(exchange: RecordedExchange, recording: Recording): void {
    const forms = this.comparison.recorded(exchange)
    const { key, exactKey, target } = forms.normal
    const item = { recording, wasServed: false }
    if (this.matching !== 'in-order') {
      shelve(this.byExactKey, exactKey, item)
      shelve(this.byKey, key, item)
      const translated = forms.translated?.()
      if (translated !== undefined && translated.key !== key) shelve(this.byKey, translated.key, item)
    }
    shelve(this.byTarget, target, item)
  }

  async find(request: RecordedRequest): Promise<Lookup> {
    const wanted = this.comparison.received(request)
    const found = this.next(wanted)
    if (found !== undefined) return { found }
    const { nearest, ...miss } = await this.explain(wanted)
    if (this.matching === 'best' && nearest !== undefined) return { found: nearest.recording }
    return {
      miss: {
        ...miss,
        ...(nearest && { nearest: { id: nearest.recording.id, differences: nearest.differences } }),
      },
    }
  }

  /** Of recordings that differ in noise only, the one that is the very same answers first. */
  private next({ target, key, exactKey }: NormalRequest): Recording | undefined {
    const shelf =
      this.matching === 'in-order'
        ? this.byTarget.get(target)
        : (this.byExactKey.get(exactKey) ?? this.byKey.get(key))
    return shelf && takeNext(shelf)
  }

  private async explain(
    request: NormalRequest,
  ): Promise<Omit<Miss, 'nearest'> & { readonly nearest?: Nearest }> {
    const candidates = this.byTarget.get(request.target)?.items.slice(-CANDIDATES) ?? []
    let nearest: Nearest | undefined
    for (const { recording } of candidates) {
      const { normal: recorded } = this.comparison.recorded(await recording.load())
      const found = differences(recorded.body, request.body)
      if (nearest === undefined || found.length < nearest.differences.length)
        nearest = { recording, differences: found }
    }
    return { request, ...(nearest && { nearest }), recordedTargets: [...this.byTarget.keys()].slice(0, 20) }
  }
}

interface Nearest {
  readonly recording: Recording
  readonly differences: readonly Difference[]
}

function shelve(shelves: Map<string, Shelf>, key: string, item: Shelved): void {
  const shelf = shelves.get(key)
  if (shelf === undefined) shelves.set(key, { items: [item], next: 0 })
  else shelf.items.push(item)
}

/** The first that was not served yet; when all were, the last. */
function takeNext(shelf: Shelf): Recording | undefined {
  while (shelf.next < shelf.items.length - 1 && shelf.items[shelf.next]?.wasServed) shelf.next += 1
  const item = shelf.items[shelf.next]
  if (item !== undefined) item.wasServed = true
  return item?.recording
}

/** A miss in words, for the person whose test just failed. */
export function describeMiss({ request, nearest, recordedTargets }: Miss): string {
  if (nearest === undefined) {
    const known =
      recordedTargets.length === 0 ? 'nothing is recorded' : `recorded are ${recordedTargets.join(', ')}`
    return `no recording of ${request.target}: ${known}`
  }
  const shown = nearest.differences.slice(0, 5).map(describeDifference)
  const more = nearest.differences.length > 5 ? `\n  … and ${nearest.differences.length - 5} more` : ''
  return `no recording of this request to ${request.target}; the nearest is ${nearest.id}, which differs:\n${shown.join('\n')}${more}`
}

function describeDifference({ path, recorded, received }: Difference): string {
  return `  ${path || '/'}: recorded ${shown(recorded)}, received ${shown(received)}`
}

function shown(value: Difference['recorded']): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
