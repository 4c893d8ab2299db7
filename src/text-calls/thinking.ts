import type { ReadDialect } from './dialect.js'

const PAIRS: Readonly<Record<string, string>> = {
  '<think>': '</think>',
  '<thinking>': '</thinking>',
  '<thought>': '</thought>',
  '<reasoning>': '</reasoning>',
  '<seed:think>': '</seed:think>',
  '[THINK]': '[/THINK]',
  '<|START_THINKING|>': '<|END_THINKING|>',
  '<|channel>thought': '<channel|>',
  '<|inner_prefix|>': '<|inner_suffix|>',
  '<|open|>think<|sep|>': '<|close|>think<|sep|>',
  '<longcat_think>': '</longcat_think>',
  '<mm:think>': '</mm:think>',
}

/** Marks that begin reasoning, at the start of a line. */
export const THINKING_STARTS: readonly string[] = /* @__PURE__ */ Object.keys(PAIRS)
/** Marks that end reasoning, even if its beginning was in the prompt. */
export const THINKING_ENDS: readonly string[] = /* @__PURE__ */ Object.values(PAIRS)

/** The dialect of reasoning that models write as text. Calls in reasoning are drafts. */
export const THINKING_DIALECT: ReadDialect = {
  markers: THINKING_STARTS,
  // biome-ignore lint/correctness/useYield: nothing has to be read
  *read(_source, marker) {
    return { noun: 'reasoning', ends: [PAIRS[marker] ?? ''] }
  },
}

/** The dialect of quoted text other than code between backticks. Calls in quoted text are examples. */
export const QUOTED_DIALECT: ReadDialect = {
  markers: ['~~~', '<pre>', '<pre '],
  *read(source, marker) {
    source.isReleased = true
    const end = marker === '~~~' ? '\n~~~' : '</pre>'
    yield* source.until(end)
    yield* source.take(end)
    return false
  },
}
