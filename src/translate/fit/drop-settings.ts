import { at, isObject, objectIn } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { mapMessages, mapParts } from '../../base/model/change.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type { Conversation, Message } from '../../base/model/types.js'
import { refuseSetting, withoutSettings } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/** Drops settings that the target rejects, and rejected native fields without a setting. */
export function dropRefused(conversation: Conversation, fit: FitContext): Conversation {
  const { refusedSettings, refusedFields = [], knownFields } = fit.limits
  const left = withoutSettings(withoutEffort(conversation, fit), refusedSettings, reasonIn(fit), fit)
  const kept = withoutFields(left, refusalOf(knownFields?.request, refusedFields), '', fit)
  if (knownFields?.messages === undefined) return kept
  const isRefused = refusalOf(knownFields.messages)
  return mapMessages(kept, fit, (message) =>
    plainParts(withoutFields(message, isRefused, fit.pathOf(message), fit), isRefused, fit),
  )
}

/** Returns the reason of the wire for the settings that the wire itself refuses. */
function reasonIn({ limits, wireLimits }: FitContext): (setting: string) => string {
  const own: readonly string[] = wireLimits.refusedSettings ?? []
  return (setting) => (own.includes(setting) ? limits.refusalReason : undefined) ?? 'the target refuses it'
}

/** Replaces native parts whose only field is refused, such as `refusal`, by the field's text. Other values are dropped. */
function plainParts(message: Message, isRefused: NameTest, fit: FitContext): Message {
  return mapParts(message, fit, (part) => {
    if (part.type !== 'opaque' || part.wire !== fit.wire || !isObject(part.value)) return part
    const [[name, value] = ['', undefined], ...more] = Object.entries(part.value)
    if (more.length > 0 || !isRefused(name)) return part
    reportField(name, fit.pathOf(part), fit)
    return typeof value === 'string' ? { type: 'text', text: value } : undefined
  })
}

type NameTest = (name: string) => boolean

function refusalOf(known: readonly string[] | undefined, refused: readonly string[] = []): NameTest {
  return (name) => refused.includes(name) || known?.includes(name) === false
}

/**
 * The metadata keys with native fields: top-level fields, and the remaining fields of objects that contain
 * settings.
 */
const PLACES = ['extra', 'groups'] as const

function withoutFields<Value extends Conversation | Message>(
  value: Value,
  isRefused: NameTest,
  path: string,
  fit: FitContext,
): Value {
  const own = metadataOf(value, fit)
  const refused = PLACES.flatMap((place) => Object.keys(objectIn(own?.[place]))).filter(isRefused)
  if (refused.length === 0) return value
  for (const name of new Set(refused)) reportField(name, at(path, name), fit)
  const kept = PLACES.map((place) => {
    const fields = Object.entries(objectIn(own?.[place])).filter(([name]) => !isRefused(name))
    return [place, fields.length === 0 ? undefined : Object.fromEntries(fields)] as const
  })
  return withMetadata(value, compact({ ...own, ...Object.fromEntries(kept) }), fit)
}

/** Reports a field that the target refuses. */
export function reportField(name: string, path: string, fit: FitContext): void {
  const message = `the target refuses the field ${name}; it is left out`
  fit.report({ code: 'field-refused', severity: 'warning', path, message })
}

/** Drops the effort if the target accepts only a budget. */
function withoutEffort(conversation: Conversation, fit: FitContext): Conversation {
  const { effort, ...reasoning } = conversation.reasoning ?? {}
  if (effort === undefined || fit.limits.reasoningDepth !== 'budget') return conversation
  refuseSetting('/reasoning/effort', 'the target accepts no effort', fit)
  const { reasoning: _reasoning, ...rest } = conversation
  return Object.keys(reasoning).length === 0 ? rest : { ...rest, reasoning }
}
