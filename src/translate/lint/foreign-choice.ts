import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { valueAt } from '../../base/json/pointer.js'
import { createContext } from '../../base/model/context.js'
import { readChoice } from './foreign-tools.js'
import type { Fix } from './rule.js'
import type { Place } from './view.js'
import type { WrittenForm } from './wire-shapes.js'

/** Finds the tool choice, if another format can decode it and this wire cannot. */
export function foreignChoice(request: JsonObject, { codecs, wire, choicePath }: WrittenForm): Place[] {
  const choice = choicePath === undefined ? undefined : valueAt(request, choicePath)
  if (choicePath === undefined || choice === undefined || choice === null) return []
  const decoded = attempt(() => codecs.tools.decodeChoice(choice, createContext(wire)))
  const isRead = 'value' in decoded && decoded.value.type !== 'opaque'
  return isRead || readChoice(choice) === undefined ? [] : [{ path: choicePath }]
}

/** Creates the fix that encodes the tool choice in the form of the wire. */
export function fixChoice({ codecs, wire, choicePath }: WrittenForm): Fix {
  return (request, path) => {
    const choice = path === choicePath ? readChoice(valueAt(request, path) ?? null) : undefined
    const context = createContext(wire)
    const encoded = choice && attempt(() => codecs.tools.encodeChoice(choice, context))
    if (encoded === undefined || 'error' in encoded) return undefined
    if (context.notices.some(({ severity }) => severity === 'warning')) return undefined
    const { value } = encoded
    return value === undefined ? [{ op: 'remove', path }] : [{ op: 'replace', path, value }]
  }
}
