import type { JsonObject } from '../../base/json/json-types.js'
import { at } from '../../base/json/read-json.js'
import { none } from './checks.js'
import { withoutUnknown } from './fix-request-fields.js'
import { leftOut } from './fixes.js'
import { type Find, type Found, within } from './found.js'
import type { LimitCheck } from './limited.js'
import type { Place } from './view.js'

/**
 * Creates the check that a request has only fields that the server knows. The fix renames or removes others.
 * @param otherNames the names of fields at servers that do not know the usual name.
 */
export function requestFieldsKnown(otherNames: Readonly<Record<string, string>>): LimitCheck<JsonObject> {
  return {
    limit: 'knownFields',
    checkFor: ({ knownFields }) =>
      knownFields &&
      none((value: JsonObject) => unknownIn(knownFields.request)({ value, path: '' }), saysUnknown),
    fixFor: ({ knownFields }) => {
      return (request, path) => {
        const value = request[path.slice(1)]
        const name = otherNames[path.slice(1)] ?? ''
        const isRenamed = knownFields?.request.includes(name) === true && request[name] === undefined
        if (value === undefined || !isRenamed) return withoutUnknown(request, path)
        return [
          { op: 'remove', path },
          { op: 'add', path: at('', name), value },
        ]
      }
    },
  }
}

/** Creates the check that messages have only fields that the server knows. The fix removes others without content. */
export function messageFieldsKnown(messagesOf: Find): LimitCheck<JsonObject> {
  return {
    limit: 'knownFields',
    checkFor: ({ knownFields }) =>
      knownFields?.messages && none(within(messagesOf, unknownIn(knownFields.messages)), saysUnknown),
    fixFor: () => (request, path) =>
      /\/(?:parts|function_call|tool_calls)$/.test(path) ? undefined : leftOut(request, path),
  }
}

interface NamedPlace extends Place {
  readonly name: string
}

const saysUnknown = ({ name }: NamedPlace) => `the server has no field "${name}" here and refuses it`

/** Returns the members of an object that are not known. */
function unknownIn(known: readonly string[]): (found: Found) => NamedPlace[] {
  return ({ value, path }) =>
    Object.keys(value).flatMap((name) => (known.includes(name) ? [] : [{ name, path: at(path, name) }]))
}
