import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import type { MediaPart, Message, Part, ToolOutput } from '../../src/base/model/types.js'
import { fit } from '../../src/translate/fit/fit.js'
import { assistant, call, result, system, text, tool, user } from '../fit/build.js'
import { plainObject } from '../support/values.js'

const WIRE = openaiResponses.id
const codes = ({ notices }: { readonly notices: readonly { code: string }[] }) =>
  notices.map(({ code }) => code)

function answer(...output: JsonObject[]): JsonObject {
  return { id: 'resp_1', object: 'response', model: 'm', status: 'completed', error: null, output }
}

/** Returns an item of the model after the result inside it was replaced. */
function withOutput(item: JsonObject, output: ToolOutput): { item: JsonObject; codes: string[] } {
  const { value } = openaiResponses.decodeResponse(answer(item))
  const isError = output.type.startsWith('error')
  const parts = value.message.parts.map((part) =>
    part.type === 'tool-result' ? { ...part, output, isError } : part,
  )
  const encoded = openaiResponses.encodeResponse({ ...value, message: { ...value.message, parts } })
  const [first] = encoded.value.output
  return { item: plainObject(first), codes: codes(encoded) }
}

const PNG = { type: 'data', data: 'iVBORw0=' } as const
const image = (source: MediaPart['source'] = PNG, more: Partial<MediaPart> = {}): MediaPart => ({
  type: 'media',
  kind: 'image',
  source,
  ...more,
})

const interpreter = (outputs: JsonValue): JsonObject => ({
  type: 'code_interpreter_call',
  id: 'ci_1',
  status: 'completed',
  code: 'plot()',
  container_id: 'cntr_1',
  outputs,
})
const search = { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['x'] }
const drawing = { type: 'image_generation_call', id: 'ig_1', status: 'completed' }
const mcp = { type: 'mcp_call', id: 'mcp_1', name: 'look_up', server_label: 's', arguments: '{}' }

describe('results inside the items of the model', () => {
  const json: ToolOutput = { type: 'json', value: [{ text: 'new' }] }
  const edited: Record<string, [JsonObject, ToolOutput, JsonObject]> = {
    'text for an MCP server': [{ ...mcp, output: 'old' }, json, { output: '[{"text":"new"}]' }],
    'an error for an MCP server': [
      { ...mcp, output: 'old' },
      { type: 'error-text', value: 'no' },
      { error: 'no' },
    ],
    'files, as a list': [{ ...search, results: [] }, json, { results: [{ text: 'new' }] }],
    'files, as text': [
      { ...search, results: [] },
      { type: 'text', value: 'new' },
      { results: [{ text: 'new' }] },
    ],
    'logs of code': [
      interpreter([]),
      { type: 'text', value: 'new' },
      { outputs: [{ type: 'logs', logs: 'new' }] },
    ],
    'images of code': [
      interpreter([]),
      {
        type: 'content',
        value: [
          image({ type: 'url', url: 'https://example.com/a.png' }),
          image(PNG, { mediaType: 'image/webp' }),
          image(),
          image({ type: 'file-id', id: 'file_1' }),
        ],
      },
      {
        outputs: [
          { type: 'image', url: 'https://example.com/a.png' },
          { type: 'image', url: 'data:image/webp;base64,iVBORw0=' },
          { type: 'image', url: 'data:image/png;base64,iVBORw0=' },
        ],
      },
    ],
    'a drawing': [
      { ...drawing, result: 'old=' },
      { type: 'content', value: [image()] },
      { result: 'iVBORw0=' },
    ],
  }

  test.each(Object.entries(edited))('an edited result is written: %s', (_name, [item, output, expected]) => {
    const written = withOutput(item, output)
    expect(written.item).toMatchObject(expected)
  })

  const misfits: [string, JsonObject, ToolOutput][] = [
    ['text for a drawing', { ...drawing, result: 'old=' }, { type: 'text', value: 'a cat' }],
    [
      'a linked drawing',
      { ...drawing, result: 'old=' },
      { type: 'content', value: [image({ type: 'url', url: 'u' })] },
    ],
    [
      'a text part for a drawing',
      { ...drawing, result: 'old=' },
      { type: 'content', value: [text('a cat')] },
    ],
    [
      'anything for a web search',
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } },
      { type: 'text', value: 'found' },
    ],
  ]

  test.each(misfits)('data without a field in the item is reported: %s', (_name, item, output) => {
    expect(withOutput(item, output).codes).toEqual(['result-dropped'])
  })

  test('an image of code that is a file elsewhere is reported', () => {
    const output: ToolOutput = { type: 'content', value: [image({ type: 'file-id', id: 'file_1' })] }
    expect(withOutput(interpreter([]), output).codes).toEqual(['media-dropped'])
  })
})

const patchCall = {
  type: 'apply_patch_call',
  id: 'p_1',
  call_id: 'call_1',
  operation: { type: 'delete_file' },
  status: 'completed',
}
const approvalRequest = {
  type: 'mcp_approval_request',
  id: 'mcpr_1',
  name: 'f',
  arguments: '{}',
  server_label: 's',
}
const computerCall = { type: 'computer_call', call_id: 'call_1', id: 'cu_1', action: { type: 'screenshot' } }
const programCall = { type: 'program', id: 'prog_1', call_id: 'call_1', code: 'f()' }
const searchCall = {
  type: 'tool_search_call',
  id: 'ts_1',
  call_id: 'call_1',
  execution: 'client',
  arguments: {},
}
const functionCall = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' }
const functionOutput = (output: JsonValue) => ({ type: 'function_call_output', call_id: 'call_1', output })

describe('results that the client sends', () => {
  test('an edit of an error that was spelled with blanks wins', () => {
    const item = functionOutput('<tool_error type="json">{ "code": 1 }</tool_error>')
    const { messages } = openaiResponses.decodeRequest({ model: 'm', input: [functionCall, item] }).value
    const edited = messages.map(
      (message): Message => ({
        ...message,
        parts: message.parts.map(
          (part): Part =>
            part.type === 'tool-result'
              ? { ...part, output: { type: 'text', value: 'ok' }, isError: false }
              : part,
        ),
      }),
    )
    expect(openaiResponses.encodeMessages(edited).value[1]).toMatchObject({ output: 'ok' })
  })

  function answered(callItem: JsonObject, output: ToolOutput, isError = output.type.startsWith('error')) {
    const { messages } = openaiResponses.decodeRequest({ model: 'm', input: [callItem] }).value
    const callId = messages[0]?.parts.find((part) => part.type === 'tool-call')?.id ?? ''
    const encoded = openaiResponses.encodeMessages([...messages, tool(result(callId, output, { isError }))])
    return { item: plainObject(encoded.value[1]), codes: codes(encoded) }
  }

  const error: ToolOutput = { type: 'error-text', value: 'broken' }
  const words: ToolOutput = { type: 'text', value: 'ok' }
  const fresh: [string, JsonObject, ToolOutput, JsonObject, string[]][] = [
    ['an error refuses', approvalRequest, error, { approve: false, reason: 'broken' }, []],
    [
      'a denial refuses',
      approvalRequest,
      { type: 'denied', reason: 'no' },
      { approve: false, reason: 'no' },
      [],
    ],
    ['JSON approves', approvalRequest, { type: 'json', value: { approve: true } }, { approve: true }, []],
    ['other output approves, and is not sent', approvalRequest, words, { approve: true }, ['result-dropped']],
    [
      'a screenshot of another wire',
      computerCall,
      { type: 'content', value: [image(PNG, { mediaType: 'image/png' })] },
      { output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,iVBORw0=' } },
      [],
    ],
    [
      'a screenshot that cannot be sent',
      computerCall,
      { type: 'content', value: [image({ type: 'text', text: 'x' })] },
      { output: { type: 'computer_screenshot' } },
      ['media-dropped', 'result-dropped'],
    ],
    [
      'text is not a screenshot',
      computerCall,
      words,
      { output: { type: 'computer_screenshot' } },
      ['result-dropped'],
    ],
    ['a program', programCall, words, { type: 'program_output', result: 'ok' }, []],
    ['a patch', patchCall, words, { output: 'ok', status: 'completed' }, []],
    ['a patch that failed', patchCall, error, { output: 'broken', status: 'failed' }, []],
    ['text for a tool search', searchCall, words, { type: 'function_call_output', output: 'ok' }, []],
    [
      'tools for a tool search',
      searchCall,
      { type: 'json', value: [] },
      { type: 'tool_search_output', tools: [] },
      [],
    ],
    [
      'an error that is an image alone',
      functionCall,
      { type: 'content', value: [image({ type: 'url', url: 'https://example.com/a.png' })] },
      {
        output: [
          { type: 'input_text', text: '<tool_error></tool_error>' },
          { type: 'input_image', image_url: 'https://example.com/a.png' },
        ],
      },
      [],
    ],
    [
      'a part of another wire in a result',
      functionCall,
      { type: 'content', value: [text('a'), { type: 'opaque', wire: 'other', value: 1 }] },
      {},
      ['part-dropped'],
    ],
  ]

  test.each(fresh)('written for the call that they answer: %s', (name, callItem, output, item, expected) => {
    const isError = name.startsWith('an error') || output.type.startsWith('error')
    const written = answered(callItem, output, isError)
    expect(written.item).toMatchObject(item)
    expect(written.codes).toEqual(expected)
  })
})

describe('content of messages', () => {
  const media = (more: Partial<MediaPart>): MediaPart => ({
    type: 'media',
    kind: 'file',
    source: { type: 'data', data: 'AAAA' },
    ...more,
  })
  test('content without an item is omitted with a notice that names it', () => {
    const encoded = openaiResponses.encodeMessages([
      user(
        call('1'),
        { type: 'opaque', wire: 'other', value: 1 },
        media({ source: { type: 'text', text: 'x' } }),
      ),
      user('still here'),
    ])
    expect(encoded.value).toEqual([{ role: 'user', content: 'still here' }])
    expect(encoded.notices.map(({ message }) => message)).toEqual([
      expect.stringContaining('tool-call is not supported here'),
      expect.stringContaining('part of other'),
      expect.stringContaining('file as text'),
    ])
  })

  test('instructions that were changed to a non-text become a message', () => {
    const instructions = { ...system('Be brief.'), providerMetadata: { [WIRE]: { form: 'instructions' } } }
    expect(openaiResponses.encodeMessages([instructions, user('hi')]).system).toBe('Be brief.')
    const edited = {
      ...instructions,
      parts: [...instructions.parts, image({ type: 'url', url: 'https://a' })],
    }
    const encoded = openaiResponses.encodeMessages([edited, user('hi')])
    expect(encoded.system).toBeUndefined()
    expect(encoded.value).toMatchObject([{ role: 'system' }, { role: 'user' }])
  })
})

describe('text of the model', () => {
  const reasoning = (more: JsonObject): JsonObject => ({
    type: 'reasoning',
    id: 'rs_1',
    summary: [],
    ...more,
  })
  const summed = (value: string) => ({ type: 'summary_text', text: value })
  test('an edited text of several entries is written as one', () => {
    const native = answer(reasoning({ summary: [summed('a'), summed('b')] }))
    const { value } = openaiResponses.decodeResponse(native)
    const parts = value.message.parts.map((part) =>
      part.type === 'reasoning' ? { ...part, text: 'new' } : part,
    )
    const encoded = openaiResponses.encodeResponse({ ...value, message: { ...value.message, parts } })
    expect(encoded.value.output).toMatchObject([{ summary: [summed('new')] }])
  })
})

describe('bodies', () => {
  test('parts that are added to a response without output are written', () => {
    const { output: _output, ...bare } = answer()
    const { value } = openaiResponses.decodeResponse(bare)
    expect(openaiResponses.encodeResponse(value).value).toEqual(bare)
    const grown = { ...value, message: { ...value.message, parts: [text('new')] } }
    expect(openaiResponses.encodeResponse(grown).value.output).toHaveLength(1)
  })

  test('an edited error is encoded, and a cleared error does not become another error', () => {
    const { value } = openaiResponses.decodeResponse({ error: { message: 'no', code: 'x', param: 'p' } })
    const edited = openaiResponses.encodeResponse({ ...value, error: { message: 'new', code: 'y' } })
    expect(edited.value).toEqual({ error: { message: 'new', type: 'y', code: 'y' } })
  })

  test('a removed call leaves a completed answer', () => {
    const { value } = openaiResponses.decodeResponse(answer(functionCall))
    expect(value.finish.reason).toBe('tool-calls')
    const message = { ...value.message, parts: [text('Done.')] }
    const encoded = openaiResponses.encodeResponse({
      ...value,
      message,
      finish: { reason: 'stop', raw: 'completed' },
    })
    expect(encoded.value.status).toBe('completed')
  })
})

describe('fit', () => {
  const thought: Part = {
    type: 'reasoning',
    text: 'hm',
    providerMetadata: { [WIRE]: { itemId: 'rs_1', signature: 's' } },
  }
  const own = (...parts: Part[]): Message => ({ ...assistant(...parts), origin: { wire: WIRE } })
  const run = (...messages: Message[]) => {
    const fitted = fit({ messages }, openaiResponses.codecs)
    return { parts: fitted.conversation.messages.flatMap(({ parts }) => parts), codes: codes(fitted) }
  }

  test('reasoning at the end of a turn is left out, and the turn with it', () => {
    expect(run(user('hi'), own(thought), user('go on'))).toEqual({
      parts: [text('hi'), text('go on')],
      codes: ['reasoning-without-item'],
    })
  })

  test('reasoning of servers that do not check it stays', () => {
    const unchecked: Part = { ...thought, providerMetadata: { [WIRE]: { itemId: 'msg_x' } } }
    expect(run(user('hi'), own(unchecked), user('go on')).codes).toEqual([])
  })

  test('reasoning before an item of a new type stays', () => {
    const item: Part = { type: 'opaque', wire: WIRE, value: { type: 'brand_new', id: 'n_1' } }
    expect(run(user('hi'), own(thought, item), user('go on')).codes).toEqual([])
  })

  test('created_by is only in responses', () => {
    const made = { ...functionCall, id: 'fc_1', created_by: 'agent' }
    const { messages } = openaiResponses.decodeRequest({
      model: 'm',
      input: [made, functionOutput('ok')],
    }).value
    const fitted = fit({ messages: [user('hi'), ...messages] }, openaiResponses.codecs)
    const items = openaiResponses.encodeMessages(fitted.conversation.messages).value
    expect(items[1]).toEqual({ ...functionCall, id: 'fc_1' })
  })
})
