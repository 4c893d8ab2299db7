import type { JsonObject } from '../../../src/base/json/json-types.js'

const asked = { role: 'user', content: 'hi' }
const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'x' })
const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'so' }] }
export const input = (...items: JsonObject[]): JsonObject => ({ input: [asked, ...items] })
const loop = [call('a'), call('b'), output('a'), output('b')]

/** Requests that servers reject, by profile. */
export const SERVER_CASES: readonly [
  rule: string,
  profile: string,
  refused: JsonObject,
  path: string,
  taken: JsonObject,
][] = [
  [
    'AZURE-RESP-01',
    'azure',
    input(said, { ...call('a'), metadata: { turn: '1' } }, output('a')),
    '/input/2/metadata',
    input(said, call('a'), output('a')),
  ],
  [
    'AZURE-RESP-02',
    'azure',
    { ...input(), tools: [{ type: 'function', name: 'f', description: '' }] },
    '/tools/0/description',
    { ...input(), tools: [{ type: 'function', name: 'f', description: 'Reads.' }] },
  ],
  [
    'DEEPSEEK-RESP-01',
    'deepseek',
    input(call('a'), said, call('b'), output('a'), output('b')),
    '/input/2',
    input(said, ...loop, said, call('c'), output('c'), said),
  ],
  [
    'MANTLE-ID-01',
    'bedrock-mantle',
    input(call('call_0'), output('call_0'), call('call_0'), output('call_0')),
    '/input/3/call_id',
    input(...loop),
  ],
  [
    'MANTLE-TOOLS-01',
    'bedrock-mantle',
    { ...input(), tools: [{ type: 'web_search' }] },
    '/tools/0',
    { ...input(), tools: [{ type: 'function', name: 'f' }] },
  ],
  ['VLLM-RESP-01', 'vllm', input(), '/store', { ...input(), store: false }],
]
