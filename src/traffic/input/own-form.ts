import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asNative, isArray, isObject } from '../../base/json/read-json.js'
import { conversation, message, modelResponse, part } from '../../base/model/canonical.js'
import type { ValueForm } from '../../base/model/description.js'
import { expectForm } from '../../base/model/form.js'
import type { Conversation, Message, ModelResponse, ToolDefinition } from '../../base/model/types.js'
import { storeLimits } from '../../codec/format/store-limits.js'
import { type Adapter, defineAdapter } from '../../codec/wire/define-adapter.js'
import { evidenceOf } from '../../codec/wire/evidence.js'
import { readOnly } from '../../codec/wire/read-only.js'
import { createRegistry, type Registry } from '../../translate/exchange/registry.js'

// Conversations and answers as programs with this library store them: the canonical model as JSON. Every member
// is known, so a body with a member of another format is not in this form.

const id = 'toolwire'
/** Matches the types of the parts that are read alone. */
const PARTS = /^tool-(call|result)$/

/** Reads conversations, answers, messages, calls and results of the canonical model. */
export const ownForm: Adapter = /* @__PURE__ */ defineAdapter(
  readOnly({
    id,
    title: 'The canonical model of this library',
    docs: 'https://github.com/toolwire/toolwire/blob/main/docs/storing-conversations.md',
    limits: storeLimits,
    messages: {
      decode: (natives, { path }) => {
        for (const [index, native] of natives.entries()) expectForm(native, message.form, `${path}/${index}`)
        return asNative<Message[]>(natives)
      },
    },
    tools: { decode: (tools) => asNative<ToolDefinition[]>(tools), decodeChoice: unsupported },
    request: {
      decode: (native) => {
        expectForm(native, conversation.form, '')
        return asNative<Conversation>(native)
      },
    },
    response: {
      decode: (native) => {
        expectForm(native, modelResponse.form, '')
        return asNative<ModelResponse>(native)
      },
    },
    evidence: evidenceOf({
      request: [[0.99, 'a conversation of this library', isOwnConversation]],
      response: [[0.99, 'an answer of this library', isOwnAnswer]],
      'history-piece': [
        [0.99, 'a message of this library', isOwnMessage],
        [0.99, 'a part of this library', (piece) => PARTS.test(String(piece.type)) && has(piece, part.form)],
      ],
    }),
    pieces: {
      answer: [],
      history: ['0 parts&role=tool 0 |callId', '0 parts&role=assistant 0 |kind'],
      list: 'messages',
    },
  }),
)

/** Returns the registry with the form of this library's own conversations in addition to its wires. */
export function withOwnForm(registry: Registry): Registry {
  const all = createRegistry([...registry.adapters, ownForm])
  return { ...all, get: (name) => (name === ownForm.id ? ownForm : registry.get(name)) }
}

/** Returns true for a body that only this library's own form has. */
export function isOwnBody(value: JsonValue | undefined): boolean {
  return isObject(value) && (isOwnConversation(value) || isOwnAnswer(value))
}

function isOwnConversation(body: JsonObject): boolean {
  const { messages } = body
  return (
    isArray(messages) && messages.length > 0 && has(messages[0], message.form) && has(body, conversation.form)
  )
}

function isOwnAnswer(body: JsonObject): boolean {
  return isObject(body.message) && has(body, modelResponse.form)
}

function isOwnMessage(piece: JsonObject): boolean {
  return isArray(piece.parts) && has(piece, message.form)
}

function has(value: JsonValue | undefined, form: ValueForm): boolean {
  return !('error' in attempt(() => expectForm(value, form, '')))
}

function unsupported(): never {
  throw new AdapterError('unsupported', '', 'the tool choice of a conversation is part of its request')
}
