import { describe, expect, test } from 'vitest'
import { googleGenerateContent as google } from '../../adapters/google-generate-content/index.js'
import { rules } from '../../adapters/google-generate-content/rules.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { encodeConversation, lint, type ToolChoice, webSearch } from '../../src/index.js'

function encoded(toolChoice?: ToolChoice, limits?: string, mode?: 'strict') {
  const { value, notices } = encodeConversation(
    {
      model: 'gemini-3-pro',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
      tools: [webSearch(), { type: 'function', name: 'f' }],
      ...(toolChoice && { toolChoice }),
    },
    { to: google, ...(limits && { limits }), ...(mode && { mode }) },
  )
  return { native: expectObject(asJson(value), ''), notices }
}

const CHOICES: readonly (readonly [ToolChoice | undefined, object])[] = [
  [undefined, { mode: 'VALIDATED' }],
  [{ type: 'auto' }, { mode: 'VALIDATED' }],
  [{ type: 'none' }, { mode: 'NONE' }],
  [{ type: 'required' }, { mode: 'ANY' }],
  [
    { type: 'tool', name: 'f' },
    { mode: 'ANY', allowedFunctionNames: ['f'] },
  ],
]

describe('webSearch() beside functions', () => {
  test.each(CHOICES)('asks for both, with the choice %j', (choice, functionCallingConfig) => {
    const { native, notices } = encoded(choice, undefined, 'strict')
    expect(native).toMatchObject({
      tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: 'f' }] }],
      toolConfig: { includeServerSideToolInvocations: true, functionCallingConfig },
    })
    expect(notices.map(({ code }) => code)).toEqual(['built-in-tools-beside-functions'])
    expect(lint(rules, native)).toEqual([])
  })

  test('is as free a choice when it comes back', () => {
    const { native } = encoded()
    const again = google.decodeRequest(native).value
    expect(again.toolChoice).toEqual({ type: 'auto' })
    expect(google.encodeRequest(again).value).toEqual(native)
  })

  test('is left out before Gemini 3, with a warning', () => {
    const { native, notices } = encoded(undefined, 'before-gemini-3')
    expect(native.tools).toEqual([{ functionDeclarations: [{ name: 'f' }] }])
    expect(native.toolConfig).toBeUndefined()
    expect(notices).toMatchObject([{ code: 'built-in-tools-beside-functions', severity: 'warning' }])
    expect(() => encoded(undefined, 'before-gemini-3', 'strict')).toThrow(/built-in/)
  })

  test('is sent to Vertex AI unchanged', () => {
    const { native, notices } = encoded(undefined, 'vertex-ai')
    expect(native).toMatchObject({ tools: [{ googleSearch: {} }, {}] })
    expect(native.toolConfig).toBeUndefined()
    expect(notices).toEqual([])
  })
})
