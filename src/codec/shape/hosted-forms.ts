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

/** The native form of a hosted tool: a native tool, fields of the request, or both. */
export interface NativeHosted {
  readonly tool?: JsonObject
  readonly request?: JsonObject
}

type WithName<Settings> = Settings & { readonly name: string }

/**
 * The position of a setting: its path below the native tool or the request (`tool/max_uses`), or a function
 * that encodes it. The function returns undefined for a value that the wire cannot express.
 */
type SettingPlace<Value, Settings> =
  | string
  | ((value: Value, settings: WithName<Settings>) => NativeHosted | undefined)

/**
 * One kind of tool on one wire, by its settings and its name. Settings without a position are dropped with a
 * notice.
 */
interface HostedForm<Settings> {
  /** The form without settings. */
  readonly native: NativeHosted
  /** The name of the decoded tool. Default: the name of the hosted tool. */
  readonly name?: string
  readonly places?: {
    readonly [Key in keyof WithName<Settings>]?: SettingPlace<NonNullable<WithName<Settings>[Key]>, Settings>
  }
  /** The object into which the extras of this wire are merged. Default: `tool`. */
  readonly extras?: string
  /** Names of the functions that the model calls for this tool, separated by spaces. */
  readonly calls?: string
  /**
   * Further names that decoding recognizes, such as names of older versions, separated by spaces. `*` matches
   * any name.
   */
  readonly also?: string
  /**
   * Decodes the settings whose position is a function. The caller checks the types of the settings. Default:
   * no settings.
   */
  read?(native: NativeHosted, name: string): { readonly [Key in keyof Settings]?: JsonValue | undefined }
  /**
   * Request fields with which the answer contains the results of the tool's calls. Default: every answer
   * contains the results.
   */
  readonly asks?: JsonObject
  /** The form of the tool's calls in an answer. Default: the calls cannot be converted to other wires. */
  readonly run?: RunForm
}

/** The hosted tools of a wire, by their neutral names. */
export type HostedForms = { readonly [Kind in HostedKind]?: HostedForm<HostedSettings[Kind]> } & {
  /** The form of a search among the tools of the request; the search tool is not a hosted tool. */
  readonly tool_search?: HostedForm<Readonly<Record<string, never>>>
}

/** The form of any kind of tool. Positions are looked up by the name of the setting. */
interface AnyForm extends Omit<HostedForm<unknown>, 'places' | 'read'> {
  readonly places?: Readonly<Record<string, SettingPlace<never, never> | undefined>>
  read?(native: NativeHosted, name: string): Readonly<Record<string, JsonValue | undefined>>
}

export function hostedForm(forms: HostedForms | undefined, kind: string): AnyForm | undefined {
  const all: Readonly<Record<string, AnyForm | undefined>> = forms ?? {}
  return Object.hasOwn(all, kind) ? all[kind] : undefined
}

/** Encodes a hosted tool in a list without a request; the tool's request fields are dropped with a notice. */
export function encodeHosted(tool: HostedTool, forms: HostedForms, context: Context): JsonObject | undefined {
  const native = writeHosted(tool, forms, context)
  if (native?.request !== undefined) dropRequestPart(tool, Object.keys(native.request), context)
  return native?.tool
}

/**
 * Replaces hosted tools with the wire's native tools, and adds the request fields that represent or configure
 * some tools to the metadata of the wire. Returns the same conversation if it has no hosted tools.
 * @param derive called with each tool and its replacement.
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

/** Nests a value: `a/b` and a value become `{a: {b: value}}`. */
function nest(place: string, value: JsonValue): JsonValue {
  return place.split('/').reduceRight((inner, key) => ({ [key]: inner }), value)
}

/**
 * Merges two values member by member; `over` takes precedence.
 * @param joins true to concatenate lists instead.
 */
function merge(under: JsonValue | undefined, over: JsonValue, joins = false): JsonValue {
  if (joins && isArray(under) && isArray(over)) return [...under, ...over]
  if (!isObject(under) || !isObject(over)) return over
  const merged = { ...under }
  for (const [key, value] of Object.entries(over))
    define(merged, key, merge(Object.hasOwn(under, key) ? under[key] : undefined, value, joins))
  return merged
}

/** Reads the user location of a native object with the same field names. */
export function readLocation(native: JsonValue | undefined): JsonObject | undefined {
  if (!isObject(native)) return undefined
  const { city, region, country, timezone } = native
  const place = { city, region, country, timezone }
  const said = Object.entries(place).map(([name, value]) => [name, stringOr(value, undefined)] as const)
  return unlessEmpty(Object.fromEntries(said))
}
