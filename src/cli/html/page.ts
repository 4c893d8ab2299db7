import type { Thread } from '../../traffic/html/conversations.js'
import { html, Markup } from '../../traffic/html/markup.js'
import { PAGE_STYLE, STYLE } from '../../traffic/html/style.js'
import { counted } from '../../traffic/input/shown-text.js'
import { SEARCH, SEARCH_HASH } from './search.js'

/** One record on the page. */
export interface PageRecord {
  /** The name in the list. */
  readonly name: string
  readonly wire: string | undefined
  readonly failed: boolean
  /** Recording time in ISO 8601. Default: unknown. */
  readonly time?: string | undefined
  /** The conversation of the record. */
  readonly thread?: Thread | undefined
  readonly content: Markup
}

/**
 * The page shows only content of the file and runs only the search script, regardless of the content of
 * records.
 */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src '${SEARCH_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`

/** The list is next to the records if the page is wide enough, and hidden if it has only one entry. */
const LIST_STYLE = `
.listed nav:not(:has(li+li)),.listed:not(:has(li+li)) header a{display:none}
@media (min-width:1000px){.listed:has(li+li){display:grid;grid-template-columns:280px minmax(0,1fr)}.listed header{grid-column:1/-1}.listed header a{display:none}.listed nav{grid-column:1;grid-row:2;position:sticky;top:0;max-height:100vh;overflow:auto;align-self:start;padding-top:8px}.listed:has(li+li) main{grid-column:2;grid-row:2;padding-left:0}}
`
const LOOK = STYLE + PAGE_STYLE + LIST_STYLE

/**
 * The script is not a tagged template, because bundlers that escape `</script` in tagged templates would need
 * a package at run time.
 */
const SCRIPT = new Markup(['<script>', SEARCH, '</script>'].join(''))

/** Yields one self-contained HTML file piece by piece. A page with several records has a list of records. */
export async function* pageOf(records: AsyncIterable<PageRecord>): AsyncGenerator<string> {
  yield html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer">
<title>Toolwire: recorded conversations</title><style>${new Markup(LOOK)}</style></head>
<body class="toolwire listed"><header><h1>Recorded conversations</h1><a class="dim" href="#records">list of records</a></header><main>
`.text
  const list = new RecordList()
  for await (const record of records) {
    const number = list.add(record)
    yield html`<article id="r${number}">${record.content}</article>
`.text
  }
  // The list is complete only at the end of the file; the style places it next to the records.
  yield html`</main><nav id="records" aria-label="Records"><p class="search" hidden><input id="search" type="search" placeholder="Search" aria-label="Search in the records"> <span id="found" class="dim" role="status"></span></p><p class="dim">${list.summary}</p><ol>${list.items}</ol></nav>${SCRIPT}</body></html>
`.text
}

/** The list of records. Records of one conversation are grouped under its question. */
class RecordList {
  readonly #groups = new Map<
    number | string,
    { readonly thread: Thread | undefined; readonly items: Markup[] }
  >()
  #count = 0

  /**
   * Adds a record.
   * @returns the number of the record, from 1.
   */
  add(record: PageRecord): number {
    this.#count += 1
    const { thread } = record
    const key = thread?.number ?? `record ${this.#count}`
    const group = this.#groups.get(key) ?? { thread, items: [] }
    group.items.push(itemOf(record, this.#count))
    this.#groups.set(key, group)
    return this.#count
  }

  get summary(): string {
    const threads = [...this.#groups.values()].filter(({ thread }) => thread !== undefined).length
    const records = counted(this.#count, 'record')
    return threads === 0 ? records : `${records}, ${counted(threads, 'conversation')}`
  }

  get items(): Markup[] {
    return [...this.#groups.values()].flatMap(({ thread, items }) => {
      if (thread === undefined) return items
      const title = html`<p class="thread">${thread.question} <span class="dim">${thread.model}</span></p>`
      return [html`<li>${title}<ol>${items}</ol></li>`]
    })
  }
}

function itemOf({ name, wire, failed, time }: PageRecord, number: number): Markup {
  const mark = failed ? html`<span class="bad">✗</span> ` : undefined
  return html`<li><a href="#r${number}" title="${name}">${mark}${name}<br><span class="dim">${wire}${timeOf(time)}</span></a></li>`
}

/** Times are shown without seconds, because the order already distinguishes records of one conversation. */
function timeOf(time: string | undefined): Markup | undefined {
  if (time === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time)) return undefined
  return html` <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')}</time>`
}
