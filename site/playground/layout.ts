import { html, type Markup } from '../../src/traffic/html/markup.js'
import type { Example } from './examples.js'

/** The views of a record, in the order of their tabs. */
export const TABS = {
  conversation: 'Conversation',
  canonical: 'Canonical',
  wire: 'Other wire',
  check: 'Check',
  playback: 'Playback',
  schema: 'Tool schema',
} as const

export type TabName = keyof typeof TABS

const PLACEHOLDER = `Paste, type or drop: a request, an answer, a stream, a cassette, HAR, a transcript …`

/** Returns the playground before input is given. */
export function layout(examples: readonly Example[]): Markup {
  return html`<div class="toolwire toolwire-playground" data-part="playground" aria-busy="true">
<div class="bar">
<label class="button">Open a file<input data-part="file" type="file" class="unseen"></label>
<select data-part="example" aria-label="Example"><option value="">Example …</option>${examples.map(({ title }, index) => html`<option value="${index}">${title}</option>`)}</select>
<button type="button" data-part="share">Share</button>
<button type="button" data-part="clear">Clear</button>
<button type="button" data-part="undo" hidden>Undo the fix</button>
<span class="grow"></span>
<span class="pager" data-part="pager" hidden><button type="button" data-part="before" aria-label="Record before">‹</button><label>Record <input data-part="record" type="number" min="1" value="1"></label> <span data-part="count"></span><button type="button" data-part="after" aria-label="Next record">›</button></span>
<label class="reading">Read as <select data-part="wire" disabled><option value="">automatic</option></select></label>
</div>
<p class="status" role="status" data-part="status">Your data stays in this browser.</p>
<div class="panes">
<section class="pane" aria-label="Input">
<div class="pane-bar"><h2>Input</h2><span class="grow"></span><span class="switch"><button type="button" data-part="edit" aria-pressed="true">Edit</button><button type="button" data-part="read" aria-pressed="false" disabled>Marked</button></span></div>
<textarea data-part="input" aria-label="Input" placeholder="${PLACEHOLDER}" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off"></textarea>
<div class="text-view" data-part="source" tabindex="0" role="region" aria-label="Input with marks" hidden></div>
</section>
<section class="pane" aria-label="Result">
<div class="pane-bar tabs" role="tablist" aria-label="Views">${Object.entries(TABS).map(([name, title]) => tab(name, title))}</div>
${panel('conversation', html`<div class="scroll empty" data-part="conversation" tabindex="0" role="region" aria-label="The conversation">${welcome(examples)}</div>`)}
${panel('canonical', textView('canonical', 'Canonical form'))}
${panel('wire', html`<div class="controls"><label>Written for <select data-part="target"></select></label> <select data-part="side" aria-label="Side"></select> <button type="button" data-part="copy">Copy</button></div>${textView('translated', 'The form of another wire')}`)}
${panel('check', html`<div class="controls"><p data-part="verdict" role="status"></p><button type="button" data-part="fix-all" hidden>Fix all</button></div><ol class="scroll list" data-part="violations" tabindex="0" aria-label="Rules that the request breaks"></ol>`)}
${panel('playback', html`<div class="controls"><button type="button" data-part="play">Play</button><input type="range" data-part="slider" min="0" value="0" aria-label="Received pieces of the stream"><select data-part="speed" aria-label="Speed"><option value="1">1×</option><option value="4">4×</option><option value="16">16×</option></select><span class="dim time" data-part="time"></span></div><div class="scroll" data-part="answer" tabindex="0" role="region" aria-label="The answer at this moment"></div>`)}
${panel('schema', html`<div class="controls"><label>Tool <select data-part="tool"></select></label></div><div class="scroll" data-part="schemas" tabindex="0" role="region" aria-label="The schema in each dialect"></div>`)}
</section>
</div>
<section class="told" aria-label="Notices" data-part="told" hidden><h2>Notices <span class="badge" data-part="told-count"></span></h2><ol class="list" data-part="notices"></ol></section>
</div>`
}

/** Returns the content that is shown before input is given. */
export function welcome(examples: readonly Example[]): Markup {
  return html`<p>A request, an answer, a stream or a log of any provider: see the conversation, its form for every other provider, the data that is lost, and the rules that the provider enforces.</p>
<p>Or choose an example:</p><ul class="examples">${examples.map(({ title }, index) => html`<li><button type="button" data-example="${index}">${title}</button></li>`)}</ul>`
}

function tab(name: string, title: string): Markup {
  const isFirst = name === 'conversation'
  return html`<button type="button" role="tab" id="toolwire-tab-${name}" data-tab="${name}" aria-controls="toolwire-panel-${name}" aria-selected="${isFirst ? 'true' : 'false'}" tabindex="${isFirst ? '0' : '-1'}">${title}</button>`
}

function panel(name: string, content: Markup): Markup {
  const id = `toolwire-panel-${name}`
  const attributes = html`role="tabpanel" id="${id}" data-panel="${name}" aria-labelledby="toolwire-tab-${name}"`
  return name === 'conversation'
    ? html`<div class="panel" ${attributes}>${content}</div>`
    : html`<div class="panel" ${attributes} hidden>${content}</div>`
}

function textView(name: string, label: string): Markup {
  return html`<div class="text-view" data-part="${name}" tabindex="0" role="region" aria-label="${label}"></div>`
}
