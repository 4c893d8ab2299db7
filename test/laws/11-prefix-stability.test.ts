import { describe, expect } from 'vitest'
import type { Conversation, Message } from '../../src/base/model/types.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { exchangesBetween, forEachPair, holdsFor } from '../support/law.js'
import { encodeFor, prefixBreak, sharedBytes } from '../support/translation.js'
import { stored } from '../support/values.js'

/**
 * Returns the conversation as it was sent before each answer of the model. A wire without mid-conversation
 * changes has one list of tools and one value of each setting, so later changes in the history apply from the
 * start here. The earlier messages are still unchanged.
 */
function earlierStates(conversation: Conversation, { adapter }: LoadedAdapter): Conversation[] {
  const { messages } = conversation
  const isSettled = ({ parts }: Message) =>
    adapter.codecs.limits.carries?.includes('opaque') !== true &&
    parts.length > 0 &&
    parts.every((part) => part.type === 'opaque' && part.changes !== undefined && part.wire !== adapter.id)
  return messages.flatMap(({ role }, index) => {
    const isAnswer = role === 'assistant' && index > 0 && messages[index - 1]?.role !== 'assistant'
    const earlier = [...messages.slice(0, index), ...messages.slice(index).filter(isSettled)]
    return isAnswer ? { ...conversation, messages: earlier } : []
  })
}

/**
 * The provider refuses a history with calls and without tools, so a tool is declared with the first call. If
 * manual thinking would be refused, it is paused until the next turn.
 */
const REWRITES = new Set(['tools-declared', 'thinking-paused'])

describe('law 11: translated content is unchanged when the conversation grows', () => {
  forEachPair('requests', ['request'], (from, to) => {
    holdsFor(exchangesBetween(from, to), ({ request }) => {
      if (request === undefined) return undefined
      const conversation = from.adapter.decodeRequest(request).value
      const grown = encodeFor(conversation, to)
      const whole = stored(grown.value)
      // If manual thinking would be refused, it is paused until the next turn, and a warning is reported.
      const isPaused = grown.notices.some(({ code }) => code === 'thinking-paused')
      for (const earlier of earlierStates(conversation, to)) {
        const { thinking, ...before } = stored(encodeFor(earlier, to).value)
        const problem = prefixBreak(
          isPaused ? before : { ...before, ...(thinking !== undefined && { thinking }) },
          whole,
        )
        if (problem !== undefined) return `with ${earlier.messages.length} messages: ${problem}`
      }
      return undefined
    })
  })

  forEachPair('the bytes of a request begin the next one', ['http', 'request'], (from, to) => {
    const shares: string[] = []
    for (const { id, request } of exchangesBetween(from, to)) {
      if (request === undefined) continue
      const conversation = from.adapter.decodeRequest(request).value
      const states = [...earlierStates(conversation, to), conversation].map((state) => encodeFor(state, to))
      states.slice(1).forEach((next, index) => {
        const before = states[index]
        const share = sharedBytes(before?.value ?? {}, next.value)
        // Paused thinking is enabled again in the next turn.
        const wasPaused = before?.notices.some(({ code }) => code === 'thinking-paused') === true
        if (share < 0.99 && !wasPaused && !next.notices.some(({ code }) => REWRITES.has(code)))
          shares.push(`${id} at turn ${index + 1}: ${share.toFixed(3)}`)
      })
    }
    expect(shares).toEqual([])
  })
})
