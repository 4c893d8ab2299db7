import { isArray, isObject } from '../../json/read.js'
import type { Conversation, ProviderMetadata, Response } from '../../model/types.js'
import type { FitContext } from './step.js'

interface Carrier {
  readonly providerMetadata?: ProviderMetadata
}

/**
 * Reports the native fields that decoding kept for their own wire and that no other wire has a place for: one notice
 * for the settings of the request, one for the fields inside it.
 */
export function reportNotCarried(conversation: Conversation, fit: FitContext): Conversation {
  const settings = foreignFields([conversation], fit.wire)
  if (settings.size > 0)
    fit.report({
      code: 'settings-not-carried',
      severity: 'warning',
      path: '/providerMetadata',
      message: `settings of another wire are not carried over: ${listed(settings)}`,
      detail: [...settings.keys()],
    })
  const parts = conversation.messages.flatMap((message) => [message, ...message.parts])
  const inner = foreignFields([...parts, ...(conversation.tools ?? [])], fit.wire)
  if (inner.size > 0)
    fit.report({
      code: 'fields-not-carried',
      severity: 'info',
      path: '',
      message: `fields of another wire on messages, parts or tools are not carried over: ${listed(inner)}`,
      detail: [...inner.keys()],
    })
  return conversation
}

/**
 * Reports the further answers of a response. Where a wire gives several, its adapter reads one and keeps the rest as
 * `alternatives` in its metadata, which only the same wire can write again.
 */
export function reportAlternatives({ providerMetadata = {} }: Response, fit: FitContext): void {
  for (const [wire, { alternatives }] of Object.entries(providerMetadata)) {
    if (wire === fit.wire || !isArray(alternatives)) continue
    fit.report({
      code: 'alternatives-dropped',
      severity: 'warning',
      path: `/providerMetadata/${wire}/alternatives`,
      message: `the response has ${alternatives.length} further answers; only the one that was read is carried over`,
    })
  }
}

function isCarrier(value: object): value is Carrier {
  return 'providerMetadata' in value
}

/** Per field of another wire: how often it occurs. A value that the target wire knows itself loses nothing. */
function foreignFields(values: readonly object[], wire: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const value of values) {
    const providerMetadata = isCarrier(value) ? value.providerMetadata : undefined
    if (providerMetadata === undefined || providerMetadata[wire] !== undefined) continue
    for (const metadata of Object.values(providerMetadata)) {
      if (!isObject(metadata.extra)) continue
      for (const [field, content] of Object.entries(metadata.extra))
        if (content !== null) found.set(field, (found.get(field) ?? 0) + 1)
    }
  }
  return found
}

function listed(fields: ReadonlyMap<string, number>): string {
  return [...fields].map(([field, count]) => (count === 1 ? field : `${field} (${count} times)`)).join(', ')
}
