import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Conversation, Message, Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import type { TextLimit } from '../../src/codec/wire/limits.js'
import {
  createFitContext,
  FIT_STEPS,
  type FitOptions,
  type FitTarget,
  fit,
  fitMessages,
} from '../../src/translate/fit/fit.js'
import { reportNotCarried } from '../../src/translate/fit/not-carried.js'
import { conversation, deepFreeze } from '../support/arbitraries.js'
import { tries } from '../support/cases.js'
import { resolvePointer } from '../support/pointer.js'
import { targets } from '../support/targets.js'

const options: fc.Arbitrary<FitOptions> = fc.record(
  {
    providerExecuted: fc.constantFrom('narrate' as const, 'as-function' as const, 'drop' as const),
    model: fc.constantFrom('model-a', 'model-b'),
    from: fc.constantFrom('other', 'target'),
  },
  { requiredKeys: [] },
)

const isClientCall = (part: Part): part is ToolCall => part.type === 'tool-call' && !part.providerExecuted
const isClientResult = (part: Part): part is ToolResult =>
  part.type === 'tool-result' && !part.providerExecuted
const partsOf = (value: Conversation) => value.messages.flatMap((message) => message.parts)

function isLegal(text: string, limit: TextLimit): boolean {
  const lengthFits = limit.exactLength ? text.length === limit.maxLength : text.length <= limit.maxLength
  return lengthFits && new RegExp(`^(?:${limit.pattern})$`).test(text)
}

/** Returns every prefix that ends where the model answers next. */
function requestBoundaries(messages: readonly Message[]): number[] {
  return messages.flatMap((message, index) =>
    message.role === 'assistant' && index > 0 && messages[index - 1]?.role !== 'assistant' ? [index] : [],
  )
}

describe.each(Object.entries(targets))('fit to the %s target', (_name, target: FitTarget) => {
  const check = (complete: boolean, holds: (value: Conversation, chosen: FitOptions) => void) =>
    fc.assert(
      fc.property(conversation(complete), options, (value, chosen) => {
        holds(deepFreeze(value), chosen)
      }),
      tries(300),
    )

  test('skipped steps would have changed and reported nothing', () => {
    check(false, (value, chosen) => {
      const fitted = fit(value, target, chosen)
      const context = createFitContext(value, target, chosen)
      const { model = value.model } = chosen
      const start = model === undefined ? value : { ...value, model }
      const steps = [...FIT_STEPS.map(({ step }) => step), ...(target.fit ?? [])]
      expect(steps.reduce((current, step) => step(current, context), start)).toEqual(fitted.conversation)
      reportNotCarried(value, fitted.conversation, context)
      expect(context.notices).toEqual(fitted.notices)
    })
  })

  test('messages alone fit as in a conversation without tools', () => {
    const { limits } = target
    check(false, ({ messages }, chosen) => {
      const alone = { ...target, limits: { ...limits, toolsRequiredWithHistory: false } }
      expect(fitMessages(messages, target, chosen)).toEqual(fit({ messages }, alone, chosen))
    })
  })

  test('ids are legal and no two client calls share one', () => {
    check(false, (value, chosen) => {
      const ids = partsOf(fit(value, target, chosen).conversation)
        .filter(isClientCall)
        .map((call) => call.id)
      expect(ids.filter((id) => !isLegal(id, target.limits.callId))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
    })
  })

  test('names are legal, injective, and the map leads back', () => {
    check(false, (value, chosen) => {
      const fitted = fit(value, target, chosen)
      const names = [
        ...(fitted.conversation.tools ?? []).filter((tool) => tool.type !== 'provider'),
        ...partsOf(fitted.conversation).filter((part) => isClientCall(part) || isClientResult(part)),
      ].map((named) => named.name)
      expect(names.filter((name) => !isLegal(name, target.limits.toolName))).toEqual([])
      const originals = Object.values(fitted.toolNames)
      expect(new Set(originals).size).toBe(originals.length)
      expect(originals.filter((name) => isLegal(name, target.limits.toolName))).toEqual([])
    })
  })

  test('every client call is answered once, right after its turn, in order', () => {
    check(false, (value, chosen) => {
      const { messages } = fit(value, target, chosen).conversation
      messages.forEach((message, index) => {
        const calls = message.parts.filter(isClientCall).map((call) => call.id)
        if (message.role === 'tool') {
          expect(messages[index - 1]?.role).toBe('assistant')
          expect(message.parts.every(isClientResult)).toBe(true)
        } else expect(message.parts.some(isClientResult)).toBe(false)
        if (calls.length > 0)
          expect(messages[index + 1]?.parts.filter(isClientResult).map((result) => result.callId)).toEqual(
            calls,
          )
      })
    })
  })

  test('nothing foreign is left', () => {
    check(false, (value, chosen) => {
      const fitted = fit(value, target, chosen).conversation
      for (const message of fitted.messages)
        for (const part of message.parts) {
          const own =
            message.origin?.wire === 'target' ||
            ('providerMetadata' in part && part.providerMetadata?.target !== undefined)
          if (part.type === 'opaque') expect(part.wire).toBe('target')
          if (part.type === 'reasoning' || part.type === 'source') expect(own).toBe(true)
          if (part.type === 'tool-call' || part.type === 'tool-result')
            if (part.providerExecuted) expect(own).toBe(true)
          if (part.type === 'tool-call' && !own && !part.providerExecuted)
            expect(['function', 'custom']).toContain(part.kind)
          if (part.type === 'tool-result' && part.output.type === 'content')
            for (const inner of part.output.value)
              if (inner.type === 'opaque') expect(inner.wire).toBe('target')
        }
      for (const tool of fitted.tools ?? []) if (tool.type === 'provider') expect(tool.wire).toBe('target')
      if (fitted.toolChoice?.type === 'opaque') expect(fitted.toolChoice.wire).toBe('target')
    })
  })

  test('provider-executed results that stay have their call before them', () => {
    check(false, (value, chosen) => {
      const seen = new Set<string>()
      for (const part of partsOf(fit(value, target, chosen).conversation)) {
        if (part.type === 'tool-call' && part.providerExecuted) seen.add(part.id)
        if (part.type === 'tool-result' && part.providerExecuted) expect(seen).toContain(part.callId)
      }
    })
  })

  test('the sent prefix of a request is stable as the conversation grows', () => {
    check(true, (value, chosen) => {
      const whole = fit(value, target, chosen).conversation.messages
      for (const boundary of requestBoundaries(value.messages)) {
        const prefix = { ...value, messages: value.messages.slice(0, boundary) }
        const before = fit(prefix, target, chosen).conversation.messages
        expect(whole.slice(0, before.length)).toEqual(before)
      }
    })
  })

  test('a fitted conversation is left alone', () => {
    check(false, (value, chosen) => {
      const once = fit(value, target, chosen).conversation
      expect(fit(once, target, chosen).conversation).toBe(once)
    })
  })

  test('changes are reported, with a path into the input', () => {
    check(false, (value, chosen) => {
      const { conversation: fitted, notices } = fit(value, target, chosen)
      const modelOnly = { ...value, model: chosen.model ?? value.model }
      // Filling in the name of a result adds no information.
      const nameless = partsOf(value).some((part) => part.type === 'tool-result' && part.name === '')
      if (notices.length === 0 && !nameless) expect(fitted).toEqual(JSON.parse(JSON.stringify(modelOnly)))
      // A notice about a missing value has the path at which the value would be.
      for (const { path } of notices)
        expect([path, resolvePointer(value, path.slice(0, path.lastIndexOf('/')))]).not.toContain(undefined)
    })
  })
})
