import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, at, isArray, isObject, stringOr } from '../../base/json/read-json.js'
import { define, unlessEmpty } from '../../base/json/write-json.js'
import type { Context } from '../../base/model/context.js'
import type { HostedKind, HostedSettings, HostedTool } from '../../base/model/hosted-settings.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type { Conversation, ProviderTool, ToolDefinition } from '../../base/model/types.js'
import { extraOf } from './fields.js'
import { dropHostedSetting, dropHostedTool, dropRequestPart } from './losses.js'
import type { RunForm } from './run-forms.js'

/** What a hosted tool is on a wire: a native tool, fields of the request, or both. */
export interface NativeHosted {
  readonly tool?: JsonObject
  readonly request?: JsonObject
}

type WithName<Settings> = Settings & { readonly name: string }

/**
 * Where a setting stands: its path below the native tool or the request (`tool/max_uses`), or what writes it there, which
 * gives undefined for a value that the wire cannot say.
 */
type SettingPlace<Value, Settings> =
  | string
  | ((value: Value, settings: WithName<Settings>) => NativeHosted | undefined)

/** One kind of tool on one wire, by its settings and its name. Settings without a place are left out with a notice. */
interface HostedForm<Settings> {
  /** Before its settings. */
  readonly native: NativeHosted
  /** What decoding calls the tool. Default: as the hosted tool is called. */
  readonly name?: string
  readonly places?: {
    readonly [Key in keyof WithName<Settings>]?: SettingPlace<NonNullable<WithName<Settings>[Key]>, Settings>
  }
  /** The object whose members the extras of this wire are. Default: `tool`. */
  readonly extras?: string
  /** Names of the functions that the model calls in its place, with spaces between them. */
  readonly calls?: string
  /** Further names under which decoding finds it: those of older versions, with spaces between them. `*`: any. */
  readonly also?: string
  /** Its settings whose place is no path, read back; a value of another form is checked by the caller. Default: there are none. */
  read?(native: NativeHosted, name: string): { readonly [Key in keyof Settings]?: JsonValue | undefined }
  /** Fields of a request by which an answer tells what its calls found. Default: every answer does. */
  readonly asks?: JsonObject
  /** How an answer tells its calls. Default: not in a way that other wires can tell. */
  readonly run?: RunForm
}

/** The tools that a wire has under a neutral word. */
export type HostedForms = { readonly [Kind in HostedKind]?: HostedForm<HostedSettings[Kind]> } & {
  /** How an answer tells a search among the tools of the request; the tool itself is no hosted one. */
  readonly tool_search?: HostedForm<Readonly<Record<string, never>>>
}

/** A form of any kind; its places are found by the names of settings. */
interface AnyForm extends Omit<HostedForm<unknown>, 'places' | 'read'> {
  readonly places?: Readonly<Record<string, SettingPlace<never, never> | undefined>>
  read?(native: NativeHosted, name: string): Readonly<Record<string, JsonValue | undefined>>
}

export function hostedForm(forms: HostedForms | undefined, kind: string): AnyForm | undefined {
  const all: Readonly<Record<string, AnyForm | undefined>> = forms ?? {}
  return Object.hasOwn(all, kind) ? all[kind] : undefined
}

/** The native tool of a list that stands alone; what belongs beside it in the request is left out with a notice. */
export function encodeHosted(tool: HostedTool, forms: HostedForms, context: Context): JsonObject | undefined {
  const native = writeHosted(tool, forms, context)
  if (native?.request !== undefined) dropRequestPart(tool, Object.keys(native.request), context)
  return native?.tool
}

/**
 * The conversation with the wire's own tools in place of hosted ones, and with the fields of the request that some are
 * (or need) among what is kept for the wire. The same conversation when it has none.
 * @param derive told which tool stands for which.
 */
export function settleHosted(
  conversation: Conversation,
  forms: HostedForms | undefined,
  context: Context,
  derive = <Tool extends object>(_tool: object, settled: Tool): Tool => settled,
): Conversation {
  const { tools, ...rest } = conversation
  if (tools?.some(({ type }) => type === 'hosted') !== true) return conversation
  let request: JsonValue = extraOf(metadataOf(conversation, context))
  const before = request
  const settled = tools.flatMap((tool, index): ToolDefinition[] => {
    if (tool.type !== 'hosted') return [tool]
    const native = writeHosted(tool, forms, { ...context, path: at('/tools', index) })
    if (native?.request !== undefined) request = merge(request, native.request, true)
    if (native?.tool === undefined) return []
    return [derive(tool, providerTool(tool, native.tool, hostedForm(forms, tool.kind)?.name, context))]
  })
  const left = settled.length === 0 ? rest : { ...rest, tools: settled }
  if (request === before) return left
  return withMetadata(left, { ...metadataOf(conversation, context), extra: request }, context)
}

function providerTool(
  { kind, name: given }: HostedTool,
  value: JsonObject,
  name = given,
  { wire }: Context,
): ProviderTool {
  return { type: 'provider', wire, kind, name, value }
}

export function writeHosted(
  tool: HostedTool,
  forms: HostedForms | undefined,
  context: Context,
): NativeHosted | undefined {
  const form = hostedForm(forms, tool.kind)
  if (form === undefined) return dropHostedTool(tool, context)
  const { native, places = {} } = form
  const values = { ...tool.settings, name: tool.name }
  let written: JsonValue = asJson(native)
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue
    const place = Object.hasOwn(places, key) ? places[key] : undefined
    const said =
      typeof place === 'string'
        ? nest(place, asJson(value))
        : place?.(asNative(asJson(value)), asNative(asJson(values)))
    if (said !== undefined) written = merge(written, asJson(said))
    else if (key !== 'name') dropHostedSetting(tool, key, context)
  }
  const extras = tool.extras?.[context.wire]
  if (extras !== undefined) written = merge(written, nest(form.extras ?? 'tool', extras))
  return asNative<NativeHosted>(written)
}

/** `a/b` and a value: `{a: {b: value}}`. */
function nest(place: string, value: JsonValue): JsonValue {
  return place.split('/').reduceRight((inner, key) => ({ [key]: inner }), value)
}

/** What stands over wins, member by member. @param joins whether lists are joined instead. */
function merge(under: JsonValue | undefined, over: JsonValue, joins = false): JsonValue {
  if (joins && isArray(under) && isArray(over)) return [...under, ...over]
  if (!isObject(under) || !isObject(over)) return over
  const merged = { ...under }
  for (const [key, value] of Object.entries(over))
    define(merged, key, merge(Object.hasOwn(under, key) ? under[key] : undefined, value, joins))
  return merged
}

/** Where the user is, of a native object that says it under the same names. */
export function readLocation(native: JsonValue | undefined): JsonObject | undefined {
  if (!isObject(native)) return undefined
  const { city, region, country, timezone } = native
  const place = { city, region, country, timezone }
  const said = Object.entries(place).map(([name, value]) => [name, stringOr(value, undefined)] as const)
  return unlessEmpty(Object.fromEntries(said))
}
