import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

const ANSWER = '<|open|>response<|sep|>'

/** Returns an end mark, alone and with the marks that end the message. */
function lastMarks(mark: string): string[] {
  return ['', '<|close|>message<|sep|>', '<|close|>message<|sep|><|end_of_msg|>'].map((end) => mark + end)
}

const ANSWER_ENDS = /* @__PURE__ */ lastMarks('<|close|>response<|sep|>')
const TYPES = ['object', 'array', 'number', 'boolean', 'null']

const CALLS = /* @__PURE__ */ parameterDialect('kimi-k3', {
  blocks: ['<|open|>tools<|sep|>'],
  blockEnds: /* @__PURE__ */ lastMarks('<|close|>tools<|sep|>'),
  sharesBlock: true,
  begins: ['<|open|>call tool="'],
  named: ['" index="', '"<|sep|>'],
  headEnd: '"<|sep|>',
  parameters: ['<|open|>argument key="'],
  keyed: /* @__PURE__ */ Object.fromEntries([
    ['" type="string"<|sep|>', 'text'],
    ...TYPES.map((type) => [`" type="${type}"<|sep|>`, 'json']),
  ]),
  keyedFor: (type) => `" type="${type}"<|sep|>`,
  ends: ['<|close|>argument<|sep|>'],
  closes: ['<|close|>call<|sep|>'],
  whole: ['<|open|>json type="object"<|sep|>', '<|close|>json<|sep|>'],
  gap: '',
  results: {
    open: ({ name, position }) => `<|open|>message role="tool" tool="${name}" index="${position + 1}"<|sep|>`,
    close: '<|close|>message<|sep|><|end_of_msg|>',
  },
})

/** Kimi K3: an element per argument, which states the type of its value. */
export const kimiK3: TextDialect = {
  ...CALLS,
  markers: [...(CALLS.markers ?? []), ANSWER],
  channelEnds: ANSWER_ENDS,
  *read(source, marker) {
    if (marker === ANSWER) return { noun: 'text', ends: ANSWER_ENDS }
    return yield* CALLS.read(source, marker)
  },
}
