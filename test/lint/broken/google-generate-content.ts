import type { JsonArray, JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

export const user = (...parts: JsonArray): JsonObject => ({ role: 'user', parts })
export const model = (...parts: JsonArray): JsonObject => ({ role: 'model', parts })
export const call = (name: string, rest: JsonObject = {}): JsonObject => ({
  functionCall: { name, args: {} },
  thoughtSignature: 'c2ln',
  ...rest,
})
export const result = (name: string, rest: JsonObject = {}): JsonObject => ({
  functionResponse: { name, response: {} },
  ...rest,
})
export const ask = user({ text: 'go' })
export const says = (...contents: JsonArray): JsonObject => ({ contents })
export const declares = (declaration: JsonValue, rest: JsonObject = {}): JsonObject => ({
  contents: [ask],
  tools: [{ functionDeclarations: [declaration] }],
  ...rest,
})
export const parameters = (schema: JsonObject): JsonObject =>
  declares({ name: 'f', parameters: { type: 'OBJECT', properties: { a: schema } } })
export const calling = (functionCallingConfig: JsonObject): JsonObject => ({
  toolConfig: { functionCallingConfig },
})

/** For each rule requests that break it and no other rule of severity error, with the reported path. */
export const broken: readonly [rule: string, path: string, request: JsonObject][] = [
  ['GOOGLE-PAIR-01', '/contents/2', says(ask, model(call('f'), call('g')), user(result('f')))],
  ['GOOGLE-PAIR-01', '/contents/2', says(ask, model(call('f')), ask)],
  ['GOOGLE-PAIR-02', '/contents/1', says(ask, user(result('f')))],
  ['GOOGLE-PAIR-03', '/contents/2/parts/0', says(ask, model(call('f')), user(result('g')))],
  [
    'GOOGLE-PAIR-04',
    '/contents/3',
    says(ask, model(call('f'), call('f')), user(result('f')), user(result('f'))),
  ],
  ['GOOGLE-PAIR-05', '/contents/2', says(ask, model(call('f')), user(result('f'), { text: 'x' }))],
  ['GOOGLE-ORDER-01', '/contents/0', says(model(call('f')), user(result('f')))],
  ['GOOGLE-ORDER-02', '/contents/0', says(model({ text: 'x' }), ask)],
  ['GOOGLE-ROLE-01', '/contents/0/role', says({ role: 'assistant', parts: [{ text: 'x' }] })],
  ['GOOGLE-CONTENT-01', '/contents/0', says(user())],
  ['GOOGLE-CONTENT-02', '/contents/0/parts/0', says(user({}))],
  ['GOOGLE-CONTENT-02', '/contents/0/parts/0', says(user({ text: 'x', inline_data: {} }))],
  [
    'GOOGLE-ARG-01',
    '/contents/1/parts/0/functionCall',
    says(ask, model(call('f', { functionCall: { name: 'f', args: '{}' } }))),
  ],
  [
    'GOOGLE-ARG-02',
    '/contents/2/parts/0/functionResponse',
    says(ask, model(call('f')), user(result('f', { functionResponse: { name: 'f', response: [] } }))),
  ],
  ['GOOGLE-NAME-05', '/contents/1/parts/0', says(ask, model(call('1f')))],
  ['GOOGLE-SIG-01', '/contents/1/parts/0', says(ask, model({ functionCall: { name: 'f' } }))],
  ['GOOGLE-SIG-02', '/contents/0/parts/0', says(user({ text: 'x', thoughtSignature: 'c2ln' }))],
  ['GOOGLE-SIG-02', '/contents/1/parts/0', says(ask, model({ text: 'x', thought_signature: 'not base64!' }))],
  [
    'GOOGLE-SIG-03',
    '/contents/1/parts/0/functionCall',
    says(ask, model(call('f', { functionCall: { name: 'f', thoughtSignature: 'c2ln' } }))),
  ],
  [
    'GOOGLE-STREAM-01',
    '/contents/1/parts/0',
    says(ask, model(call('f', { functionCall: { name: 'f', will_continue: true } }))),
  ],
  [
    'GOOGLE-MEDIA-01',
    '/contents/2/parts/0',
    {
      model: 'gemini-2.5-pro',
      ...says(
        ask,
        model(call('f')),
        user(result('f', { functionResponse: { name: 'f', response: {}, parts: [] } })),
      ),
    },
  ],
  ['GOOGLE-NAME-01', '/tools/0/functionDeclarations/0/name', declares({ name: 'two words' })],
  ['GOOGLE-NAME-01', '/tools/0/functionDeclarations/0/name', declares({ name: 'f'.repeat(129) })],
  [
    'GOOGLE-NAME-02',
    '/tools/0/functionDeclarations/0/parameters/properties/a-b',
    declares({ name: 'f', parameters: { properties: { 'a-b': {} } } }),
  ],
  [
    'GOOGLE-NAME-03',
    '/tools/0/functionDeclarations/1/name',
    { contents: [ask], tools: [{ functionDeclarations: [{ name: 'f' }, { name: 'f' }] }] },
  ],
  ['GOOGLE-NAME-04', '/tools/0/functionDeclarations/0/name', declares({ name: 'f'.repeat(65) })],
  [
    'GOOGLE-SCHEMA-01',
    '/tools/0/functionDeclarations/0/parameters/properties/a',
    parameters({ type: 'OBJECT' }),
  ],
  [
    'GOOGLE-SCHEMA-02',
    '/tools/0/functionDeclarations/0/parameters/properties/a',
    parameters({ type: 'array' }),
  ],
  [
    'GOOGLE-SCHEMA-03',
    '/tools/0/functionDeclarations/0/parameters/properties/a/items/const',
    parameters({ type: 'ARRAY', items: { const: 1 } }),
  ],
  [
    'GOOGLE-SCHEMA-04',
    '/tools/0/functionDeclarations/0/parameters/properties/a/enum',
    parameters({ type: 'INTEGER', enum: ['1'] }),
  ],
  [
    'GOOGLE-SCHEMA-05',
    '/tools/0/functionDeclarations/0/parameters/properties/a/format',
    parameters({ type: 'STRING', format: 'uri' }),
  ],
  [
    'GOOGLE-SCHEMA-06',
    '/tools/0/functionDeclarations/0/parameters/required/0',
    declares({ name: 'f', parameters: { type: 'OBJECT', required: ['a'] } }),
  ],
  [
    'GOOGLE-SCHEMA-07',
    '/tools/0/functionDeclarations/0/parameters/properties/a/type',
    parameters({ type: ['string', 'null'] }),
  ],
  [
    'GOOGLE-SCHEMA-08',
    '/tools/0/functionDeclarations/0',
    declares({ name: 'f', parameters: {}, parameters_json_schema: {} }),
  ],
  ['GOOGLE-TOOLS-01', '/toolConfig', { contents: [ask], ...calling({ mode: 'ANY' }) }],
  [
    'GOOGLE-TOOLS-02',
    '/tools',
    { contents: [ask], tools: [{ functionDeclarations: [{ name: 'f' }] }, { googleSearch: {} }] },
  ],
  [
    'GOOGLE-TOOLS-03',
    '/config/tools',
    {
      model: 'gemini-2.0-flash',
      contents: 'x',
      config: { tools: [{ functionDeclarations: [{ name: 'f' }] }, { googleSearch: {} }] },
    },
  ],
  [
    'GOOGLE-TOOLS-05',
    '/toolConfig',
    declares({ name: 'f' }, calling({ mode: 'ANY', allowedFunctionNames: ['g'] })),
  ],
  ['GOOGLE-TOOLS-06', '', declares({ name: 'f' }, { cachedContent: 'cachedContents/x' })],
  [
    'GOOGLE-TOOLS-07',
    '/tools/1',
    {
      contents: [ask],
      tools: [{ functionDeclarations: [{ name: 'f' }] }, { function_declarations: [{ name: 'g' }] }],
    },
  ],
  ['GOOGLE-SHAPE-01', '/contents/0/parts/0/type', says(user({ type: 'tool_use', text: 'x' }))],
  ['GOOGLE-SHAPE-02', '/contents/0/content', says({ ...ask, content: 'x' })],
  ['GOOGLE-VALUE-01', '/systemInstruction', { ...says(ask), systemInstruction: 'Be brief.' }],
  ['GOOGLE-VALUE-01', '/toolConfig', { ...says(ask), toolConfig: 'auto' }],
  ['GOOGLE-SHAPE-03', '/messages', { ...says(ask), messages: [] }],
  ['GOOGLE-SHAPE-04', '/contents/0/parts/0/text', says(user({ text: 'QUJD'.repeat(2000) }))],
  [
    'GOOGLE-SHAPE-05',
    '/tools/0/function',
    {
      ...says(ask),
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
    },
  ],
]
