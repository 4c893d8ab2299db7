import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { at, isArray, isObject, numberOr, objectsIn, stringOr } from '../../base/json/read-json.js'
import { bytesBefore, unitAt } from '../../base/json/utf8.js'
import { append, compact } from '../../base/json/write-json.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import type { OwnMetadata } from '../../base/model/metadata.js'
import type { SourcePart, TextPart } from '../../base/model/types.js'
import type {
  Citation,
  CitationForms,
  CitationPlaces,
  PlacedCitation,
  TextRange,
} from '../../codec/shape/citations.js'
import { dropSource } from '../../codec/shape/losses.js'
import type { HostedRun, RunSource } from '../../codec/shape/run-forms.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import type { Losing } from './not-carried.js'

/** The source and the target of citations. */
export interface CitationWires {
  /** The wire that the answer came from. */
  readonly from: string | undefined
  readonly read: CitationForms | undefined
  readonly write: CitationForms | undefined
}

interface CitedText {
  readonly text: string
  /** The index of the cited text's part in the message. */
  readonly part: number
  /** The number of characters in earlier texts, if all texts are joined. */
  readonly offset: number
}

interface FoundCitation extends Citation {
  readonly path: string
}

type TextEnd = Extract<StreamEvent, { type: 'text-end' }>

const NOTHING: readonly StreamEvent[] = []

/**
 * Converts the citations of one answer for another wire. Citations of a text stay with this text. Separate
 * citations are attached to the preceding text, or to the next text if there is no preceding one. Losses on
 * the target are reported.
 */
export class Citations {
  readonly #fit: FitContext
  readonly #wires: CitationWires
  readonly #losses: Pick<Losing, 'addField'>
  readonly #texts: CitedText[] = []
  /** Citations without a position in the target's answer yet. */
  #waiting: FoundCitation[] = []
  /** The latest ended text, while its citations may still arrive. */
  #held: TextEnd | undefined
  /** Keys of citations that were already sent as source parts or reported as dropped. */
  readonly #known = new Set<string>()
  /** The cited sources by their URL. */
  readonly #cited = new Map<string, RunSource>()
  readonly #queries: string[] = []
  #length = 0
  #parts = 0
  #isJoined = true
  #isLine = true

  constructor(fit: FitContext, wires: CitationWires, losses: Pick<Losing, 'addField'>) {
    this.#fit = fit
    this.#wires = wires
    this.#losses = losses
  }

  /** Reads the citations of a text. */
  readText(part: TextPart, path: string): void {
    const { from, read, write } = this.#wires
    const own = part.providerMetadata?.[this.#fit.wire]
    for (const { url } of citationsIn(own, write?.ofText)) if (url !== undefined) this.#known.add(url)
    if (own !== undefined || from === undefined) return
    const found = inUnits(citationsIn(part.providerMetadata?.[from], read?.ofText), part.text, read?.ofText)
    found.forEach(({ start = 0, end = part.text.length, ...citation }, index) => {
      const place = { text: this.#texts.length, start, end }
      this.#wait({
        ...citation,
        place,
        path: `${path}/providerMetadata/${from}/${read?.ofText?.list}/${index}`,
      })
    })
    const list = read && below(part.providerMetadata?.[from], read.ofText?.list ?? '')
    this.#tellRest(list, found, `${path}/providerMetadata/${from}/${read?.ofText?.list}`)
  }

  /**
   * Reports members of citations that are not carried. Positions are excluded, since their form differs
   * between wires.
   */
  #tellRest(native: JsonValue | undefined, found: readonly Citation[], path: string): void {
    if (this.#wires.write?.written === undefined) return
    const said = new Set(found.flatMap(({ url, title }) => [url, title]))
    for (const [name, place] of namesIn(native, said, path)) this.#losses.addField(name, place)
  }

  /** Reads a source from a separate part. */
  readPart({ url, title, providerMetadata = {} }: SourcePart, path: string): void {
    const { from = '', read } = this.#wires
    const range = rangeIn(providerMetadata[from], read?.ofPart?.range)
    this.#wait(compact({ url, title, place: range && this.#placeOf(range.start, range.end), path }))
  }

  #wait(citation: FoundCitation): void {
    const { url, title } = citation
    this.#waiting.push(citation)
    if (title !== undefined && this.#wires.write?.written?.titles === false)
      this.#losses.addField('title', `${citation.path}/title`)
    if (url !== undefined && !this.#cited.has(url)) this.#cited.set(url, compact({ url, title }))
  }

  /** True if the target reports search results by the citations of its texts. */
  get arePlaced(): boolean {
    return this.#wires.write?.written !== undefined
  }

  /** True if the target has a position next to the answer for sources that no text cites. */
  get takesSources(): boolean {
    return this.#wires.write?.written?.on === 'answer'
  }

  /** Adds the results of a search. */
  add(sources: readonly RunSource[], queries: readonly string[], path: string): void {
    for (const source of sources) this.#wait({ ...source, path })
    append(this.#queries, queries)
  }

  /** Records sources that are elsewhere in the answer, so that they are not reported as lost. */
  tell(sources: readonly RunSource[]): void {
    for (const { url } of sources) this.#known.add(url)
  }

  /** Returns the replacements of fitted events. */
  pass(events: readonly StreamEvent[]): readonly StreamEvent[] {
    const [first] = events
    // Most events are single deltas, for which a list and `flatMap` take longer than the rest of the step.
    if (events.length === 1 && first?.type === 'text-delta' && this.#held === undefined) return events
    return events.flatMap((event) => this.#pass(event))
  }

  #pass(event: StreamEvent): readonly StreamEvent[] {
    if (event.type === 'text-delta' && this.#held === undefined) return [event]
    const before = this.#release()
    if (event.type === 'text-end') return [...before, ...this.#endText(event)]
    if (event.type === 'text-start') this.#startText()
    else if (event.type !== 'text-delta') this.#isJoined = false
    if (ENDS.has(event.type)) this.#parts += 1
    return [...before, event]
  }

  /** Begins a text. If all texts are joined, a blank line separates texts with another part between them. */
  #startText(): void {
    if (!this.#isJoined && this.#length > 0 && !this.#isLine) this.#length += 2
    this.#isJoined = true
  }

  #endText(event: TextEnd): readonly StreamEvent[] {
    const { text } = event.part
    this.#texts.push({ text, part: this.#parts, offset: this.#length })
    this.#length += text.length
    if (text !== '') this.#isLine = text.endsWith('\n')
    this.#parts += 1
    if (this.#wires.write?.written?.on !== 'text') return [event]
    this.#held = event
    return NOTHING
  }

  /** Reads the citations next to the message, after which all sources of the answer are known. */
  readAnswer(event: FinishEvent): Required<Pick<HostedRun, 'queries' | 'sources'>> {
    const { from, read } = this.#wires
    const kept = from === undefined ? undefined : event.providerMetadata?.[from]
    const texts = this.#texts.map(({ text }) => text)
    const { citations = [], queries = [], native } = (kept && read?.ofAnswer?.(kept, texts)) ?? {}
    const path = `/providerMetadata/${from}`
    for (const citation of citations) this.#wait({ ...citation, path })
    this.#tellRest(native, citations, path)
    return { queries, sources: [...this.#cited.values()] }
  }

  /** Returns the end of the answer, after all remaining events. */
  finish(event: FinishEvent): readonly StreamEvent[] {
    const { from, write } = this.#wires
    const held = this.#release()
    const written = write?.written
    if (written === undefined || written.on === 'text') {
      this.#drop(this.#waiting)
      return [...held, event]
    }
    const placed = this.#take(() => true)
    if (written.on === 'part') return [...held, ...placed.map((each) => this.#sourcePart(each)), event]
    if (placed.length === 0 && this.#queries.length === 0) return [...held, event]
    const own = { ...written.metadata(placed, this.#queries), issuer: from ?? '' }
    const metadata = { ...event.providerMetadata, [this.#fit.wire]: own }
    return [...held, { ...event, providerMetadata: metadata }]
  }

  #sourcePart(citation: PlacedCitation): StreamEvent {
    const { url, title, start, end, text, part } = citation
    const offset = start === end ? 0 : (this.#texts.find((each) => each.part === part)?.offset ?? 0)
    const moved = { ...citation, start: start + offset, end: end + offset, text }
    const own = this.#wires.write?.written?.metadata([moved], []) ?? {}
    const source = { type: 'source' as const, url, title, providerMetadata: { [this.#fit.wire]: own } }
    return { type: 'part', part: compact(source) }
  }

  /** Emits the held text with its citations. */
  #release(): readonly StreamEvent[] {
    const held = this.#held
    const written = this.#wires.write?.written
    if (held === undefined || written === undefined) return NOTHING
    this.#held = undefined
    const last = this.#texts.length - 1
    const citations = this.#take(({ place }) => place === undefined || place.text === last)
    if (citations.length === 0) return [held]
    const metadata = { ...held.part.providerMetadata, [this.#fit.wire]: written.metadata(citations, []) }
    return [{ ...held, part: { ...held.part, providerMetadata: metadata } }]
  }

  /** Returns the waiting citations for a position in encoded form; reports citations without a URL. */
  #take(isDue: (found: FoundCitation) => boolean): PlacedCitation[] {
    const due = this.#waiting.filter(isDue)
    this.#waiting = this.#waiting.filter((found) => !isDue(found))
    this.#drop(due.filter(({ url }) => url === undefined))
    return due.flatMap(({ url, title, place }) => {
      const on = this.#texts[place?.text ?? this.#texts.length - 1]
      if (url === undefined) return []
      const { start = 0, end = 0 } = place ?? {}
      return [compact({ url, title, start, end, text: on?.text ?? '', part: on?.part ?? 0 })]
    })
  }

  /** Reports each citation once, however often an answer cites it. */
  #drop(found: readonly FoundCitation[]): void {
    for (const citation of found) {
      const name = citation.url ?? citation.title ?? ''
      if (!this.#known.has(name)) dropSource(citation, { ...this.#fit, path: citation.path }, 'warning')
      this.#known.add(name)
    }
  }

  /** Converts a range in the joined texts to a range in one text. */
  #placeOf(start: number, end: number): TextRange | undefined {
    const index = this.#texts.findLastIndex(({ offset }) => offset <= start)
    const text = this.#texts[index]
    return text && { text: index, start: start - text.offset, end: end - text.offset }
  }
}

/** Events that end a part other than a text. */
const ENDS: ReadonlySet<StreamEvent['type']> = new Set(['reasoning-end', 'tool-call', 'tool-result', 'part'])

interface Range {
  readonly start: number
  readonly end: number
}

type ReadCitation = Partial<Range> & Pick<Citation, 'url' | 'title'>

function citationsIn(own: OwnMetadata | undefined, places: CitationPlaces | undefined): ReadCitation[] {
  if (places === undefined) return []
  const { list, url, title, range } = places
  return objectsIn(below(own, list)).map((citation) =>
    compact({
      url: firstText(citation, url),
      title: firstText(citation, title),
      ...rangeIn(citation, range),
    }),
  )
}

/** Converts positions in bytes to positions in the text. */
function inUnits(
  citations: readonly ReadCitation[],
  text: string,
  places: CitationPlaces | undefined,
): readonly ReadCitation[] {
  if (places?.unit !== 'bytes' || citations.length === 0) return citations
  const bytes = bytesBefore(text)
  const unit = (byte: number | undefined) => (byte === undefined ? undefined : unitAt(bytes, byte))
  return citations.map(({ start, end, ...citation }) =>
    compact({ ...citation, start: unit(start), end: unit(end) }),
  )
}

/** Returns the range; undefined if the wire states that the position is unknown. */
function rangeIn(
  value: OwnMetadata | JsonObject | undefined,
  range: CitationPlaces['range'],
): Range | undefined {
  if (range === undefined) return undefined
  const [start = 0, end = 0] = range.map((path) => numberOr(below(value, path), 0))
  return start < end ? { start, end } : { start: 0, end: 0 }
}

/** Returns the members, at any depth, whose values are not among `said`. */
function namesIn(
  native: JsonValue | undefined,
  said: ReadonlySet<unknown>,
  path: string,
): [string, string][] {
  if (isArray(native)) return native.flatMap((item, index) => namesIn(item, said, at(path, index)))
  if (!isObject(native)) return []
  return Object.entries(native).flatMap(([name, value]): [string, string][] => {
    const place = at(path, name)
    if (isObject(value) || (isArray(value) && value.some(isObject))) return namesIn(value, said, place)
    return value === null || said.has(value) ? [] : [[name, place]]
  })
}

function firstText(value: JsonObject, paths: readonly string[]): string | undefined {
  const texts = paths.map((path) => stringOr(below(value, path), ''))
  return texts.find((text) => text !== '')
}

function below(value: OwnMetadata | JsonObject | undefined, path: string): JsonValue | undefined {
  const start: JsonValue = compact({ ...value })
  return path.split('/').reduce<JsonValue | undefined>((inner, key) => stepInto(inner, key), start)
}

function stepInto(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (isObject(value)) return value[key]
  return isArray(value) ? value[Number(key)] : undefined
}
