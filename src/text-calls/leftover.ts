import type { Notice } from '../base/model/context.js'
import type { Leftover } from './scanner.js'

/** Creates the notice for text that looks like a call. */
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
      return `text that looks like a call of ${what} stays text: no such tool is declared`
    case 'cut':
      return `the text ends inside a call that began with ${what}: it stays text, because it names no tool`
    case 'unreadable':
      return `${what} begins a call, but no call follows: it stays text`
    case 'draft':
      return `a call of ${what} is inside reasoning: it is a draft and stays text`
    case 'example':
      return `${what} is in code or in a quotation: it is an example and stays text; insideCode reads it`
  }
}
