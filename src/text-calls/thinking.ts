import type { TextDialect } from './dialect.js'

const PAIRS: Readonly<Record<string, string>> = {
  '<think>': '</think>',
  '[THINK]': '[/THINK]',
  '<seed:think>': '</seed:think>',
}

/** What models write of their thinking before they answer: calls in it are drafts, and so text. */
export const THINKING: TextDialect = {
  id: 'thinking',
  starts: Object.keys(PAIRS),
  *read(source, marker) {
    const end = PAIRS[marker] ?? ''
    source.isReleased = true
    yield* source.until(end)
    yield* source.take(end)
    return false
  },
  writeCalls: () => '',
  results: { open: '', close: '' },
}
