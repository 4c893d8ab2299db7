import type { RecordedExchange, RecordedRequest } from '../../base/http/recorded-exchange.js'
import {
  type Difference,
  type Distance,
  differences,
  distance,
  isNearer,
  type NormalRequest,
} from './match.js'

/**
 * How a request finds its recording.
 * - `exact`: the normalized request is the same; recordings of the same request answer in their order, the last one again and again.
 * - `in-order`: the n-th request to a method and path is answered by its n-th recording, whatever its body.
 * - `best`: like `exact`, and a miss is answered by the nearest recording of the same method and path that has not
 *   answered yet. The same request again gets the same answer; when all have answered, it is a miss.
 */
export type Matching = 'exact' | 'in-order' | 'best'

/** What stays in memory of a recording; the exchange itself is loaded when it is served. */
export interface Recording {
  readonly id: string
  load(): Promise<RecordedExchange>
}

export interface Miss {
  readonly request: Pick<NormalRequest, 'target'>
  /** Why the request cannot be read, where that is the reason. */
  readonly unreadable?: string
  readonly nearest?: {
    readonly id: string
    readonly differences: readonly Difference[]
    /** Whether it answered another request before, so that it is no answer to this one. */
    readonly isSpent?: true
  }
  /** Method and path of what is recorded, when nothing has this request's. */
  readonly recordedTargets: readonly string[]
}

export type Lookup = { readonly found: Recording } | { readonly miss: Miss }

interface IndexedRecording {
  readonly recording: Recording
  wasServed: boolean
}

/** Recordings of the same request in their order; those before `next` were served. */
interface Shelf {
  readonly items: IndexedRecording[]
  next: number
}

/** What makes a recorded request and a received one the same. */
export interface Comparison {
  recorded(exchange: RecordedExchange): RecordedForms
  received(request: RecordedRequest): NormalRequest
  /** Other forms in which what was received may be recorded, worked out when it is recorded in no other. */
  translated?(request: RecordedRequest): Iterable<NormalRequest>
}

export interface RecordedForms {
  readonly normal: NormalRequest
  /** Other forms in which the same request may be received, worked out when they are asked for. */
  translated?(): Iterable<NormalRequest>
}

/** Recordings, found by what they answer. Look-ups hash the request; only a miss compares. */
export class Recordings {
  private readonly byExactKey = new Map<string, Shelf>()
  private readonly byKey = new Map<string, Shelf>()
  /** By forms that lack their media. */
  private readonly byKeyWithoutMedia = new Map<string, Shelf>()
  private readonly byTarget = new Map<string, Shelf>()
  /** What answered as the nearest, by the key of the request. */
  private readonly nearestByKey = new Map<string, Recording>()

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
      const others = Array.from(forms.translated?.() ?? [])
      const keysOf = (some: readonly NormalRequest[]) => some.map((form) => form.key)
      const full = new Set([key, ...keysOf(others.filter(({ lacksMedia }) => lacksMedia !== true))])
      for (const each of full) shelve(this.byKey, each, item)
      for (const each of new Set(keysOf(others.filter(({ lacksMedia }) => lacksMedia === true))))
        if (!full.has(each)) shelve(this.byKeyWithoutMedia, each, item)
    }
    shelve(this.byTarget, target, item)
  }

  async find(request: RecordedRequest): Promise<Lookup> {
    const wanted = this.comparison.received(request)
    const found = this.next(wanted) ?? this.nextTranslated(request)
    if (found !== undefined) return { found }
    const near = this.matching === 'best' ? await this.takeNearest(wanted) : undefined
    return near === undefined ? { miss: await this.explain(wanted) } : { found: near }
  }

  /** Of recordings that differ in noise only, the one that is the very same answers first. */
  private next(wanted: NormalRequest): Recording | undefined {
    const shelf = this.matching === 'in-order' ? this.byTarget.get(wanted.target) : this.shelfOf(wanted)
    return shelf && takeNext(shelf)
  }

  /** Two forms that lack their media do not match: their media may differ. */
  private shelfOf({ key, exactKey, lacksMedia }: NormalRequest): Shelf | undefined {
    const shelf = this.byExactKey.get(exactKey) ?? this.byKey.get(key)
    return shelf ?? (lacksMedia ? undefined : this.byKeyWithoutMedia.get(key))
  }

  private nextTranslated(request: RecordedRequest): Recording | undefined {
    for (const wanted of this.comparison.translated?.(request) ?? []) {
      const found = this.next(wanted)
      if (found !== undefined) return found
    }
    return undefined
  }

  private async takeNearest(request: NormalRequest): Promise<Recording | undefined> {
    const known = this.nearestByKey.get(request.key)
    if (known !== undefined) return known
    for (;;) {
      const item = (await this.nearest(request, ({ wasServed }) => !wasServed))?.item
      // While recordings were read, another request may have taken it.
      if (item?.wasServed) continue
      if (item !== undefined) {
        item.wasServed = true
        this.nearestByKey.set(request.key, item.recording)
      }
      return item?.recording
    }
  }

  private async explain(request: NormalRequest): Promise<Miss> {
    const nearest = await this.nearest(request, () => true)
    return {
      request,
      ...(nearest && {
        nearest: {
          id: nearest.item.recording.id,
          differences: differences(nearest.body, request.body),
          ...(this.matching === 'best' && { isSpent: true }),
        },
      }),
      recordedTargets: [...this.byTarget.keys()].slice(0, 20),
    }
  }

  private async nearest(
    { target, body }: NormalRequest,
    isWanted: (item: IndexedRecording) => boolean,
  ): Promise<Nearest | undefined> {
    let nearest: Nearest | undefined
    for (const item of this.byTarget.get(target)?.items ?? []) {
      if (!isWanted(item)) continue
      const recorded = this.comparison.recorded(await item.recording.load()).normal.body
      const apart = distance(recorded, body)
      if (nearest === undefined || isNearer(apart, nearest.apart)) nearest = { item, body: recorded, apart }
    }
    return nearest
  }
}

interface Nearest {
  readonly item: IndexedRecording
  /** Its request, as it is compared. */
  readonly body: NormalRequest['body']
  readonly apart: Distance
}

function shelve(shelves: Map<string, Shelf>, key: string, item: IndexedRecording): void {
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
export function describeMiss({ request, unreadable, nearest, recordedTargets }: Miss): string {
  if (unreadable !== undefined) return `no recording of ${request.target}: ${unreadable}`
  if (nearest === undefined) {
    const known =
      recordedTargets.length === 0 ? 'nothing is recorded' : `recorded are ${recordedTargets.join(', ')}`
    return `no recording of ${request.target}: ${known}`
  }
  const shown = nearest.differences.slice(0, 5).map(describeDifference)
  const more = nearest.differences.length > 5 ? `\n  … and ${nearest.differences.length - 5} more` : ''
  const spent = nearest.isSpent ? ' (every similar recording has answered already)' : ''
  return `no recording of this request to ${request.target}${spent}; the nearest is ${nearest.id}, which differs:\n${shown.join('\n')}${more}`
}

function describeDifference({ path, recorded, received }: Difference): string {
  return `  ${path || '/'}: recorded ${shown(recorded)}, received ${shown(received)}`
}

function shown(value: Difference['recorded']): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
