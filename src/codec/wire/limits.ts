import { AdapterError } from '../../base/json/adapter-error.js'
import type { MediaContent, MediaKind, Outcome, ToolChoice } from '../../base/model/types.js'
import type { OutputSchemaLimit, SchemaDialect, StrictMode } from '../../base/schema/schema-dialect.js'
import type { CachePlace } from '../shape/cache-marks.js'
import type { SettingRanges } from '../shape/settings/setting-ranges.js'
import type { AllSettings } from '../shape/settings/settings-table.js'

/** Which limits hold: a profile of the wire by its name, or what differs from the wire's usual limits. */
export type LimitsChoice = string | Partial<Limits>

/** The form of an id or a name. */
export interface TextForm {
  /** Source of a regular expression that the whole text must match, length apart. */
  readonly pattern: string
  /** The most characters. */
  readonly maxLength: number
  /** When set, the text must have exactly `maxLength` characters. */
  readonly exactLength?: true
  /** Id of the acceptance rule that refuses other forms. Default: none is known. */
  readonly rule?: string
  /** Id of the one that refuses other lengths, where that is a rule of its own. */
  readonly lengthRule?: string
}

/** What a wire accepts as an id or a name, and how it is written. */
export interface TextLimit extends TextForm {
  /** Characters that may stand anywhere in it, as the inside of a character class; others become `_`. */
  readonly characters: string
  /** What older deployments accept as well, where that is less. */
  readonly portable?: TextLimit | undefined
  /** What is accepted here and there beyond it, where that is more: only other forms are surely refused. */
  readonly accepted?: TextForm | undefined
}

/** Whether a text keeps to a limit. */
export function textTest({ pattern, maxLength, exactLength }: TextForm): (text: string) => boolean {
  const whole = new RegExp(`^(?:${pattern})$`)
  const hasLength = ({ length }: string) =>
    exactLength === true ? length === maxLength : length <= maxLength
  return (text) => hasLength(text) && whole.test(text)
}

/** What is accepted of one kind of media. */
export interface MediaLimit {
  /** Where it may come from. Default: `Limits.mediaSources`. */
  readonly sources?: readonly MediaContent['type'][]
  /**
   * IANA types that are accepted, by their common names; `text/*` means all of them. Data must say their type then,
   * a URL need not. Default: any.
   */
  readonly types?: readonly string[]
  /** Whether it may have a name. Default: yes. */
  readonly names?: false
}

/** Whether data of a type are accepted; where types are limited, they have to say it. */
export function takesType({ types }: MediaLimit = {}, mediaType: string | undefined): boolean {
  if (types === undefined) return true
  if (mediaType === undefined) return false
  return types.includes(mediaType) || types.includes(`${mediaType.split('/', 1)[0]}/*`)
}

/** Which marks of the prompt's cache are accepted from other wires. */
export interface CacheLimit {
  /** Where they may stand. */
  readonly on: readonly CachePlace[]
  /** The words for how long it is kept; a mark with another one stays without it. */
  readonly ttls: readonly string[]
  /** How many there may be; of more the last ones stay, since they cover the longest prefixes. */
  readonly most: number
  /** The models that cache only what is marked: for these `cache` sets marks. Default: none. */
  readonly models?: RegExp
  /** A field of tools that excludes marks. Default: none does. */
  readonly unmarkableTools?: string
  /** The field that is the mark, where the wire has several. */
  readonly field?: string
}

/**
 * What a format that no provider reads keeps of any wire as it is. `reasoning`: thinking with its proofs; `provider-executed`: calls that
 * a provider ran, and their results; `provider-tools`: tools that a vendor defines, and calls of them; `metadata`: what wires
 * store for themselves; `source`, `opaque`: parts of these types; `open-calls`: calls without a result, and results
 * without a call.
 */
export type CarriedKind =
  | 'reasoning'
  | 'provider-executed'
  | 'provider-tools'
  | 'metadata'
  | 'source'
  | 'opaque'
  | 'open-calls'

/**
 * How the thinking of earlier answers goes back where a wire takes bare text of it. `as-it-came`: in the field that it came in, and none
 * of other wires; `in-text`: before the text, between `<think>` and `</think>`; `none`: not at all.
 */
export type ThinkingBack = 'as-it-came' | 'in-text' | 'none' | ThinkingField

/** The field in which thinking of any model is sent back. */
export interface ThinkingField {
  /** The name of the field in messages of the assistant. */
  readonly field: string
  /** The answers that are refused without the field: all, or those with calls. Default: none. */
  readonly needed?: 'answers' | 'calls'
  /**
   * The value for an answer without thinking that needs the field. Default: an empty text.
   * @minLength 0
   */
  readonly empty?: string
}

/**
 * What a wire accepts, as data: `fit` bends a conversation to it, and acceptance rules refuse what breaks it. Sources: the
 * adapter's README.
 */
export interface Limits {
  /**
   * What is accepted otherwise by some deployments, vendors or model families, by a name that the caller chooses: nothing
   * in a request says for sure which of them will read it. Default: none are known.
   */
  readonly profiles?: Readonly<Record<string, Partial<Limits>>> | undefined
  /**
   * The profile for models with such a name, on wires whose ids contain the vendor. A choice of the caller replaces it. Default: no name
   * selects a profile.
   */
  readonly profilesByModel?: readonly (readonly [name: RegExp, profile: string])[] | undefined
  /**
   * What a format keeps of other wires, which a provider would refuse; its codecs say what they cannot write. Default:
   * nothing: it is told as text, held back or left out.
   */
  readonly carries?: readonly CarriedKind[] | undefined
  /** The form of call ids. */
  readonly callId: TextLimit
  /** The form of tool names. */
  readonly toolName: TextLimit
  /** `leading`: system text only before the first other message. */
  readonly systemMessages: 'anywhere' | 'leading'
  /** Whether results may not share a turn with anything else of the user; the assistant says a word between. Default: no. */
  readonly resultsAlone?: boolean | undefined
  /** Whether no text of the model may stand between the calls of one turn, whoever wrote it. Default: it may. */
  readonly callsTogether?: boolean | undefined
  /** Who must speak first, when it matters. */
  readonly firstRole?: 'user' | undefined
  /**
   * Refuses blank text parts. `empty`: only those that hold nothing at all. `foreign-answers`: they are left out of what
   * models of other wires said.
   */
  readonly refusesBlankText: boolean | 'empty' | 'foreign-answers'
  /** Whether tools can stand in namespaces; otherwise the name of its namespace becomes part of a tool's. Default: no. */
  readonly namespaces?: boolean | undefined
  /** Whether free-text tools exist; otherwise they become functions with one `input` string. */
  readonly customTools: boolean
  /** Media that a user message may hold. */
  readonly userMedia: readonly MediaKind[]
  /** Media that may stand inside a tool result; other media follow in a user message. */
  readonly resultMedia: readonly MediaKind[]
  /** Whether a result that is an error may hold media. */
  readonly errorResultMedia: boolean
  /** Media that an assistant message may hold; other media follow in a user message. Default: none. */
  readonly assistantMedia?: readonly MediaKind[] | undefined
  /** Where media may come from. */
  readonly mediaSources: readonly MediaContent['type'][]
  /** The form that ids of files have here; no others are sent. Default: any. */
  readonly fileIds?: RegExp | undefined
  /** Whether base64 may be in the URL-safe alphabet. Default: no. */
  readonly urlSafeBase64?: boolean | undefined
  /** Kinds of which less is accepted than the lists above say. Default: none. */
  readonly mediaLimits?: Partial<Readonly<Record<MediaKind, MediaLimit>>> | undefined
  /** Whether the choice may be restricted to some of the declared tools; else the others are not declared. Default: yes. */
  readonly allowedTools?: boolean | undefined
  /** What can be said of which tool is to be called. Default: everything. */
  readonly toolChoices?: readonly ToolChoice['type'][] | undefined
  /** Whether the caller may say if the model can make several calls at once. Default: yes. */
  readonly parallelSwitch?: boolean | undefined
  /**
   * Whether a history with calls needs tool definitions; without any, the tools it names are declared as stubs.
   * `any`: whichever tool, so that one stub does. `older deployments`: only those need them, and a notice says so.
   */
  readonly toolsRequiredWithHistory: boolean | 'any' | 'older deployments'
  /** Whether there are strict tools. Default: yes. */
  readonly strictTools?: boolean | undefined
  /** What schemas of tools may look like. Default: as their author wrote them. */
  readonly schemas?: SchemaDialect | undefined
  /** What strict tools may look like. Default: the wire has no strict tools, or none that differ from others. */
  readonly strictMode?: StrictMode | undefined
  /** What schemas of structured output may look like. Default: anything. */
  readonly outputSchema?: OutputSchemaLimit | undefined
  /** Whether the wire takes back its reasoning without anything that marks it as its own. Default: no. */
  readonly bareReasoning?: boolean | undefined
  /** How earlier thinking goes back, where the wire has fields for its bare text. Default: it has none. */
  readonly thinkingBack?: ThinkingBack | undefined
  /** Whether neighbours of one role are refused; they become one message. Default: no. */
  readonly alternatingRoles?: boolean | undefined
  /**
   * Whether tools of the vendor may stand beside the client's; `asked`: when the request asks for it, which the wire's own
   * step does. Default: they may.
   */
  readonly mixedTools?: boolean | 'asked' | undefined
  /** Whether a tool may not bear the name of one that the vendor defines. Default: it may. */
  readonly vendorToolsShareNames?: boolean | undefined
  /**
   * How a tool that a result found is declared, so that the prompt before stays as it was: the field of its definition, and the type
   * and the name of the part of the result that loads it. Default: as any other tool.
   */
  readonly foundTools?: { readonly field: string; readonly part: string; readonly name: string } | undefined
  /** Whether a request without an output limit is refused; the caller has to name one. Default: no. */
  readonly requiresMaxOutputTokens?: boolean | undefined
  /**
   * How a request says that the provider itself keeps the earlier turns: its results may then answer calls that are not
   * in the messages, and it is not a whole conversation for another wire. Default: it cannot.
   */
  readonly storedTurns?: readonly StoredTurns[] | undefined
  /** Whether a paused turn goes on when the conversation is sent again with it at the end. Default: no. */
  readonly resumesPaused?: boolean | undefined
  /** The outcomes that an answer of the wire has a word for. Others become the nearest one, or an error. Default: all. */
  readonly outcomes?: readonly Outcome[] | undefined
  /**
   * Which of the wire's forms of a setting is written, by its name in the table of settings. Default: the usual one; what
   * came in a form keeps it.
   */
  readonly settingForms?: Readonly<Partial<Record<keyof AllSettings, string>>> | undefined
  /** The numbers that settings may have. Others are sent unchanged, with a warning. Default: any. */
  readonly settingRanges?: SettingRanges | undefined
  /** In what the depth of reasoning can be said. Default: either. */
  readonly reasoningDepth?: 'effort' | 'budget' | 'either' | undefined
  /** Settings that are refused; requests go without. Default: none is. */
  readonly refusedSettings?: readonly (keyof AllSettings)[] | undefined
  /** Fields of the native body that are refused, likewise. Default: none is known. */
  readonly refusedFields?: readonly string[] | undefined
  /** Marks of the prompt's cache. Default: only those that came from this wire itself. */
  readonly cacheMarks?: CacheLimit | undefined
  /** Whether requests with the same key go to the same prompt cache (the setting `cacheKey`). Default: no. */
  readonly cacheKey?: boolean | undefined
  /** Whether the model is named outside the body (in the URL), so that a body without one is complete. Default: no. */
  readonly modelOutsideBody?: boolean | undefined
}

/** A request field that, when set, means the provider itself keeps the earlier turns. */
export interface StoredTurns {
  readonly field: string
  /** The `type` that its value has to have, where others mean something else. */
  readonly type?: string
}

/** The profile that the name of a model selects. */
export function profileOfModel({ profilesByModel = [] }: Limits, model: string): string | undefined {
  return profilesByModel.find(([name]) => name.test(model))?.[1]
}

/**
 * The limits of a wire as the caller chose them.
 * @param model the model that reads the request. Its name selects a profile if the caller does not choose.
 * @throws AdapterError('unknown-profile') that lists the known names.
 */
export function chooseLimits(
  { id = 'this wire', limits }: { readonly id?: string; readonly limits: Limits },
  choice: LimitsChoice | undefined,
  model = '',
): Limits {
  const chosen = choice ?? profileOfModel(limits, model)
  if (chosen === undefined) return limits
  return { ...limits, ...(typeof chosen === 'string' ? profileOf(id, limits, chosen) : chosen) }
}

function profileOf(wire: string, { profiles = {} }: Limits, name: string): Partial<Limits> {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile !== undefined) return profile
  const known = Object.keys(profiles).join(', ')
  throw new AdapterError(
    'unknown-profile',
    '',
    `${wire} has no limits profile "${name}"; ${known === '' ? 'it has none' : `known are ${known}`}`,
  )
}
