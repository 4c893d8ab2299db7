import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, asNative, memberAt, objectOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { hostedTool } from '../../base/model/canonical.js'
import { type Context, createContext } from '../../base/model/context.js'
import { expectForm } from '../../base/model/form.js'
import type { HostedTool } from '../../base/model/hosted-settings.js'
import type { ProviderTool } from '../../base/model/types.js'
import { type HostedForms, hostedForm, type NativeHosted, writeHosted } from './hosted-forms.js'

/** A native tool, decoded as a hosted tool. */
export interface ReadHosted {
  readonly tool: HostedTool
  /** Members of the native tool that correspond to no setting. */
  readonly unread: readonly string[]
  /** Fields of the request that configure the tool or a part of the tool. */
  readonly fields: readonly string[]
}

/**
 * Decodes a hosted tool from a native tool or from fields of the request.
 * @param request the fields of the request that are not settings.
 * @returns undefined for a tool without a neutral name, and for settings in an unknown form.
 */
export function readHosted(
  { kind, name, value }: Pick<ProviderTool, 'kind' | 'name' | 'value'>,
  forms: HostedForms | undefined,
  request: JsonObject,
  { wire }: Context,
): ReadHosted | undefined {
  const form = hostedForm(forms, kind)
  if (form === undefined || !namesOf(kind, form).has(form.also === '*' ? '*' : name)) return undefined
  const native: NativeHosted = { tool: objectOr(value, {}), request }
  const paths = Object.entries(form.places ?? {}).flatMap(([setting, place]) =>
    typeof place === 'string'
      ? [[setting, memberAt(asJson(native), place.replaceAll('/', '.'))] as const]
      : [],
  )
  const read = { ...Object.fromEntries(paths), ...form.read?.(native, name) }
  const { name: given = kind, ...settings } = read
  const tool = { type: 'hosted', kind, name: given, settings: withoutNulls(compact(settings)) }
  if ('error' in attempt(() => expectForm(asJson(tool), hostedTool.form, ''))) return undefined
  const hosted = asNative<HostedTool>(asJson(tool))
  const { tool: written = {}, request: fields = {} } = writeHosted(hosted, forms, createContext(wire)) ?? {}
  const unread = Object.keys(objectOr(value, {})).filter((member) => !Object.hasOwn(written, member))
  return { tool: hosted, unread, fields: Object.keys(fields) }
}

function namesOf(kind: string, { name = kind, also = '' }: { name?: string; also?: string }): Set<string> {
  return new Set([name, ...also.split(' ')])
}

/** Removes null members, which SDKs send for absent settings. */
function withoutNulls(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
}
