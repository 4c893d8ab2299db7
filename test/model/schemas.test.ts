import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import type { HostedTool } from '../../src/base/model/hosted-settings.js'
import * as schemas from '../../src/base/model/schemas.js'
import type * as model from '../../src/base/model/types.js'

/** The canonical type of each schema. A schema without a line here, or a line without a schema, does not compile. */
interface Canonical {
  jsonValueSchema: JsonValue
  jsonObjectSchema: JsonObject
  providerMetadataSchema: model.ProviderMetadata
  cacheMarkSchema: model.CacheMark
  toolKindSchema: model.ToolKind
  toolCallStatusSchema: model.ToolCallStatus
  objectToolCallSchema: model.ObjectToolCall
  customToolCallSchema: model.CustomToolCall
  toolCallSchema: model.ToolCall
  toolOutputSchema: model.ToolOutput
  resultPartSchema: model.ResultPart
  toolResultSchema: model.ToolResult
  textPartSchema: model.TextPart
  reasoningPartSchema: model.ReasoningPart
  mediaContentSchema: model.MediaContent
  mediaPartSchema: model.MediaPart
  sourcePartSchema: model.SourcePart
  opaquePartSchema: model.OpaquePart
  partSchema: model.Part
  roleSchema: model.Role
  messageSchema: model.Message
  originSchema: model.Origin
  functionToolSchema: model.FunctionTool
  customToolSchema: model.CustomTool
  providerToolSchema: model.ProviderTool
  hostedToolSchema: HostedTool
  toolDefinitionSchema: model.ToolDefinition
  toolChoiceSchema: model.ToolChoice
  outputFormatSchema: model.OutputFormat
  reasoningSchema: model.Reasoning
  logProbabilitiesSchema: model.LogProbabilities
  settingsSchema: model.Settings
  conversationSchema: model.Conversation
  finishReasonSchema: model.FinishReason
  finishSchema: model.Finish
  usageSchema: model.Usage
  providerErrorSchema: model.ProviderError
  modelResponseSchema: model.ModelResponse
}

type Schemas = typeof schemas
type SameKeys<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? true : false
/** Assignable in both directions, including each member: optional in one type is optional in the other. */
type Same<A, B> = [A, Required<A>] extends [B, Required<B>]
  ? [B, Required<B>] extends [A, Required<A>]
    ? true
    : false
  : false

const everySchemaHasItsType: SameKeys<Schemas, Canonical> = true
const outputsAndTypesAgree: {
  [Name in keyof Canonical]: Same<z.output<Schemas[Name]>, Canonical[Name]>
} = {
  jsonValueSchema: true,
  jsonObjectSchema: true,
  providerMetadataSchema: true,
  cacheMarkSchema: true,
  toolKindSchema: true,
  toolCallStatusSchema: true,
  objectToolCallSchema: true,
  customToolCallSchema: true,
  toolCallSchema: true,
  toolOutputSchema: true,
  resultPartSchema: true,
  toolResultSchema: true,
  textPartSchema: true,
  reasoningPartSchema: true,
  mediaContentSchema: true,
  mediaPartSchema: true,
  sourcePartSchema: true,
  opaquePartSchema: true,
  partSchema: true,
  roleSchema: true,
  messageSchema: true,
  originSchema: true,
  functionToolSchema: true,
  customToolSchema: true,
  providerToolSchema: true,
  hostedToolSchema: true,
  toolDefinitionSchema: true,
  toolChoiceSchema: true,
  outputFormatSchema: true,
  reasoningSchema: true,
  logProbabilitiesSchema: true,
  settingsSchema: true,
  conversationSchema: true,
  finishReasonSchema: true,
  finishSchema: true,
  usageSchema: true,
  providerErrorSchema: true,
  modelResponseSchema: true,
}

const call: model.ToolCall = {
  type: 'tool-call',
  id: 'call_1',
  name: 'weather',
  kind: 'function',
  status: 'complete',
  arguments: { city: 'Paris' },
  rawArguments: '{"city":"Paris"}',
  providerExecuted: false,
  skills: ['geo'],
  context: null,
  providerMetadata: { 'some-wire': { signature: 'abc', extra: { caller: { type: 'direct' } } } },
}

const conversation: model.Conversation = {
  model: 'm',
  stop: ['END'],
  messages: [
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    {
      role: 'user',
      parts: [{ type: 'media', kind: 'image', source: { type: 'url', url: 'https://e.org/a.png' } }],
    },
    {
      role: 'assistant',
      origin: { wire: 'some-wire', model: 'm' },
      parts: [
        { type: 'reasoning', text: '' },
        call,
        { ...call, id: 'c', kind: 'custom', arguments: 'select 1' },
        { type: 'opaque', wire: 'some-wire', value: [1, null] },
        { type: 'source', url: 'https://e.org' },
      ],
    },
    {
      role: 'tool',
      parts: [
        {
          type: 'tool-result',
          callId: 'call_1',
          name: 'weather',
          output: { type: 'content', value: [{ type: 'text', text: 'sunny' }] },
          isError: false,
          providerExecuted: false,
        },
      ],
    },
  ],
  tools: [
    { type: 'function', name: 'weather', parameters: { type: 'object' } },
    { type: 'custom', name: 'sql', grammar: { syntax: 'lark', definition: 'x' } },
    { type: 'provider', wire: 'some-wire', kind: 'web_search', name: 'web_search', value: {} },
  ],
  toolChoice: { type: 'allowed', mode: 'auto', names: ['weather'] },
}

describe('schemas of the canonical model', () => {
  test('agree with the types (a compile-time proof)', () => {
    expect(everySchemaHasItsType).toBe(true)
    expect(Object.keys(outputsAndTypesAgree).sort()).toEqual(Object.keys(schemas).sort())
  })

  test('take canonical data and hand it back unchanged', () => {
    expect(schemas.conversationSchema.parse(conversation)).toStrictEqual(conversation)
    const response: model.ModelResponse = {
      message: { role: 'assistant', parts: [call] },
      finish: { reason: 'tool-calls', raw: 'tool_use' },
      usage: { inputTokens: 1 },
      error: { message: 'late', raw: { a: 1 } },
    }
    expect(schemas.modelResponseSchema.parse(response)).toStrictEqual(response)
  })

  test.each([
    ['an empty id', { ...call, id: '' }],
    ['arguments of a malformed call', { ...call, status: 'malformed' }],
    ['a complete call without arguments', { ...call, arguments: undefined }],
    ['text arguments of a function', { ...call, arguments: 'x' }],
    ['object arguments of a custom tool', { ...call, kind: 'custom' }],
    ['a complete custom call without its text', { ...call, kind: 'custom', arguments: undefined }],
    ['text of a custom call that was cut', { ...call, kind: 'custom', status: 'truncated', arguments: 'x' }],
    ['an unknown kind', { ...call, kind: 'magic' }],
    ['an unknown member', { ...call, surprise: 1 }],
    ['a value that is not JSON', { ...call, arguments: { at: new Date() } }],
    ['a number that is not JSON', { ...call, arguments: { x: Number.NaN } }],
    ['metadata that is not an object', { ...call, providerMetadata: { wire: 'x' } }],
    ['nothing', undefined],
  ])('refuse %s', (_title, value) => {
    expect(schemas.partSchema.safeParse(value).success).toBe(false)
  })

  test('keep __proto__ members and refuse deep or cyclic values without overflow', () => {
    const text = '{"__proto__":{"a":1}}'
    expect(JSON.stringify(schemas.jsonObjectSchema.parse(JSON.parse(text)))).toBe(text)
    const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000))
    expect(schemas.jsonValueSchema.safeParse(deep).success).toBe(false)
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(schemas.jsonValueSchema.safeParse(cycle).success).toBe(false)
  })
})

describe('as JSON Schema', () => {
  test.each(Object.entries(schemas))('%s', (_name, schema) => {
    expect(z.toJSONSchema(schema)).toMatchObject({ $schema: expect.stringContaining('2020-12') })
  })

  test('describes the form of a conversation', () => {
    expect(z.toJSONSchema(schemas.conversationSchema)).toMatchObject({
      type: 'object',
      required: ['messages'],
      additionalProperties: false,
      properties: {
        messages: { type: 'array', items: { required: ['role', 'parts'] } },
        providerMetadata: { type: 'object', additionalProperties: { type: 'object' } },
      },
    })
  })
})
