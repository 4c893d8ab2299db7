import type { Conversation, MediaPart, Message, Part, ResultPart, ToolResult } from '../../model/types.js'
import type { MediaKind } from '../limits.js'
import { mapChanged, withMessages } from './change.js'
import { isOwn } from './own.js'
import type { FitContext } from './step.js'

/**
 * Puts media where the target takes them. What may not stand in a result, or in an assistant message, follows in a user
 * message after all results of the turn, and a text points to it. What the target cannot take at all becomes a text
 * that says so. Base64 never becomes text.
 */
export function placeMedia(conversation: Conversation, fit: FitContext): Conversation {
  const placed: Message[] = []
  let following: Part[] = []
  const flush = () => {
    if (following.length > 0) placed.push({ role: 'user', parts: following })
    following = []
  }
  for (const message of conversation.messages) {
    if (message.role !== 'tool') flush()
    const parts = mapChanged(message.parts, fit, (part) => placePart(part, message, following, fit))
    placed.push(parts === message.parts ? message : fit.derive(message, { ...message, parts }))
  }
  flush()
  return withMessages(conversation, placed)
}

function placePart(part: Part, message: Message, following: Part[], fit: FitContext): Part {
  if (part.type === 'tool-result') return part.providerExecuted ? part : placeInResult(part, following, fit)
  if (part.type !== 'media' || isOwn(part, message, fit.wire)) return part
  const { limits } = fit
  if (message.role === 'user' || message.role === 'tool')
    return isTaken(part, limits.userMedia, fit) ? part : placeholder(part, fit)
  if (message.role === 'assistant' && isTaken(part, limits.assistantMedia ?? [], fit)) return part
  if (message.role === 'system' || !isTaken(part, limits.userMedia, fit)) return placeholder(part, fit)
  return follow(part, 'the assistant', following, fit)
}

function placeInResult(result: ToolResult, following: Part[], fit: FitContext): ToolResult {
  if (result.output.type !== 'content') return result
  const { limits } = fit
  const inResult = result.isError && !limits.errorResultMedia ? [] : limits.resultMedia
  const value = mapChanged<ResultPart>(result.output.value, fit, (part) => {
    if (part.type !== 'media' || isTaken(part, inResult, fit)) return part
    if (!isTaken(part, limits.userMedia, fit)) return placeholder(part, fit)
    return follow(part, `the tool ${result.name}`, following, fit)
  })
  return value === result.output.value ? result : { ...result, output: { type: 'content', value } }
}

function isTaken(part: MediaPart, kinds: readonly MediaKind[], fit: FitContext): boolean {
  const { limits } = fit
  const { sources = limits.mediaSources, types } = limits.mediaLimits?.[part.kind] ?? {}
  return (
    kinds.includes(part.kind) &&
    sources.includes(part.source.type) &&
    (part.source.type !== 'data' || hasType(part.mediaType, types)) &&
    !isForeignFile(part, fit)
  )
}

function hasType(mediaType: string | undefined, types: readonly string[] | undefined): boolean {
  if (types === undefined || mediaType === undefined) return true
  const type = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return types.includes(type) || types.includes(`${type.split('/', 1)[0]}/*`)
}

/** A file id means something only to the wire that issued it. */
function isForeignFile({ source, providerMetadata }: MediaPart, { from, wire }: FitContext): boolean {
  return (
    source.type === 'file-id' && from !== undefined && from !== wire && providerMetadata?.[wire] === undefined
  )
}

function follow(part: MediaPart, author: string, following: Part[], fit: FitContext): ResultPart {
  const title = mediaTitle(part)
  fit.report({
    code: 'media-moved',
    severity: 'info',
    path: fit.pathOf(part),
    message: `the ${title} cannot stand here on this wire and follows in a user message`,
  })
  following.push(fit.derive(part, { type: 'text', text: `(From ${author}: ${title})` }), part)
  return { type: 'text', text: `(The ${title} is in the next user message.)` }
}

function placeholder(part: MediaPart, fit: FitContext): ResultPart {
  const title = mediaTitle(part)
  const { source } = part
  const content = readableText(part)
  fit.report({
    code: content === undefined ? 'media-dropped' : 'media-as-text',
    severity: content === undefined ? 'warning' : 'info',
    path: fit.pathOf(part),
    message: `the ${title}, given as ${source.type}, cannot be sent on this wire; ${
      content === undefined ? 'a text says so' : 'its text is sent instead'
    }`,
  })
  if (content !== undefined) return { type: 'text', text: `(The ${title}:)\n${content}` }
  const where = source.type === 'url' && !source.url.startsWith('data:') ? ` It is at ${source.url}` : ''
  return { type: 'text', text: `(The ${title} cannot be shown here.${where})` }
}

const TEXT_TYPE = /^(?:text\/|application\/(?:json|xml|yaml|toml)\b)/i

/** The text of a text document, also of one given as base64. */
function readableText({ source, mediaType = '' }: MediaPart): string | undefined {
  if (source.type === 'text') return source.text
  if (source.type !== 'data' || !TEXT_TYPE.test(mediaType)) return undefined
  try {
    const bytes = Uint8Array.from(atob(source.data), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function mediaTitle({ kind, mediaType, filename }: MediaPart): string {
  const type = mediaType === undefined ? '' : ` of type ${mediaType}`
  return `${kind}${filename === undefined ? '' : ` ${filename}`}${type}`
}
