import { AdapterError } from '../../base/json/adapter-error.js'
import { nearest } from '../../base/json/nearest-name.js'
import type { OwnMetadata } from '../../base/model/metadata.js'
import type { MediaContent, MediaKind, Outcome, ToolChoice } from '../../base/model/types.js'
import type { OutputSchemaLimit, SchemaDialect, StrictMode } from '../../base/schema/schema-dialect.js'
import type { CachePlace } from '../shape/cache-marks.js'
import type { HostedForms } from '../shape/hosted-forms.js'
import type { SettingRanges } from '../shape/settings/setting-ranges.js'
import type { AllSettings } from '../shape/settings/settings-table.js'

/** A choice of limits: the name of a profile of the wire, or the differences from the wire's usual limits. */
export type LimitsChoice = string | Partial<Limits>

/** The form of an id or a name. */
export interface TextForm {
  /** Source of a regular expression that the complete text must match, regardless of its length. */
  readonly pattern: string
  /** Maximum number of characters. */
  readonly maxLength: number
  /** True if the text must have exactly `maxLength` characters. */
  readonly exactLength?: true
  /** Id of the acceptance rule that rejects other forms. Default: unknown. */
  readonly rule?: string
  /** Id of the rule that rejects other lengths, if it is a separate rule. */
  readonly lengthRule?: string
}

/** The accepted form of ids or names on a wire, and the rules for encoding them. */
export interface TextLimit extends TextForm {
  /**
   * Characters that are valid at any position, as the content of a character class. Other characters become
   * `_`.
   */
  readonly characters: string
  /** A narrower form that older deployments also accept, if the usual form is not accepted by all. */
  readonly portable?: TextLimit | undefined
  /** A wider form that some deployments accept. Only texts outside of this form are certainly rejected. */
  readonly accepted?: TextForm | undefined
}

/** Returns a function that checks a text against a form. */
export function textTest({ pattern, maxLength, exactLength }: TextForm): (text: string) => boolean {
  const whole = new RegExp(`^(?:${pattern})$`)
  const hasLength = ({ length }: string) =>
    exactLength === true ? length === maxLength : length <= maxLength
  return (text) => hasLength(text) && whole.test(text)
}

/** Another wire whose models sign reasoning so that it is valid on this wire as well. */
export interface SharedReasoning {
  readonly wire: string
  /** Matches the names of models that may have signed on the other wire. */
  readonly models: RegExp
  /** The metadata that marks redacted reasoning, on the other wire and on this wire. */
  readonly redacted: { readonly theirs: OwnMetadata; readonly own: OwnMetadata }
}

/** The limits of one kind of media. */
export interface MediaLimit {
  /** Accepted sources. Default: `Limits.mediaSources`. */
  readonly sources?: readonly MediaContent['type'][]
  /**
   * Accepted IANA types, by their common names; `text/*` accepts all text types. If set, data must have a
   * type, whereas a URL need not. Default: any.
   */
  readonly types?: readonly string[]
  /** False if media may not have a name. Default: true. */
  readonly names?: false
}

/** Returns true if data of a type is accepted; if types are limited, the data must have one. */
export function takesType({ types }: MediaLimit = {}, mediaType: string | undefined): boolean {
  if (types === undefined) return true
  if (mediaType === undefined) return false
  return types.includes(mediaType) || types.includes(`${mediaType.split('/', 1)[0]}/*`)
}

/** The cache marks that are accepted from other wires. */
export interface CacheLimit {
  /** Accepted positions of marks. */
  readonly on: readonly CachePlace[]
  /** Accepted lifetimes; a mark with another lifetime is kept without its lifetime. */
  readonly ttls: readonly string[]
  /**
   * Maximum number of marks; if there are more marks, the last ones are kept, since they cover the longest
   * prefixes.
   */
  readonly most: number
  /**
   * The models that cache only marked prefixes. For these models, the option `cache` sets marks. Default:
   * none.
   */
  readonly models?: RegExp
  /** A field of tools that excludes marks. Default: none. */
  readonly unmarkableTools?: string
  /** The field for the mark, if the wire has several. */
  readonly field?: string
}

/**
 * Data of other wires that a format without provider keeps unchanged. `reasoning`: thinking with its proofs;
 * `provider-executed`: calls that a provider ran, and their results; `provider-tools`: tools that a vendor
 * defines, and their calls; `metadata`: the metadata of wires; `source`, `opaque`: parts of these types;
 * `open-calls`: calls without a result, and results without a call.
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
 * The form of earlier thinking in requests, on wires that accept its bare text. `as-it-came`: in its original
 * field, without thinking from other wires; `in-text`: before the text, between `<think>` and `</think>`;
 * `none`: omitted.
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
 * The limits of a wire, as data: `fit` adapts a conversation to them, and acceptance rules reject violations.
 * Sources: the adapter's README.
 */
export interface Limits {
  /**
   * Limits of deployments, vendors or model families that differ from the wire's, by name. The caller selects
   * a profile by its name, since a request does not show which server will receive it. Default: none.
   */
  readonly profiles?: Readonly<Record<string, Partial<Limits>>> | undefined
  /**
   * The profile for models with a matching name, on wires whose ids contain the vendor. A choice of the
   * caller replaces it. Default: no name selects a profile.
   */
  readonly profilesByModel?: readonly (readonly [name: RegExp, profile: string])[] | undefined
  /**
   * The profiles of servers, by a pattern for the host and the path of their base URLs, and for the model if its
   * name matters. The first match is used if the caller chooses no profile. Senders that know a URL use them
   * (`profileAt`). Default: none.
   */
  readonly profilesByHost?: readonly HostProfile[] | undefined
  /** The profile for hosts that are neither the vendor's nor in `profilesByHost`. Default: the usual limits. */
  readonly unknownHost?: string | undefined
  /**
   * Data of other wires that a format keeps and a provider would reject; the codecs report data that they
   * cannot encode. Default: none. Other data becomes text, or is withheld or dropped.
   */
  readonly carries?: readonly CarriedKind[] | undefined
  /** The form of call ids. */
  readonly callId: TextLimit
  /** The form of tool names. */
  readonly toolName: TextLimit
  /**
   * `leading`: system text only before the first other message. `one`: the same, in a single message.
   */
  readonly systemMessages: 'anywhere' | 'leading' | 'one'
  /** False if system text may not have the role `developer`. Default: it may, on wires with that role. */
  readonly developerRole?: boolean | undefined
  /**
   * True if results may not share a turn with other user content; an assistant text separates them. Default:
   * false.
   */
  readonly resultsAlone?: boolean | undefined
  /**
   * True if no text of the model may be between the calls of one turn, regardless of its author. Default:
   * false.
   */
  readonly callsTogether?: boolean | undefined
  /** The required role of the first message, if any. */
  readonly firstRole?: 'user' | undefined
  /**
   * True to reject blank text parts. `empty`: only empty parts are rejected. `foreign-answers`: blank parts
   * are omitted from answers of other wires' models.
   */
  readonly refusesBlankText: boolean | 'empty' | 'foreign-answers'
  /**
   * True if tools may have namespaces; otherwise the namespace becomes part of the tool's name. Default:
   * false.
   */
  readonly namespaces?: boolean | undefined
  /** True if the wire has free-text tools; otherwise they become functions with one `input` string. */
  readonly customTools: boolean
  /**
   * The models that run hosted tools, by the kind of tool; kinds that are not listed are refused. Default: all
   * models run the hosted tools of the wire.
   */
  readonly hostedTools?: Readonly<Record<string, RegExp>> | undefined
  /**
   * False if the server lacks the tools that the vendor of the wire defines, except for those in `hostedTools`.
   * Such tools are then converted like the tools of another wire. Default: the server has all of them.
   */
  readonly vendorTools?: boolean | undefined
  /**
   * False if the server rejects parts that only the vendor of the wire understands, such as items that change
   * tools or settings in mid-conversation. They are then handled like parts of another wire. Default: the server
   * accepts them.
   */
  readonly vendorParts?: boolean | undefined
  /**
   * False if a message with calls may not contain text. The text is then sent in a message before the calls.
   * Default: true.
   */
  readonly textWithCalls?: boolean | undefined
  /** Media that a user message may contain. */
  readonly userMedia: readonly MediaKind[]
  /** Media that a tool result may contain; other media follow in a user message. */
  readonly resultMedia: readonly MediaKind[]
  /** False if the text of a result must be a single string. Default: a list of parts is accepted as well. */
  readonly resultParts?: boolean | undefined
  /** True if an error result may contain media. */
  readonly errorResultMedia: boolean
  /** Media that an assistant message may contain; other media follow in a user message. Default: none. */
  readonly assistantMedia?: readonly MediaKind[] | undefined
  /** Accepted sources of media. */
  readonly mediaSources: readonly MediaContent['type'][]
  /** The form of file ids on this wire. Other ids are not sent. Default: any. */
  readonly fileIds?: RegExp | undefined
  /** True if base64 may use the URL-safe alphabet. Default: false. */
  readonly urlSafeBase64?: boolean | undefined
  /** Further restrictions of media by kind. Default: none. */
  readonly mediaLimits?: Partial<Readonly<Record<MediaKind, MediaLimit>>> | undefined
  /**
   * False if the choice cannot be restricted to some of the declared tools; the other tools are then not
   * declared. Default: true.
   */
  readonly allowedTools?: boolean | undefined
  /** The supported tool choices. Default: all. */
  readonly toolChoices?: readonly ToolChoice['type'][] | undefined
  /** True if tools may be `async`: their calls may stay open while the conversation continues. Default: false. */
  readonly asyncCalls?: boolean | undefined
  /** False if the caller cannot set the flag for parallel calls. Default: it can. */
  readonly parallelSwitch?: boolean | undefined
  /**
   * True if a history with calls requires tool definitions; if there are none, the named tools are declared
   * as stubs. `any`: a stub of any one tool is sufficient. `older deployments`: only older deployments
   * require definitions, and a notice reports the stubs.
   */
  readonly toolsRequiredWithHistory: boolean | 'any' | 'older deployments'
  /** False if the wire has no strict tools. Default: true. */
  readonly strictTools?: boolean | undefined
  /** The restrictions on tool schemas. Default: none, the author's schema is unchanged. */
  readonly schemas?: SchemaDialect | undefined
  /** The restrictions on strict tools. Default: the wire has no strict tools, or no special restrictions. */
  readonly strictMode?: StrictMode | undefined
  /** The restrictions on schemas of structured output. Default: none. */
  readonly outputSchema?: OutputSchemaLimit | undefined
  /** The wire on which the same models are served and sign their reasoning alike. Default: none. */
  readonly sharedReasoning?: SharedReasoning | undefined
  /** The other wire of the same provider, whose signatures of calls are valid. Default: none. */
  readonly callSignatures?: string | undefined
  /** True if the wire accepts its reasoning without a mark of its origin. Default: false. */
  readonly bareReasoning?: boolean | undefined
  /**
   * The form of earlier thinking, if the wire has fields for its bare text. Default: the wire has no such
   * fields.
   */
  readonly thinkingBack?: ThinkingBack | undefined
  /** True if the wire rejects consecutive messages of one role. These messages are merged. Default: false. */
  readonly alternatingRoles?: boolean | undefined
  /**
   * True if tools of the vendor may be combined with the client's; `asked`: only if the request enables it,
   * which the wire's fit step does. Default: true.
   */
  readonly mixedTools?: boolean | 'asked' | undefined
  /** True if a tool may not have the name of a vendor-defined tool. Default: false. */
  readonly vendorToolsShareNames?: boolean | undefined
  /**
   * The declaration of a tool that was found by a search, which leaves the earlier prompt unchanged: the
   * field of the definition, and the type and the name of the result part that loads the tool. Default: found
   * tools are declared like other tools.
   */
  readonly foundTools?: { readonly field: string; readonly part: string; readonly name: string } | undefined
  /** True if a request without an output limit is rejected; the caller has to set a limit. Default: false. */
  readonly requiresMaxOutputTokens?: boolean | undefined
  /**
   * Fields with which a request states that the provider stores the earlier turns. The results of such a
   * request may answer calls that are missing from the messages, and the request is not a complete
   * conversation for another wire. Default: unsupported.
   */
  readonly storedTurns?: readonly StoredTurns[] | undefined
  /**
   * True if a paused turn continues when the conversation is sent again with that turn at the end. Default:
   * false.
   */
  readonly resumesPaused?: boolean | undefined
  /**
   * The outcomes that an answer of the wire can express. Others become the nearest one, or an error. Default:
   * all.
   */
  readonly outcomes?: readonly Outcome[] | undefined
  /**
   * The forms of settings to encode, by their names in the table of settings. Default: the usual form; a
   * decoded setting keeps its form.
   */
  readonly settingForms?: Readonly<Partial<Record<keyof AllSettings, string>>> | undefined
  /** The numbers that settings may have. Other numbers are sent unchanged, with a warning. Default: any. */
  readonly settingRanges?: SettingRanges | undefined
  /** The supported units of reasoning depth. Default: either. */
  readonly reasoningDepth?: 'effort' | 'budget' | 'either' | undefined
  /** Settings that the wire rejects. They are omitted from requests. Default: none. */
  readonly refusedSettings?: readonly (keyof AllSettings)[] | undefined
  /** The reason why the wire rejects `refusedSettings`, and the way to send them, for notices. Default: none. */
  readonly refusalReason?: string | undefined
  /** Fields of the native body that the wire rejects. They are omitted from requests. Default: none. */
  readonly refusedFields?: readonly string[] | undefined
  /**
   * The fields of the native body, if the server rejects all others. Others are omitted from requests.
   * Default: unknown fields are accepted.
   */
  readonly knownFields?: KnownFields | undefined
  /** Fields of the items of a history that the server rejects. They are omitted. Default: none. */
  readonly refusedItemFields?: readonly string[] | undefined
  /** True if the server rejects tools with an empty description. It is omitted. Default: false. */
  readonly refusesEmptyDescriptions?: boolean | undefined
  /**
   * Fields of the native body, with lists, that the server reads from headers, with the names of the headers.
   * Senders move them; where no header is sent, a notice names it. Default: none.
   */
  readonly headerFields?: Readonly<Record<string, string>> | undefined
  /** The accepted cache marks. Default: only marks from this wire. */
  readonly cacheMarks?: CacheLimit | undefined
  /**
   * True if requests with the same key use the same prompt cache (the setting `cacheKey`). Default: false.
   */
  readonly cacheKey?: boolean | undefined
  /**
   * True if the model is outside the body (in the URL), so that a body without it is complete. Default:
   * false.
   */
  readonly modelOutsideBody?: boolean | undefined
}

/** The fields that a server with closed lists of fields accepts. */
export interface KnownFields {
  /** The fields of the request. */
  readonly request: readonly string[]
  /** The fields of messages. Default: all. */
  readonly messages?: readonly string[]
}

/** The profile of the servers at an address. */
export type HostProfile<Name extends string = string> = readonly [
  address: RegExp,
  profile: Name,
  model?: RegExp,
]

/** A request field that is set if the provider stores the earlier turns. */
export interface StoredTurns {
  readonly field: string
  /** The required `type` of the field's value, if other types have another meaning. */
  readonly type?: string
}

/** Returns the profile that the name of a model selects. */
export function profileOfModel({ profilesByModel = [] }: Limits, model: string): string | undefined {
  return profilesByModel.find(([name]) => name.test(model))?.[1]
}

/**
 * Returns the name of the profile of the server at a URL, or undefined if the usual limits apply: at the
 * vendor's own hosts, and on wires whose profiles have no hosts.
 */
export function profileAt(
  {
    limits,
    http,
  }: { readonly limits: Limits; readonly http: { readonly access?: { readonly hosts?: RegExp } } },
  { host, hostname, pathname }: Pick<URL, 'host' | 'hostname' | 'pathname'>,
  model = '',
): string | undefined {
  const address = `${host}${pathname.endsWith('/') ? pathname : `${pathname}/`}`
  const known = limits.profilesByHost?.find(
    ([pattern, , models]) => pattern.test(address) && models?.test(model) !== false,
  )
  if (known !== undefined) return known[1]
  return http.access?.hosts?.test(hostname) ? undefined : limits.unknownHost
}

/** The hosts and headers of a vendor, and the profiles that these headers select. */
interface AccessByHeaders {
  readonly hosts?: RegExp
  readonly headers?: Readonly<Record<string, string>>
  profileFor?(model: string): string | undefined
}

/**
 * Returns the profile that applies to a model at the vendor's hosts because of the sent headers.
 * @param headers the headers of the request. Another value than the wire's own has no profile.
 */
export function profileOfHeaders(
  { access }: { readonly access?: AccessByHeaders },
  { hostname }: Pick<URL, 'hostname'>,
  headers: Pick<Headers, 'get'>,
  model: string,
): string | undefined {
  const isUsual = Object.entries(access?.headers ?? {}).every(([name, value]) => headers.get(name) === value)
  return isUsual && access?.hosts?.test(hostname) ? access.profileFor?.(model) : undefined
}

/**
 * Returns the limits of a wire that the caller chose.
 * @param model the model that receives the request. Its name selects a profile if the caller does not choose.
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
  const known = Object.keys(profiles)
  const meant = nearest(name, known)
  const fix = meant === undefined ? '' : `. Did you mean ${meant}?`
  throw new AdapterError(
    'unknown-profile',
    '',
    `${wire} has no limits profile "${name}"; ${known.length === 0 ? 'it has none' : `known are ${known.join(', ')}`}${fix}`,
  )
}

/** Returns the forms of the hosted tools that a model runs, and of the search among the tools of a request. */
export function hostedForModel(
  hosted: HostedForms | undefined,
  { hostedTools }: Limits,
  model = '',
): HostedForms | undefined {
  if (hosted === undefined || hostedTools === undefined) return hosted
  return Object.fromEntries(
    Object.entries(hosted).filter(([kind]) => kind === 'tool_search' || hostedTools[kind]?.test(model)),
  )
}
