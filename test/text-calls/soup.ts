import fc from 'fast-check'
import type { TextDialect } from '../../src/text-calls/index.js'

const NAMES = ['get', 'get_weather', 'now', 'set_light', 'bash', 'nobody', '__proto__', 'constructor']
const WORDS = [
  ...[
    '"name"',
    '"arguments"',
    '"parameters"',
    '"tool_id"',
    '"params"',
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    '1',
    'true',
  ],
  ...[
    '{"name": "get", "arguments": {"url": "a"}}',
    '{"url": "a"}',
    '(url="a")',
    'url',
    '=',
    '(',
    ')',
    "'",
    'None',
  ],
  ...[
    '<parameter=url>',
    '</parameter>',
    '</function>',
    '<arg_key>url</arg_key>',
    '</arg_value>',
    'json',
    ' with args: ',
  ],
  ...[
    '<think>',
    '</think>',
    '`',
    '``',
    '```',
    '```json\n',
    '```bash\n',
    '\n',
    ' ',
    '  \n',
    'word',
    'ø',
    '😀',
    '<',
    '|',
  ],
  ...['to=functions.', '<|message|>', '<|constrain|>json', 'string="true">', '">', '.', '-', '\t'],
]

/** Generates texts from the fragments of calls, in random order. */
export function soup(dialects: readonly TextDialect[]): fc.Arbitrary<string> {
  const marks = dialects.flatMap(({ markers = [], starts = [], ends = [], markersOf, startsOf }) => [
    ...markers,
    ...starts,
    ...ends,
    ...NAMES.flatMap((name) => [...(markersOf?.(name) ?? []), ...(startsOf?.(name) ?? [])]),
  ])
  const mark = fc.constantFrom(...marks)
  const half = fc.tuple(mark, fc.nat(20)).map(([text, length]) => text.slice(0, length))
  const piece = fc.oneof(
    { weight: 4, arbitrary: mark },
    { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
    { weight: 1, arbitrary: half },
  )
  return fc.array(piece, { minLength: 1, maxLength: 30 }).map((pieces) => pieces.join('') || ' ')
}
