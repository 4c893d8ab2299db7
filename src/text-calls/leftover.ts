import type { Notice } from '../model/context.js'
import type { Leftover } from './scanner.js'

/** What is said of text that looks like a call. */
export function leftoverNotice({ reason, what }: Leftover): Notice {
  return {
    code: 'text-call-left',
    severity: reason === 'undeclared' || reason === 'cut' ? 'warning' : 'info',
    path: '',
    message: messageOf(reason, JSON.stringify(what)),
    detail: { reason },
  }
}

function messageOf(reason: Leftover['reason'], what: string): string {
  switch (reason) {
    case 'undeclared':
      return `what looks like a call of ${what} is left as text: no tool of this name is declared with it`
    case 'cut':
      return `the text ends inside of what began with ${what}: it is left as text, because no tool is named in it`
    case 'unreadable':
      return `${what} begins a call, but what follows is none: it is left as text`
    case 'draft':
      return `a call of ${what} stands before the end of thinking: it is a draft, and left as text`
    case 'example':
      return `${what} stands in code or in a quotation: it is an example, and left as text; insideCode reads it`
  }
}
