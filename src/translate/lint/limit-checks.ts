import { append } from '../../base/json/write-json.js'
import type { MediaKind } from '../../base/model/types.js'
import { isOpenObject, strictCount, sumOf } from '../../base/schema/strict.js'
import { type Found, optionalProperties, schemasOf } from '../../base/schema/walk.js'
import { type Limits, takesType } from '../../codec/wire/limits.js'
import { each, idsIn, namesIn, present, toolNamesUnique, viewedParts } from './checks.js'
import type { LimitCheck } from './limited.js'
import { textForm } from './text-form.js'
import type { DataAt, MessageView, PartView, RequestView, TextAt } from './view.js'

type ToolsView = Pick<RequestView, 'tools' | 'toolsPath'>

/** Creates a check that receives the value of one limit. */
function behind<Key extends keyof Limits, View = RequestView>(
  limit: Key,
  checkFor: (value: Limits[Key]) => ReturnType<LimitCheck<View>['checkFor']>,
): LimitCheck<View> {
  return { limit, checkFor: (limits) => checkFor(limits[limit]) }
}

/** Ids of calls have the accepted form. */
export const idsFit = textForm('callId', idsIn)
/** Names of tools have the accepted form. */
export const namesFit = textForm('toolName', namesIn, ({ otherNames = [] }: RequestView) => otherNames)

function textsIn(view: RequestView): TextAt[] {
  return [...view.instructions, ...present(viewedParts(view), ({ text }) => text)]
}

/** Texts are not empty. */
export const textsNotEmpty = behind(
  'refusesBlankText',
  (refuses) => refuses !== false && each(textsIn, ({ text }) => text === '', 'the text is empty'),
)

/** Texts are not only white space. */
export const textsNotBlank = behind(
  'refusesBlankText',
  (refuses) =>
    refuses === true &&
    each(textsIn, ({ text }) => text !== '' && text.trim() === '', 'the text is only white space'),
)

/** The first message, apart from system messages, is the user's. */
export const userFirst = speaksFirst((messages) => messages.filter(({ role }) => role !== 'system'))

/** The first message is a user message or a system message. */
export const userOrSystemFirst = speaksFirst((messages) => (messages[0]?.role === 'system' ? [] : messages))

function speaksFirst(among: (messages: readonly MessageView[]) => readonly MessageView[]) {
  return behind('firstRole', (first) => {
    const speaker = ({ messages }: RequestView) => among(messages).slice(0, 1)
    return (
      first && each(speaker, ({ role }) => role !== first, `the conversation has to begin with the ${first}`)
    )
  })
}

/** Results do not share a turn with other user content, in one message or in two. */
export const resultsAlone = behind(
  'resultsAlone',
  (isAsked) =>
    isAsked === true &&
    (({ messages }, report) => {
      messages.forEach((message, index) => {
        const shares = hasResults(message)
          ? message.parts.some(({ kind }) => kind !== 'result')
          : hasResults(messages[index - 1])
        if (message.role === 'user' && shares) report(message.path, 'it shares a turn with results')
      })
    }),
)

function hasResults(message: MessageView | undefined): boolean {
  return message?.parts.some(({ kind }) => kind === 'result') === true
}

/** A history with calls has tool definitions. */
export const historyHasTools = behind(
  'toolsRequiredWithHistory',
  (required) =>
    (required === true || required === 'any') &&
    ((view, report) => {
      const isUsed = viewedParts(view).some(({ kind }) => kind === 'call' || kind === 'result')
      if (isUsed && view.tools.length === 0 && !view.isContinued)
        report(view.toolsPath ?? '/tools', 'a history with calls requires tools')
    }),
)

/** The choice `none` has no effect without tools. */
export const choicesAmong = behind('toolChoices', (choices) => ({ toolChoice, tools }, report) => {
  if (toolChoice === undefined || choices?.includes(toolChoice.type) !== false) return
  if (toolChoice.type !== 'none' || tools.length > 0)
    report(toolChoice.path, `the tool choice "${toolChoice.type}" is not supported`)
})

/** Names of tools are unique, including vendor tools if the limit requires that. */
export const toolNamesDiffer = behind('vendorToolsShareNames', (areShared) => ({ tools }, report) => {
  toolNamesUnique({ tools: tools.filter(({ isOwn }) => isOwn === true || areShared === true) }, report)
})

/** Results contain only the accepted media. */
export const mediaInResults = behind('resultMedia', (kinds) =>
  each((view) => innerParts(view, false), isNoneOf(kinds), 'this is not allowed in a result'),
)

/** Error results contain no media if the limit forbids them. */
export const mediaInErrors = behind(
  'errorResultMedia',
  (areTaken) =>
    !areTaken && each((view) => innerParts(view, true), isNoneOf([]), 'an error may contain only text'),
)

/** In results, the limit decides; system and assistant messages cannot contain media. */
export const mediaOfUser = behind('resultMedia', (kinds) => {
  const elsewhere = ({ messages }: RequestView) => {
    const found: PartView[] = []
    for (const { role, parts } of messages)
      if (role !== 'user') for (const part of parts) if (part.media) found.push(part)
    return found
  }
  const broken = (view: RequestView) => [
    ...innerParts(view, false).filter(isNoneOf(kinds)),
    ...elsewhere(view),
  ]
  return each(broken, () => true, 'this is allowed only in user messages')
})

/** Media data states a type that the limits accept. */
export const dataTypesAmong = behind('mediaLimits', (kinds) =>
  each(
    (data: readonly DataAt[]) => data,
    ({ kind, mediaType }) => !takesType(kinds?.[kind], mediaType),
    ({ mediaType = 'data without a type' }) => `${mediaType} is not accepted`,
  ),
)

function innerParts(view: RequestView, ofErrors: boolean): PartView[] {
  const found: PartView[] = []
  for (const { isError, inner } of viewedParts(view))
    if (inner !== undefined && (!ofErrors || isError === true)) append(found, inner)
  return found
}

/** If the list of media is empty, only text is accepted. */
function isNoneOf(kinds: readonly MediaKind[]): (part: PartView) => boolean {
  return ({ kind, media }) =>
    kind !== 'text' && (media === undefined ? kinds.length === 0 : !kinds.includes(media))
}

function strictSchemas({ tools }: ToolsView): Found[] {
  return tools.flatMap(({ strictSchema }) => strictSchema ?? [])
}

function strictParts(view: ToolsView): Found[] {
  return strictSchemas(view).flatMap(schemasOf)
}

/** In the schemas of strict tools every object is closed. */
export const strictObjectsClosed = behind(
  'strictMode',
  (mode) =>
    mode && each(strictParts, ({ value }) => isOpenObject(value), 'additionalProperties must be false'),
)

/** All properties of strict schemas are required. */
export const strictPropertiesRequired = behind(
  'strictMode',
  (mode) =>
    mode?.requiresAll === true &&
    each(
      strictParts,
      ({ value }) => optionalProperties(value).length > 0,
      ({ value }) => `not required: ${optionalProperties(value).slice(0, 5).join(', ')}`,
    ),
)

/** The number of strict tools is within the limit. */
export const fewStrictTools = behind('strictMode', (mode) => {
  const most = mode?.most?.tools ?? Number.POSITIVE_INFINITY
  return ({ tools }: ToolsView, report) => {
    for (const { path } of tools.filter(({ strictSchema }) => strictSchema !== undefined).slice(most))
      report(`${path}/strict`, `more than ${most} strict tools`)
  }
})

/** The numbers of optional properties and unions in strict schemas are within the limits. */
export const smallStrictSchemas = behind('strictMode', (mode) => (view: ToolsView, report) => {
  const { most } = mode ?? {}
  const { optional, unions } = sumOf(strictSchemas(view).map(({ value }) => strictCount(value)))
  if (most !== undefined && (optional > most.optional || unions > most.unions))
    report(
      view.toolsPath ?? '/tools',
      `${optional} optional properties and ${unions} unions; ${most.optional} and ${most.unions} are the most`,
    )
})

/** Neighbours have different roles; results are ignored, because several may follow one turn. */
export const alternateRoles = behind(
  'alternatingRoles',
  (isAsked) =>
    isAsked === true &&
    (({ messages }, report) => {
      messages.forEach(({ role, path }, index) => {
        const before = messages[index - 1]?.role
        if (role === before && role !== 'tool') report(path, `two messages of the ${role} follow one another`)
        else if (role === 'user' && before === 'tool') report(path, 'a user message follows results')
      })
    }),
)
