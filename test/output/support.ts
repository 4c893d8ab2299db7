import fc from 'fast-check'
import { z } from 'zod'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { Conversation, ModelResponse, Part } from '../../src/base/model/types.js'
import { provider } from '../../src/chat/provider/provider.js'
import type { ProviderWithSend } from '../../src/chat/provider/provider-types.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { chunked } from '../support/proxy.js'

/** A schema with a valid value. */
export interface Case {
  readonly schema: z.ZodType
  readonly value: JsonValue
}

const KEYS = ['city', 'a b', 'list', '0', 'ä', 'type']

/** Typical schemas of programs, each with a valid value. */
export const { any: anyCase, object: objectCase } = fc.letrec<{ any: Case; object: Case }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string().map((value) => ({ schema: z.string(), value })),
    fc.integer({ min: -1000, max: 1000 }).map((value) => ({ schema: z.int(), value })),
    fc.boolean().map((value) => ({ schema: z.boolean(), value })),
    fc.constantFrom('rain', 'sun').map((value) => ({ schema: z.enum(['rain', 'sun']), value })),
    tie('any').map(({ schema, value }) => ({ schema: z.array(schema), value: [value, value] })),
    tie('any').map(({ schema }) => ({ schema: schema.nullable(), value: null })),
    tie('object'),
  ),
  object: fc
    .dictionary(fc.constantFrom(...KEYS), fc.tuple(tie('any'), fc.constantFrom('set', 'absent', 'default')), {
      maxKeys: 4,
    })
    .map((members) => {
      const shape = Object.entries(members).map(([key, [{ schema, value }, how]]) => {
        if (how === 'absent') return [key, schema.optional()] as const
        return [key, how === 'default' ? schema.default(() => value) : schema] as const
      })
      const set = Object.entries(members).filter(([, [, how]]) => how === 'set')
      return {
        schema: z.object(Object.fromEntries(shape)),
        value: Object.fromEntries(set.map(([key, [{ value }]]) => [key, value])),
      }
    }),
}))

/** Answers a model's request. */
export type Say = (
  asked: Conversation,
  turn: number,
) => Pick<ModelResponse, 'finish'> & { readonly parts: readonly Part[] }

const encoder = new TextEncoder()

/**
 * Creates a provider of a wire whose model gives that answer. Streams are split into pieces of that many
 * bytes.
 */
export function saying<Wire extends Adapter>(
  adapter: Wire,
  say: Say,
  { pieces = 50, ...options }: { readonly pieces?: number } & Partial<ProviderWithSend<Wire>> = {},
) {
  const sent: Conversation[] = []
  const model = provider(adapter as Adapter, {
    model: 'm',
    maxOutputTokens: 100,
    ...(options as object),
    send: async (request) => {
      const asked = adapter.decodeRequest(request as never).value
      sent.push(asked)
      const { parts, finish } = say(asked, sent.length - 1)
      const usage = { inputTokens: 10, outputTokens: 5 }
      const response = { id: 'r', model: 'm', message: { role: 'assistant' as const, parts }, finish, usage }
      if (options.stream === false) return adapter.encodeResponse(response).value as never
      return chunked(inPieces(adapter, response, pieces), {
        'content-type': adapter.codecs.stream.framing.contentType,
      })
    },
  })
  return { model, sent }
}

function inPieces({ codecs }: Adapter, response: ModelResponse, size: number): Uint8Array[] {
  const frames = [...streamFrames(response, codecs, createContext(codecs.id))]
  const bytes = frames.map((frame) => (typeof frame === 'string' ? encoder.encode(frame) : frame))
  const all = Uint8Array.from(bytes.flatMap((piece) => [...piece]))
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
}
