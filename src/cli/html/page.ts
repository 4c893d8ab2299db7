import { counted } from '../text.js'
import { html, Markup } from './markup.js'
import { STYLE } from './style.js'

/** One record on the page. */
export interface PageRecord {
  /** What it is called in the list. */
  readonly name: string
  readonly wire: string | undefined
  readonly failed: boolean
  readonly content: Markup
}

/** Nothing but what is in the file is shown, and no script runs, whatever a record holds. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** One HTML file that needs nothing else, piece by piece. With several records it has a list of them. */
export async function* pageOf(records: AsyncIterable<PageRecord>): AsyncGenerator<string> {
  yield html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer">
<title>Toolwire: recorded conversations</title><style>${new Markup(STYLE)}</style></head>
<body class="listed"><header><h1>Recorded conversations</h1><a class="dim" href="#records">list of records</a></header><main>
`.text
  const items: Markup[] = []
  for await (const record of records) {
    const number = items.length + 1
    yield html`<article id="r${number}">${record.content}</article>
`.text
    items.push(itemOf(record, number))
  }
  // At the end of the file, because only then it is known; the style puts it beside the records.
  yield html`</main><nav id="records" aria-label="Records"><p class="dim">${counted(items.length, 'record')}</p><ol>${items}</ol></nav></body></html>
`.text
}

function itemOf({ name, wire, failed }: PageRecord, number: number): Markup {
  const mark = failed ? html`<span class="bad">✗</span> ` : undefined
  return html`<li><a href="#r${number}" title="${name}">${mark}${name}<br><span class="dim">${wire}</span></a></li>`
}
