import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import type {
  MediaPart,
  Message,
  ModelResponse,
  Part,
  ToolOutput,
  ToolResult,
} from '../../src/base/model/types.js'
import { fit } from '../../src/translate/fit/fit.js'
import { assistant, call, customCall, result, system, text, tool, user } from '../fit/build.js'

const WIRE = openaiResponses.id
const codes = ({ notices }: { readonly notices: readonly { code: string }[] }) =>
  notices.map(({ code }) => code)

function answer(...output: JsonObject[]): JsonObject {
  return { id: 'resp_1', object: 'response', model: 'm', status: 'completed', error: null, output }
}

function plain(value: unknown): JsonObject {
  const json = asJson(JSON.parse(JSON.stringify(value)))
  return isObject(json) ? json : {}
}

function responseRoundTrip(native: JsonObject) {
  const decoded = openaiResponses.decodeResponse(native)
  const encoded = openaiResponses.encodeResponse(JSON.parse(JSON.stringify(decoded.value)))
  return { value: plain(encoded.value), codes: [...codes(decoded), ...codes(encoded)] }
}

function inputRoundTrip(...items: JsonObject[]) {
  const decoded = openaiResponses.decodeRequest({ model: 'm', input: items })
  const encoded = openaiResponses.encodeRequest(JSON.parse(JSON.stringify(decoded.value)))
  return { value: plain(encoded.value).input, codes: [...codes(decoded), ...codes(encoded)] }
}

/** What becomes of an item of the model when the result inside it is replaced. */
function withOutput(item: JsonObject, output: ToolOutput): { item: JsonObject; codes: string[] } {
  const { value } = openaiResponses.decodeResponse(answer(item))
  const isError = output.type.startsWith('error')
  const parts = value.message.parts.map((part) =>
    part.type === 'tool-result' ? { ...part, output, isError } : part,
  )
  const encoded = openaiResponses.encodeResponse({ ...value, message: { ...value.message, parts } })
  const [first] = encoded.value.output
  return { item: plain(first), codes: codes(encoded) }
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
  const outputs: Record<string, [JsonObject, ToolOutput]> = {
    'text of an MCP server': [
      { ...mcp, output: 'found', error: null },
      { type: 'text', value: 'found' },
    ],
    'an error of an MCP server': [
      { ...mcp, error: 'no such tool' },
      { type: 'error-text', value: 'no such tool' },
    ],
    'an error object': [
      { ...mcp, error: { type: 'http_error', code: 500 } },
      { type: 'error-json', value: { type: 'http_error', code: 500 } },
    ],
    'a failure without words': [
      { ...mcp, status: 'failed' },
      { type: 'error-text', value: '' },
    ],
    'files found': [
      { ...search, results: [{ file_id: 'f', score: 0.5 }] },
      { type: 'json', value: [{ file_id: 'f', score: 0.5 }] },
    ],
    'no list of files, as the API sends unless asked': [
      { ...search, results: null },
      { type: 'text', value: '' },
    ],
    'an image': [
      { ...drawing, result: 'iVBORw0=', output_format: 'webp' },
      { type: 'content', value: [image(PNG, { mediaType: 'image/webp' })] },
    ],
    'an image of the default format': [
      { ...drawing, result: 'iVBORw0=' },
      { type: 'content', value: [image(PNG, { mediaType: 'image/png' })] },
    ],
    'an image that is none': [
      { ...drawing, result: 5 },
      { type: 'text', value: '' },
    ],
    'logs and images of code': [
      interpreter([
        { type: 'logs', logs: 'ok' },
        { type: 'image', url: 'https://example.com/plot.png' },
        { type: 'image', url: 'data:image/png;base64,iVBORw0=' },
        { type: 'image', url: 'x', alt: 'with a further field' },
        { type: 'image', url: 5 },
        'strange',
      ]),
      {
        type: 'content',
        value: [
          text('ok'),
          image({ type: 'url', url: 'https://example.com/plot.png' }),
          image(PNG, { mediaType: 'image/png' }),
          { type: 'opaque', wire: WIRE, value: { type: 'image', url: 'x', alt: 'with a further field' } },
          { type: 'opaque', wire: WIRE, value: { type: 'image', url: 5 } },
          { type: 'opaque', wire: WIRE, value: 'strange' },
        ],
      },
    ],
    'a search that only says that it ran': [
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
      { type: 'text', value: '' },
    ],
  }

  test.each(Object.entries(outputs))('%s', (_name, [item, output]) => {
    const { message } = openaiResponses.decodeResponse(answer(item)).value
    expect(message.parts[1]).toMatchObject({ type: 'tool-result', output, providerExecuted: true })
    expect(responseRoundTrip(answer(item))).toEqual({ value: answer(item), codes: [] })
  })

  test('a call that is still running has no result', () => {
    const item = { ...search, status: 'in_progress' }
    expect(openaiResponses.decodeResponse(answer(item)).value.message.parts).toHaveLength(1)
  })

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

  test.each(misfits)('what the item has no place for is reported: %s', (_name, item, output) => {
    expect(withOutput(item, output).codes).toEqual(['result-dropped'])
  })

  test('an image of code that is a file elsewhere is reported', () => {
    const output: ToolOutput = { type: 'content', value: [image({ type: 'file-id', id: 'file_1' })] }
    expect(withOutput(interpreter([]), output).codes).toEqual(['media-dropped'])
  })
})

const shellCall = {
  type: 'local_shell_call',
  id: 'lsh_1',
  call_id: 'call_1',
  action: { type: 'exec' },
  status: 'completed',
}
const patchCall = {
  type: 'apply_patch_call',
  id: 'p_1',
  call_id: 'call_1',
  operation: { type: 'delete_file' },
  status: 'completed',
}
const patched = { type: 'apply_patch_call_output', call_id: 'call_1' }
const approvalRequest = {
  type: 'mcp_approval_request',
  id: 'mcpr_1',
  name: 'f',
  arguments: '{}',
  server_label: 's',
}
const approval = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1' }
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
  const items: [string, JsonObject, JsonObject, Partial<ToolResult>][] = [
    [
      'a patch that worked',
      patchCall,
      { ...patched, output: 'done', status: 'completed' },
      { isError: false },
    ],
    [
      'a patch that failed',
      patchCall,
      { ...patched, output: 'no such file', status: 'failed' },
      { isError: true },
    ],
    ['a patch that says nothing', patchCall, { ...patched, status: 'failed' }, { isError: true }],
    [
      'a patch that does not say whether it worked',
      patchCall,
      { ...patched, output: 'done' },
      { isError: false },
    ],
    ['approval', approvalRequest, { ...approval, approve: true }, { isError: false }],
    ['refusal', approvalRequest, { ...approval, approve: false }, { output: { type: 'denied' } }],
    [
      'refusal with a reason',
      approvalRequest,
      { ...approval, approve: false, reason: 'no' },
      { output: { type: 'denied', reason: 'no' } },
    ],
    ['neither', approvalRequest, { ...approval, approve: 'maybe' }, { isError: false }],
    [
      'a screenshot',
      computerCall,
      {
        type: 'computer_call_output',
        call_id: 'call_1',
        output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,iVBORw0=' },
      },
      { output: { type: 'content', value: [expect.objectContaining({ kind: 'image', source: PNG })] } },
    ],
    ['no screenshot', computerCall, { type: 'computer_call_output', call_id: 'call_1' }, { isError: false }],
    [
      'a screenshot of a new form',
      computerCall,
      { type: 'computer_call_output', call_id: 'call_1', output: { type: 'hologram' } },
      { isError: false },
    ],
    [
      'a program',
      programCall,
      { type: 'program_output', call_id: 'call_1', result: 'ok' },
      { isError: false },
    ],
    [
      'a program without result',
      programCall,
      { type: 'program_output', call_id: 'call_1' },
      { isError: false },
    ],
    [
      'tools found',
      searchCall,
      {
        type: 'tool_search_output',
        call_id: 'call_1',
        execution: 'client',
        tools: [{ type: 'function', name: 'g' }],
      },
      { output: { type: 'json', value: [{ type: 'function', name: 'g' }] } },
    ],
    [
      'a local shell by id',
      shellCall,
      { type: 'local_shell_call_output', id: 'lsh_1', output: 'ok' },
      { output: { type: 'text', value: 'ok' } },
    ],
    [
      'a local shell by call_id',
      shellCall,
      { type: 'local_shell_call_output', call_id: 'call_1', output: 'ok' },
      { output: { type: 'text', value: 'ok' } },
    ],
    [
      'an error in JSON that is spelled with blanks',
      functionCall,
      functionOutput('<tool_error type="json">{ "code": 1 }</tool_error>'),
      { isError: true, output: { type: 'error-json', value: { code: 1 } } },
    ],
    [
      'an error before an image',
      functionCall,
      functionOutput([
        { type: 'input_text', text: '<tool_error>no</tool_error>' },
        { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'auto' },
      ]),
      { isError: true },
    ],
    [
      'no output at all',
      functionCall,
      { type: 'function_call_output', call_id: 'call_1' },
      { isError: false },
    ],
  ]

  test.each(items)('%s', (_name, callItem, item, expected) => {
    const { messages } = openaiResponses.decodeRequest({ model: 'm', input: [callItem, item] }).value
    expect(messages.at(-1)?.parts.at(-1)).toMatchObject({ type: 'tool-result', ...expected })
    expect(inputRoundTrip(callItem, item)).toEqual({ value: [callItem, item], codes: [] })
  })

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
    return { item: plain(encoded.value[1]), codes: codes(encoded) }
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
      'text is no screenshot',
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

  test('what is no result has no place among results', () => {
    const own: Part = { type: 'opaque', wire: WIRE, value: { type: 'item_reference', id: 'i' } }
    const encoded = openaiResponses.encodeMessages([
      { role: 'tool', parts: [own, text('stray'), { type: 'opaque', wire: 'other', value: 1 }] },
    ])
    expect(encoded.value).toEqual([{ type: 'item_reference', id: 'i' }])
    expect(codes(encoded)).toEqual(['part-dropped', 'part-dropped'])
  })
})

describe('content of messages', () => {
  const said = (...content: JsonObject[]) => ({ role: 'user', content })
  const parts: [string, JsonObject, object][] = [
    ['text of the model, quoted by the user', { type: 'output_text', text: 'a' }, { text: 'a' }],
    ['an image by URL', { type: 'input_image', image_url: 'https://a', detail: 'low' }, { kind: 'image' }],
    ['an image by file id', { type: 'input_image', file_id: 'f' }, { source: { type: 'file-id', id: 'f' } }],
    [
      'an image as data',
      { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0=' },
      { source: PNG, mediaType: 'image/png' },
    ],
    [
      'a data URL without base64 stays a URL',
      { type: 'input_image', image_url: 'data:image/svg+xml,%3Csvg/%3E' },
      { source: { type: 'url', url: 'data:image/svg+xml,%3Csvg/%3E' } },
    ],
    [
      'a data URL without type',
      { type: 'input_image', image_url: 'data:;base64,AAAA' },
      { source: { type: 'url' } },
    ],
    [
      'a data URL without data',
      { type: 'input_image', image_url: 'data:image/png;base64' },
      { source: { type: 'url' } },
    ],
    [
      'a file',
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
      { kind: 'file', filename: 'a.pdf', mediaType: 'application/pdf' },
    ],
    [
      'a file as bare base64',
      { type: 'input_file', file_data: 'AAAA' },
      { source: { type: 'data', data: 'AAAA' } },
    ],
    ['a recording', { type: 'input_file', file_data: 'data:audio/wav;base64,AAAA' }, { kind: 'audio' }],
    ['a film', { type: 'input_file', file_data: 'data:video/mp4;base64,AAAA' }, { kind: 'video' }],
    [
      'an image that is sent as a file',
      { type: 'input_file', file_data: 'data:image/png;base64,AAAA' },
      { kind: 'image' },
    ],
    ['a file by URL', { type: 'input_file', file_url: 'https://a/b.pdf' }, { source: { type: 'url' } }],
    ['a type that came later', { type: 'input_smell', smell: 'rose' }, { type: 'opaque' }],
  ]

  test.each(parts)('%s', (_name, native, part) => {
    const message = said({ type: 'input_text', text: 'Look' }, native)
    const { messages } = openaiResponses.decodeRequest({ model: 'm', input: [message] }).value
    expect(messages[0]?.parts[1]).toMatchObject(part)
    expect(inputRoundTrip(message)).toEqual({ value: [message], codes: [] })
  })

  const media = (more: Partial<MediaPart>): MediaPart => ({
    type: 'media',
    kind: 'file',
    source: { type: 'data', data: 'AAAA' },
    ...more,
  })
  test.each<[string, Part, JsonObject]>([
    ['a PDF gets a name', media({ mediaType: 'application/pdf' }), { filename: 'file.pdf' }],
    ['a text gets a name', media({ mediaType: 'text/csv' }), { filename: 'file.txt' }],
    [
      'data of an unknown type',
      media({}),
      { filename: 'file', file_data: 'data:application/octet-stream;base64,AAAA' },
    ],
    ['an image of an unknown type', image(), { image_url: 'data:image/png;base64,iVBORw0=', detail: 'auto' }],
    ['a named file', media({ filename: 'b.bin', mediaType: 'a/b' }), { filename: 'b.bin' }],
  ])('media of another wire: %s', (_name, part, expected) => {
    const encoded = openaiResponses.encodeMessages([user('Look', part)])
    expect(plain(encoded.value[0]).content).toMatchObject([{ type: 'input_text' }, expected])
  })

  test('what has no place is left out with a notice that says what it was', () => {
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

  test('instructions that are no text any more become a message', () => {
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

describe('what the model said', () => {
  const reasoning = (more: JsonObject): JsonObject => ({
    type: 'reasoning',
    id: 'rs_1',
    summary: [],
    ...more,
  })
  const raw = (value: string) => ({ type: 'reasoning_text', text: value })
  const summed = (value: string) => ({ type: 'summary_text', text: value })
  test.each<[string, JsonObject, string]>([
    ['raw reasoning', reasoning({ content: [raw('a'), raw('b')] }), 'a\n\nb'],
    ['raw reasoning beside a summary', reasoning({ content: [raw('a')], summary: [summed('s')] }), 'a'],
    ['a summary beside no raw reasoning', reasoning({ content: [], summary: [summed('s')] }), 's'],
    ['raw reasoning without a summary', { type: 'reasoning', id: 'rs_1', content: [raw('a')] }, 'a'],
    ['entries of a new form', reasoning({ summary: [{ ...summed('s'), extra: 1 }] }), ''],
    ['entries that are none', reasoning({ summary: ['s'] }), ''],
    ['an empty entry', reasoning({ summary: [summed('')] }), ''],
  ])('%s', (_name, item, shown) => {
    const { message } = openaiResponses.decodeResponse(answer(item)).value
    expect(message.parts).toMatchObject([{ type: 'reasoning', text: shown }])
    expect(responseRoundTrip(answer(item))).toEqual({ value: answer(item), codes: [] })
  })

  test('an edited text of several entries is written as one', () => {
    const native = answer(reasoning({ summary: [summed('a'), summed('b')] }))
    const { value } = openaiResponses.decodeResponse(native)
    const parts = value.message.parts.map((part) =>
      part.type === 'reasoning' ? { ...part, text: 'new' } : part,
    )
    const encoded = openaiResponses.encodeResponse({ ...value, message: { ...value.message, parts } })
    expect(encoded.value.output).toMatchObject([{ summary: [summed('new')] }])
  })

  test('an answer of another wire becomes items of a response', () => {
    const other: ModelResponse = {
      message: {
        ...assistant('Hello.', image(), { type: 'opaque', wire: 'other', value: 1 }),
        origin: { wire: 'other' },
      },
      finish: { reason: 'stop' },
    }
    const encoded = openaiResponses.encodeResponse(other)
    expect(encoded.value.output).toMatchObject([
      {
        type: 'message',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Hello.', annotations: [] }],
      },
    ])
    expect(codes(encoded)).toEqual(['media-dropped', 'part-dropped', 'usage-unknown'])
  })

  test('calls and results that another provider ran have no item here', () => {
    const ran = { providerExecuted: true }
    const encoded = openaiResponses.encodeMessages([
      assistant(
        call('1', 'browse', { ...ran, kind: 'web_search' }),
        result('1', 'found', ran),
        result('2', 'x', ran),
      ),
    ])
    expect(encoded.value).toEqual([])
    expect(codes(encoded)).toEqual([
      'provider-call-dropped',
      'provider-result-dropped',
      'provider-result-dropped',
    ])
  })

  test('a free-text call of a function is written as custom', () => {
    const encoded = openaiResponses.encodeMessages([assistant(customCall('1', 'shell', 'ls'))])
    expect(encoded.value).toMatchObject([{ type: 'custom_tool_call', name: 'shell', input: 'ls' }])
  })
})

describe('bodies', () => {
  test.each<[string, JsonObject, object]>([
    [
      'a refused request',
      { error: { message: 'no', code: null, type: 'invalid' } },
      { code: 'invalid', message: 'no' },
    ],
    ['an error that is text', { error: 'overloaded' }, { message: 'overloaded', raw: 'overloaded' }],
    ['an error without words', { error: {} }, { message: 'the provider reported an error' }],
  ])('%s', (_name, body, error) => {
    const { value } = openaiResponses.decodeResponse(body)
    expect(value).toMatchObject({ error, finish: { reason: 'error' } })
    expect(responseRoundTrip(body)).toEqual({ value: body, codes: [] })
  })

  test.each<[JsonObject, string]>([
    [{ reason: 'max_output_tokens' }, 'length'],
    [{ reason: 'max_messages' }, 'length'],
    [{ reason: 'content_filter' }, 'content-filter'],
    [{ reason: 'brand_new' }, 'other'],
    [{}, 'other'],
  ])('incomplete because of %j', (details, reason) => {
    const native = { ...answer(), status: 'incomplete', incomplete_details: details }
    expect(openaiResponses.decodeResponse(native).value.finish.reason).toBe(reason)
    expect(responseRoundTrip(native).value).toEqual(native)
  })

  test('parts that are added to a response without output are written', () => {
    const { output: _output, ...bare } = answer()
    const { value } = openaiResponses.decodeResponse(bare)
    expect(openaiResponses.encodeResponse(value).value).toEqual(bare)
    const grown = { ...value, message: { ...value.message, parts: [text('new')] } }
    expect(openaiResponses.encodeResponse(grown).value.output).toHaveLength(1)
  })

  test('an edited error is written, and a cleared one is no error of another', () => {
    const { value } = openaiResponses.decodeResponse({ error: { message: 'no', code: 'x', param: 'p' } })
    const edited = openaiResponses.encodeResponse({ ...value, error: { message: 'new', code: 'y' } })
    expect(edited.value).toEqual({ error: { message: 'new', type: 'y', code: 'y' } })
  })

  test('a call that is taken out leaves a completed answer', () => {
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

  test('created_by stands in responses only', () => {
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
