import type { RecordedExchange, RecordedRequest } from '../../base/http/recorded-exchange.js'
import {
  ANY_CONVERSATION,
  type Difference,
  type Distance,
  differences,
  distance,
  isNearer,
  type NormalRequest,
} from './match.js'

/**
 * The matching mode of requests and recordings.
 * - `exact`: the normalized request is the same. Recordings of the same request are used in order; the last
 *   recording is repeated.
 * - `in-order`: the n-th request to a method and path is answered by its n-th recording; the body is ignored.
 * - `best`: like `exact`, but a miss is answered by the nearest unused recording of the same method and path.
 *   A repeated request gets the same answer. If all recordings are used, the request is a miss.
 */
export type Matching = 'exact' | 'in-order' | 'best'

/** The part of a recording that stays in memory. The exchange itself is loaded when it is served. */
export interface Recording {
  readonly id: string
  load(): Promise<RecordedExchange>
}

export interface Miss {
  readonly request: Pick<NormalRequest, 'target'>
  /** The reason why the request cannot be read, if it caused the miss. */
  readonly unreadable?: string
  readonly nearest?: {
    readonly id: string
    readonly differences: readonly Difference[]
    /** True if the recording already answered another request and cannot answer this one. */
    readonly isSpent?: true
  }
  /** Methods and paths of the recordings, if no recording has the method and path of this request. */
  readonly recordedTargets: readonly string[]
}

export type Lookup = { readonly found: Recording } | { readonly miss: Miss }

interface IndexedRecording {
  readonly recording: Recording
  wasServed: boolean
}

/** Recordings of the same request in order. Recordings before `next` were served. */
interface Shelf {
  readonly items: IndexedRecording[]
  next: number
}

/** Compares a recorded request with a received one. */
export interface Comparison {
  recorded(exchange: RecordedExchange): RecordedForms
  received(request: RecordedRequest): NormalRequest
  /**
   * Returns further forms in which a received request may be recorded. Computed only if the first form does
   * not match.
   */
  translated?(request: RecordedRequest): Iterable<NormalRequest>
}

export interface RecordedForms {
  readonly normal: NormalRequest
  /** Returns further forms in which the same request may be received. Computed on demand. */
  translated?(): Iterable<NormalRequest>
}

/** Recordings indexed by request. A look-up uses a hash of the request; only a miss compares bodies. */
export class Recordings {
  private readonly byExactKey = new Map<string, Shelf>()
  private readonly byKey = new Map<string, Shelf>()
  /** Recordings by the key of the form in which text replaces media. */
  private readonly byKeyWithoutMedia = new Map<string, Shelf>()
  private readonly byTarget = new Map<string, Shelf>()
  /** The nearest recording that was used as an answer, by the key of the request. */
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

  /** If several recordings match except for ignored differences, an identical one is used first. */
  private next(wanted: NormalRequest): Recording | undefined {
    const shelf = this.matching === 'in-order' ? this.byTarget.get(wanted.target) : this.shelfOf(wanted)
    return shelf && takeNext(shelf)
  }

  /**
   * Returns the recordings of a request. Two forms without media do not match, because their media may
   * differ.
   */
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
      // Another request may have used the recording while recordings were loaded.
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
  /** The request of the recording in normalized form. */
  readonly body: NormalRequest['body']
  readonly apart: Distance
}

function shelve(shelves: Map<string, Shelf>, key: string, item: IndexedRecording): void {
  const shelf = shelves.get(key)
  if (shelf === undefined) shelves.set(key, { items: [item], next: 0 })
  else shelf.items.push(item)
}

/** Takes the first recording that was not served yet, or the last one if all were served. */
function takeNext(shelf: Shelf): Recording | undefined {
  while (shelf.next < shelf.items.length - 1 && shelf.items[shelf.next]?.wasServed) shelf.next += 1
  const item = shelf.items[shelf.next]
  if (item !== undefined) item.wasServed = true
  return item?.recording
}

/** Describes a miss for the developer of a failed test. */
export function describeMiss({ request, unreadable, nearest, recordedTargets }: Miss): string {
  if (unreadable !== undefined) return `no recording of ${request.target}: ${unreadable}`
  if (nearest === undefined) {
    const known =
      recordedTargets.length === 0 ? 'nothing is recorded' : `recorded are ${recordedTargets.join(', ')}`
    return `no recording of ${asked(request.target, '')}: ${known}`
  }
  const shown = nearest.differences.slice(0, 5).map(describeDifference)
  const more = nearest.differences.length > 5 ? `\n  … and ${nearest.differences.length - 5} more` : ''
  const spent = nearest.isSpent ? ' (every similar recording has answered already)' : ''
  return `no recording of ${asked(request.target, 'this request to ')}${spent}; the nearest is ${nearest.id}, which differs:\n${shown.join('\n')}${more}`
}

/** Names a request. Conversations of any wire are compared without their path. */
function asked(target: string, before: string): string {
  return target === ANY_CONVERSATION ? 'this conversation' : before + target
}

function describeDifference({ path, recorded, received }: Difference): string {
  return `  ${path || '/'}: recorded ${shown(recorded)}, received ${shown(received)}`
}

function shown(value: Difference['recorded']): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
