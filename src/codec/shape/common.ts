import type { ReasoningPart, SourcePart, TextPart } from '../../base/model/types.js'
import { is, needed, to } from './rows.js'
import { shape } from './shape.js'

// Objects with the same form on many wires.

/** `{type: "text", text}` */
export const textBlock = /* @__PURE__ */ shape<TextPart>(
  { type: 'text' },
  { type: is('text'), text: needed(to('text')) },
)

/** `{type: "reasoning", text}` */
export const reasoningBlock = /* @__PURE__ */ shape<ReasoningPart>(
  { type: 'reasoning' },
  { type: is('reasoning'), text: needed(to('text')) },
)

/** `{type: "source", url, title}` */
export const sourceBlock = /* @__PURE__ */ shape<SourcePart>(
  { type: 'source' },
  { type: is('source'), url: to('url'), title: to('title') },
)
