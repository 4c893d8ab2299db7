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

/** Checks that the ids of calls have the accepted form. */
export const idsFit = textForm('callId', idsIn)
/** Checks that the names of tools have the accepted form. */
export const namesFit = textForm('toolName', namesIn, ({ otherNames = [] }: RequestView) => otherNames)

function textsIn(view: RequestView): TextAt[] {
  return [...view.instructions, ...present(viewedParts(view), ({ text }) => text)]
}

/** Checks that texts are not empty. */
export const textsNotEmpty = behind(
  'refusesBlankText',
  (refuses) => refuses !== false && each(textsIn, ({ text }) => text === '', 'the text is empty'),
)

/** Checks that texts are not only white space. */
export const textsNotBlank = behind(
  'refusesBlankText',
  (refuses) =>
    refuses === true &&
    each(textsIn, ({ text }) => text !== '' && text.trim() === '', 'the text is only white space'),
)

/** Checks that the first message, apart from system messages, is a user message. */
export const userFirst = speaksFirst((messages) => messages.filter(({ role }) => role !== 'system'))

/** Checks that the first message is a user message or a system message. */
export const userOrSystemFirst = speaksFirst((messages) => (messages[0]?.role === 'system' ? [] : messages))

function speaksFirst(among: (messages: readonly MessageView[]) => readonly MessageView[]) {
  return behind('firstRole', (first) => {
    const speaker = ({ messages }: RequestView) => among(messages).slice(0, 1)
    return (
      first && each(speaker, ({ role }) => role !== first, `the conversation has to begin with the ${first}`)
    )
  })
}

/** Checks that results do not share a turn with other user content, in one message or in two. */
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

/** Checks that a request with calls in its history has tool definitions. */
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

/** Checks that the tool choice is accepted. Without tools, `none` has no effect and is not checked. */
export const choicesAmong = behind('toolChoices', (choices) => ({ toolChoice, tools }, report) => {
  if (toolChoice === undefined || choices?.includes(toolChoice.type) !== false) return
  if (toolChoice.type !== 'none' || tools.length > 0)
    report(toolChoice.path, `the tool choice "${toolChoice.type}" is not supported`)
})

/** Checks that the names of tools are unique, including vendor tools if the limit requires this. */
export const toolNamesDiffer = behind('vendorToolsShareNames', (areShared) => ({ tools }, report) => {
  toolNamesUnique({ tools: tools.filter(({ isOwn }) => isOwn === true || areShared === true) }, report)
})

/** Checks that results contain only the accepted media. */
export const mediaInResults = behind('resultMedia', (kinds) =>
  each((view) => innerParts(view, false), isNoneOf(kinds), 'this is not allowed in a result'),
)

/** Checks that error results do not contain media, if the limit forbids them. */
export const mediaInErrors = behind(
  'errorResultMedia',
  (areTaken) =>
    !areTaken && each((view) => innerParts(view, true), isNoneOf([]), 'an error may contain only text'),
)

/** Checks that only user messages contain media, and results only if the limit allows media. */
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

/** Checks that media data has a type that the limits accept. */
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

/**
 * Returns a predicate for parts that are not among these media. If the list is empty, only text is accepted.
 */
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

/** Checks that every object in the schemas of strict tools is closed. */
export const strictObjectsClosed = behind(
  'strictMode',
  (mode) =>
    mode && each(strictParts, ({ value }) => isOpenObject(value), 'additionalProperties must be false'),
)

/** Checks that all properties of strict schemas are required. */
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

/** Checks that the number of strict tools is within the limit. */
export const fewStrictTools = behind('strictMode', (mode) => {
  const most = mode?.most?.tools ?? Number.POSITIVE_INFINITY
  return ({ tools }: ToolsView, report) => {
    for (const { path } of tools.filter(({ strictSchema }) => strictSchema !== undefined).slice(most))
      report(`${path}/strict`, `more than ${most} strict tools`)
  }
})

/** Checks that the numbers of optional properties and unions in strict schemas are within the limits. */
export const smallStrictSchemas = behind('strictMode', (mode) => (view: ToolsView, report) => {
  const { most } = mode ?? {}
  const { optional, unions } = sumOf(strictSchemas(view).map(({ value }) => strictCount(value)))
  if (most !== undefined && (optional > most.optional || unions > most.unions))
    report(
      view.toolsPath ?? '/tools',
      `${optional} optional properties and ${unions} unions; ${most.optional} and ${most.unions} are the most`,
    )
})

/**
 * Checks that consecutive messages have different roles. Results are ignored, because several may follow one
 * turn.
 */
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
