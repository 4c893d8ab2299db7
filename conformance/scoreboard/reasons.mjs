const HIDDEN =
  'Reasoning of another provider is hidden from these clients. They send it back, and the server of their own API refuses reasoning without its signature'

/** The reasons of failed cases of this library, by the beginning of the case's id. */
const REASONS = {
  'media/image-detail/': 'The detail of an image is not translated yet',
  'reasoning/answer-keeps-reasoning-apart/': HIDDEN,
  'reasoning/reasoning-before-calls/': HIDDEN,
  'reasoning/reasoning-field-of-openrouter/': HIDDEN,
  'reasoning/stream-keeps-reasoning-apart/': HIDDEN,
  'streams/plan-before-call/': HIDDEN,
}

/** Returns the reason of a failed case, or undefined if it has none. */
export function reasonOf(id) {
  const prefix = Object.keys(REASONS).find((start) => id.startsWith(start))
  return prefix && REASONS[prefix]
}
