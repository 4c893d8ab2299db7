import type { JsonObject } from '../../../src/base/json/json-types.js'
import { BROKEN as ANTHROPIC, BROKEN_FOR_PLATFORMS } from './anthropic-messages.js'
import {
  BROKEN as BEDROCK,
  BROKEN_FOR_MODELS as BEDROCK_FOR_MODELS,
  BROKEN_FOR_VENDORS as BEDROCK_FOR_VENDORS,
} from './bedrock-converse.js'
import { BROKEN as COHERE } from './cohere-chat.js'
import { broken as GOOGLE } from './google-generate-content.js'
import { BROKEN as INTERACTIONS } from './google-interactions.js'
import { BROKEN as LIVE } from './google-live.js'
import { BROKEN as MISTRAL } from './mistral-chat.js'
import { BROKEN as OLLAMA } from './ollama-chat.js'
import { BROKEN as CHAT, BROKEN_FOR_VENDORS as CHAT_FOR_VENDORS } from './openai-chat.js'
import { VENDOR_CASES } from './openai-chat-vendors.js'
import { BROKEN as REALTIME } from './openai-realtime.js'
import { BROKEN as RESPONSES } from './openai-responses.js'
import { SERVER_CASES } from './openai-responses-servers.js'
import { SETTING_CASES } from './settings.js'
import { BROKEN as XAI } from './xai-grpc.js'

/** A request that breaks a rule. */
export interface BrokenBody {
  readonly wire: string
  readonly rule: string
  readonly request: JsonObject
  readonly limits?: string
  readonly index?: number
}

function ofChat(rule: string): string {
  return /^[A-Z]+-\d+$/.test(rule) ? `OPENAI-CHAT-${rule}` : rule
}

const all: readonly BrokenBody[] = [
  ...SETTING_CASES.map(({ wire, rule, request }) => ({ wire, rule, request })),
  ...ANTHROPIC.map(([rule, request]) => ({ wire: 'anthropic-messages', rule: `ANTHROPIC-${rule}`, request })),
  ...BROKEN_FOR_PLATFORMS.map(([limits, rule, request]) => ({
    ...{ wire: 'anthropic-messages', rule, request, limits },
  })),
  ...GOOGLE.map(([rule, , request]) => ({ wire: 'google-generate-content', rule, request })),
  ...CHAT.map(([rule, request]) => ({ wire: 'openai-chat', rule: ofChat(rule), request })),
  ...CHAT_FOR_VENDORS.map(([limits, rule, request]) => ({
    wire: 'openai-chat',
    rule: ofChat(rule),
    request,
    limits,
  })),
  ...RESPONSES.map(([rule, request]) => ({ wire: 'openai-responses', rule, request })),
  ...VENDOR_CASES.map(({ profile: limits, rule, refused: request }) => ({
    ...{ wire: 'openai-chat', rule, request, limits },
  })),
  ...SERVER_CASES.map(([rule, limits, request]) => ({
    ...{ wire: 'openai-responses', rule, request, limits },
  })),
  ...[...BEDROCK, ...BEDROCK_FOR_MODELS].map(([rule, request]) => ({
    wire: 'bedrock-converse',
    rule: `BEDROCK-${rule}`,
    request,
  })),
  ...BEDROCK_FOR_VENDORS.map(([limits, rule, request]) => ({
    ...{ wire: 'bedrock-converse', rule: `BEDROCK-${rule}`, request, limits },
  })),
  ...COHERE.map(([rule, request]) => ({ wire: 'cohere-chat', rule: `COHERE-${rule}`, request })),
  ...INTERACTIONS.map(([rule, request]) => ({
    ...{ wire: 'google-interactions', rule: `GINTER-${rule}`, request },
  })),
  ...REALTIME.map(([rule, request]) => ({ wire: 'openai-realtime', rule: `REALTIME-${rule}`, request })),
  ...LIVE.map(([rule, request]) => ({ wire: 'google-live', rule: `GLIVE-${rule}`, request })),
  ...MISTRAL.map(([rule, request]) => ({ wire: 'mistral-chat', rule: `MISTRAL-${rule}`, request })),
  ...OLLAMA.map(([rule, request]) => ({ wire: 'ollama-chat', rule: `OLLAMA-${rule}`, request })),
  ...XAI.map(([rule, request]) => ({ wire: 'xai-grpc', rule: `XAI-GRPC-${rule}`, request })),
]

/** At least one broken request for every rule of a provider. */
export const brokenBodies: readonly BrokenBody[] = all.map((body, index) => ({ ...body, index }))
