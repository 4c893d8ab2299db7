import {
  isClientResult,
  keepParts,
  mapAllParts,
  mapMessages,
  mapOutput,
} from '../../src/base/model/change.js'
import type { Conversation, MediaPart, Message, Part } from '../../src/base/model/types.js'
import { dropReasoning } from '../../src/codec/shape/losses.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { dropBlankStops } from '../../src/translate/fit/blank-stops.js'
import { endWithUser, trimFinalText } from '../../src/translate/fit/turns.js'
import { isHidden } from './text.js'

/**
 * Claude 4.6 and later, of which Haiku continues answers.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-engineering/prefill-claudes-response
 */
const NO_PREFILL = /claude.*(?:(?:opus|sonnet)-(?:4[-.][6-9]|[5-9])|fable|mythos)/

/** Fit steps of this wire. The README names the acceptance rule of each step. */
export const fit: readonly FitStep[] = [
  dropHiddenReasoning,
  trimFinalText,
  endWithUser(NO_PREFILL),
  nameDocuments,
  accompanyDocuments,
  (conversation, fit) =>
    /claude/.test(fit.model ?? conversation.model ?? '') ? dropBlankStops(conversation, fit) : conversation,
]

const ILLEGAL_IN_NAME = /[^a-zA-Z0-9 ()[\]-]+/g
const NOTE = '(See the document.)'

/** Drops reasoning that cannot be encoded. Later steps check the last part. */
function dropHiddenReasoning(conversation: Conversation, fit: FitContext): Conversation {
  return mapMessages(conversation, fit, (message) =>
    keepParts(message, fit, (part) =>
      part.type === 'reasoning' && isHidden(part, fit)
        ? dropReasoning({ ...fit, path: fit.pathOf(part) })
        : part,
    ),
  )
}

/** Document names allow few characters and must be unique (BEDROCK-CONTENT-06). */
function nameDocuments(conversation: Conversation, fit: FitContext): Conversation {
  const names = new Set<string>()
  return mapAllParts(conversation, fit, (part) => {
    if (part.type === 'media') return named(part, names, fit)
    if (!isClientResult(part)) return part
    return mapOutput(part, fit, (item) => (item.type === 'media' ? named(item, names, fit) : item))
  })
}

function named(part: MediaPart, names: Set<string>, fit: FitContext): MediaPart {
  if (part.kind !== 'file') return part
  const filename = freeName(legalName(part.filename), names)
  names.add(filename)
  if (filename === part.filename) return part
  fit.report({
    code: 'document-renamed',
    severity: 'info',
    path: fit.pathOf(part),
    message: `the document ${part.filename ?? 'without a name'} is sent as "${filename}": this wire restricts document names`,
  })
  return { ...part, filename }
}

function legalName(filename = ''): string {
  return filename.replace(ILLEGAL_IN_NAME, '-').replace(/\s+/g, ' ').trim() || 'document'
}

function freeName(name: string, names: ReadonlySet<string>): string {
  let free = name
  for (let count = 2; names.has(free); count += 1) free = `${name} (${count})`
  return free
}

/** Adds a text to each message with a document, which requires one (BEDROCK-CONTENT-05). */
function accompanyDocuments(conversation: Conversation, fit: FitContext): Conversation {
  const { messages } = conversation
  return mapMessages(conversation, fit, (message, _conversation, index) => {
    const document = message.role === 'user' ? message.parts.find(isDocument) : undefined
    const turn = [message, ...before(messages, index)]
    if (document === undefined || turn.some(({ parts }) => parts.some(isText))) return message
    fit.report({
      code: 'document-text-added',
      severity: 'info',
      path: fit.pathOf(document),
      message: 'this wire requires text in a message with a document; a text that refers to it is added',
    })
    return { ...message, parts: [...message.parts, { type: 'text', text: NOTE }] }
  })
}

/**
 * Returns the earlier messages that are merged with this message into one native message. Later messages are
 * excluded, since they would change sent content.
 */
function before(messages: readonly Message[], index: number): readonly Message[] {
  const start = messages
    .slice(0, index)
    .findLastIndex(({ role }) => role === 'assistant' || role === 'system')
  return messages.slice(start + 1, index)
}

function isDocument(part: Part): boolean {
  return part.type === 'media' && part.kind === 'file'
}

function isText(part: Part): boolean {
  return part.type === 'text'
}
