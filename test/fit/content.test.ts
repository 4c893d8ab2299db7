import { describe, expect, test } from 'vitest'
import { compact } from '../../src/base/json/write-json.js'
import type {
  Conversation,
  MediaPart,
  Message,
  Part,
  ProviderTool,
  SourcePart,
} from '../../src/base/model/types.js'
import { type FitOptions, type FitTarget, fit } from '../../src/translate/fit/fit.js'
import { isSameModel } from '../../src/translate/fit/origin.js'
import { OPENING } from '../../src/translate/fit/turns.js'
import { deepFreeze } from '../support/arbitraries.js'
import { targets } from '../support/targets.js'
import { assistant, call, customCall, result, system, text, tool, user } from './build.js'

function run(input: Message[] | Conversation, target: FitTarget, options?: FitOptions) {
  const conversation = Array.isArray(input) ? { messages: input } : input
  const fitted = fit(deepFreeze(conversation), target, options)
  return {
    ...fitted,
    messages: fitted.conversation.messages,
    codes: fitted.notices.map((notice) => notice.code),
  }
}

describe('reasoning and signatures (P4, P12)', () => {
  const thought: Part = { type: 'reasoning', text: 'hm', providerMetadata: { target: { signature: 's' } } }
  const signed = { ...call('1'), providerMetadata: { target: { signature: 's', index: 0 } } }
  const from = (wire: string, model?: string): Message => ({
    ...assistant(thought, signed),
    origin: model === undefined ? { wire } : { wire, model },
  })
  const history = (message: Message) => [user('hi'), message, tool(result('1'))]

  test('stays for the model that wrote it, also under a dated name', () => {
    const own = history(from('target', 'model-x-2026-05-01'))
    expect(run(own, targets.liberal, { model: 'model-x' }).messages).toEqual(own)
    expect(run(own, targets.liberal).messages).toEqual(own)
  })

  test('is held back from another model, with every signature', () => {
    const { messages, codes } = run(history(from('target', 'model-x')), targets.liberal, { model: 'model-y' })
    expect(messages[1]?.parts).toEqual([{ ...signed, providerMetadata: { target: { index: 0 } } }])
    expect(codes).toEqual(['reasoning-held-back', 'signature-held-back'])
  })

  test('the model of the request counts for messages that name none', () => {
    const { codes } = run({ messages: history(from('target')), model: 'model-x' }, targets.liberal, {
      model: 'model-y',
    })
    expect(codes).toContain('reasoning-held-back')
  })

  test('is held back from another wire', () => {
    const foreign: Message = {
      ...assistant({ type: 'reasoning', text: 'hm' }, 'so'),
      origin: { wire: 'other' },
    }
    expect(run([user('hi'), foreign], targets.liberal).messages).toEqual([
      user('hi'),
      { ...assistant('so'), origin: { wire: 'other' } },
    ])
  })

  test('a message of reasoning alone is left out', () => {
    const { messages, codes } = run(
      [user('hi'), assistant({ type: 'reasoning', text: 'hm' })],
      targets.liberal,
    )
    expect(messages).toEqual([user('hi')])
    expect(codes).toEqual(['reasoning-held-back', 'message-dropped'])
  })

  test.each([
    ['model-1', 'model-1', true],
    ['model-1', 'models/model-1', true],
    ['model-1', 'model-1-20260101', true],
    ['model-1@20260101', 'model-1', true],
    ['model-1-latest', 'model-1', true],
    ['model-1', 'model-1-mini', false],
    ['model-1', 'model-2', false],
  ])('%s and %s are one model: %s', (a, b, same) => {
    expect(isSameModel(a, b)).toBe(same)
    expect(isSameModel(b, a)).toBe(same)
  })
})

describe('provider-executed calls (P20)', () => {
  const search = call('s1', 'web_search', { kind: 'web_search', providerExecuted: true })
  const hits = result(
    's1',
    { type: 'json', value: [{ url: 'https://example.com' }] },
    {
      name: 'web_search',
      providerExecuted: true,
    },
  )
  const foreign = (...parts: Part[]): Message => ({ ...assistant(...parts), origin: { wire: 'other' } })

  test('their own wire gets them verbatim, dangling calls too', () => {
    const own = [
      user('hi'),
      { ...assistant(search, hits, { ...search, id: 's2' }), origin: { wire: 'target' } },
    ]
    expect(run(own, targets.strict).messages).toEqual(own)
  })

  test('another wire gets a narration', () => {
    const { messages, notices } = run([user('hi'), foreign(search, hits, text('Found it.'))], targets.strict)
    expect(messages[1]?.parts).toEqual([
      text('(The tool web_search was run with {"query":"x"}.)\n'),
      text('(The tool web_search returned: [{"url":"https://example.com"}])\n'),
      text('Found it.'),
    ])
    expect(notices).toMatchObject([
      { code: 'provider-executed-narrated', severity: 'info', path: '/messages/1/parts/0' },
      { code: 'provider-executed-narrated', severity: 'info', path: '/messages/1/parts/1' },
    ])
  })

  test('a long output is shortened, with a notice', () => {
    const long = { ...hits, output: { type: 'text' as const, value: 'x'.repeat(10_000) } }
    const { messages, notices } = run([user('hi'), foreign(search, long)], targets.strict)
    expect(JSON.stringify(messages).length).toBeLessThan(5000)
    expect(notices[1]).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('from 10000 to 4000'),
    })
  })

  test('it is not cut inside a character', () => {
    for (const start of ['', 'x']) {
      const value = start + '\u{1f600}'.repeat(5000)
      const long = { ...hits, output: { type: 'text' as const, value } }
      const { messages } = run([user('hi'), foreign(search, long)], targets.strict)
      const told = messages.flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')))
      expect(told.join('')).not.toMatch(/\p{Surrogate}/u)
    }
  })

  test('content that only its issuer can read is omitted: encrypted content, base64', () => {
    const token = 'Eq8BCioIAxgCIiQ4NzYxMmI5Zi0xYzA5LTQ4'.repeat(8)
    const value = [
      { url: 'https://example.com/a', encrypted_content: `${token}==` },
      `data:image/png;base64,${token}`,
    ]
    const found = { ...hits, output: { type: 'json' as const, value } }
    const file = { ...hits, output: { type: 'text' as const, value: token } }
    const nothing = { ...hits, output: { type: 'error-json' as const, value: token }, isError: true }
    const { messages } = run([user('hi'), foreign(search, found, file, nothing, text('So.'))], targets.strict)
    expect(messages[1]?.parts.slice(1, 4)).toEqual([
      text('(The tool web_search returned: [{"url":"https://example.com/a"}])\n'),
      text('(The tool web_search returned)\n'),
      text('(The tool web_search failed)\n'),
    ])
  })

  test('the form of the arguments does not matter', () => {
    const base = { ...search, id: 'a' }
    const parts: Part[] = [
      { ...base, rawArguments: '{"query": "raw"}' },
      { ...base, status: 'truncated', arguments: undefined },
      { ...base, arguments: {} },
      compact({ ...customCall('c', 'shell', 'ls -l'), providerExecuted: true, rawArguments: undefined }),
    ]
    const { messages } = run([user('hi'), foreign(...parts)], targets.strict)
    expect(messages[1]?.parts).toEqual([
      text('(The tool web_search was run with {"query": "raw"}.)\n'),
      text('(The tool web_search was run.)\n'),
      text('(The tool web_search was run.)\n'),
      text('(The tool shell was run with ls -l.)\n'),
    ])
  })

  test('a free-text call that a provider ran stays one as a function', () => {
    const ran = { ...customCall('s1', 'shell', 'ls'), providerExecuted: true }
    const { messages } = run([user('hi'), foreign(ran, hits, text('ok'))], targets.liberal, {
      providerExecuted: 'as-function',
    })
    expect(messages[1]?.parts).toMatchObject([{ kind: 'custom', arguments: 'ls', providerExecuted: false }])
  })

  test('or calls and results of a function, the message split around them', () => {
    const options: FitOptions = { providerExecuted: 'as-function' }
    const { messages } = run(
      [user('hi'), foreign(text('Let me see.'), search, hits, text('Found it.'))],
      targets.liberal,
      options,
    )
    expect(messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        parts: [{ type: 'text' }, { type: 'tool-call', kind: 'function', providerExecuted: false }],
      },
      { role: 'tool', parts: [{ callId: 's1', providerExecuted: false }] },
      { role: 'assistant', parts: [{ text: 'Found it.' }] },
    ])
  })

  test('as functions without result they are narrated: no result is invented', () => {
    const { codes } = run([user('hi'), foreign(search)], targets.strict, { providerExecuted: 'as-function' })
    expect(codes).toEqual(['provider-executed-narrated'])
  })

  test('or nothing', () => {
    const { messages, notices } = run(
      [user('hi'), foreign(search, hits, text('Found it.'))],
      targets.strict,
      {
        providerExecuted: 'drop',
      },
    )
    expect(messages[1]?.parts).toEqual([text('Found it.')])
    expect(notices).toMatchObject([{ severity: 'warning' }, { severity: 'warning' }])
  })

  test('an own result whose call is gone does not stay an orphan', () => {
    const own = [user('hi'), { ...assistant(hits), origin: { wire: 'target' } }]
    expect(run(own, targets.strict).codes).toEqual(['provider-executed-narrated'])
  })
})

describe('content of other wires (P23)', () => {
  const foreignTool: ProviderTool = {
    type: 'provider',
    wire: 'other',
    kind: 'shell',
    name: 'bash',
    value: {},
  }
  const ownTool: ProviderTool = { ...foreignTool, wire: 'target' }

  test('opaque parts and citations are dropped, even inside results', () => {
    const strange = (wire: string) => ({ type: 'opaque' as const, wire, value: {} })
    const { messages, codes } = run(
      [
        user(strange('other'), strange('target')),
        assistant({ type: 'source', url: 'https://example.com' }, call('1')),
        tool(result('1', { type: 'content', value: [strange('other')] })),
      ],
      targets.strict,
    )
    expect(messages[0]?.parts).toEqual([strange('target')])
    expect(messages[1]?.parts).toHaveLength(1)
    expect(messages[2]?.parts).toMatchObject([{ output: { type: 'text' } }])
    expect(codes).toEqual(['opaque-dropped', 'source-dropped', 'opaque-dropped', 'tools-declared'])
  })

  test('names a citation by its known fields', () => {
    const cite = (more: Partial<SourcePart>): Part => ({ type: 'source', ...more })
    const { notices } = run(
      [
        user('hi'),
        {
          ...assistant('So.', cite({ url: 'https://a' }), cite({ title: 'T' }), cite({})),
          origin: { wire: 'other' },
        },
      ],
      targets.liberal,
    )
    expect(notices.map(({ message }) => message.split(' is not')[0])).toEqual([
      'the citation of https://a',
      'the citation of T',
      'the citation of a source',
    ])
  })

  test('vendor tools go, calls to them become function calls', () => {
    const { conversation, messages, codes } = run(
      {
        messages: [
          user('hi'),
          assistant(call('1', 'bash', { kind: 'shell' })),
          tool(result('1', 'ok', { name: 'bash' })),
        ],
        tools: [foreignTool, { type: 'function', name: 'a' }],
        toolChoice: { type: 'tool', name: 'bash' },
      },
      targets.strict,
    )
    expect(conversation.tools).toEqual([{ type: 'function', name: 'a' }])
    expect(conversation.toolChoice).toBeUndefined()
    expect(messages[1]?.parts).toMatchObject([{ kind: 'function' }])
    expect(codes).toEqual(['vendor-call-as-function', 'provider-tool-dropped', 'tool-choice-repaired'])
  })

  test('own vendor tools and choices of the target stay', () => {
    const own: Conversation = {
      messages: [user('hi')],
      tools: [ownTool],
      toolChoice: { type: 'tool', name: 'left_click' },
    }
    expect(run(own, targets.strict).conversation).toEqual(own)
  })

  test('settings and fields of another wire are reported by name', () => {
    const { notices } = run(
      {
        messages: [{ ...user('hi'), providerMetadata: { other: { extra: { cache_control: {} } } } }],
        providerMetadata: { other: { extra: { thinking: {}, service_tier: 'x', nothing: null } } },
      },
      targets.strict,
    )
    expect(notices).toMatchObject([
      { code: 'settings-not-carried', severity: 'warning', detail: { thinking: 1, service_tier: 1 } },
      { code: 'fields-not-carried', severity: 'info', detail: { cache_control: 1 } },
    ])
  })
})

describe('tool choice and tools', () => {
  const tools = [{ type: 'function' as const, name: 'a' }]
  const choose = (conversation: Partial<Conversation>) =>
    run({ messages: [user('hi')], ...conversation }, targets.strict).conversation

  test('limits an allowed list to the declared tools', () => {
    expect(
      choose({ tools, toolChoice: { type: 'allowed', mode: 'auto', names: ['a', 'b'] } }).toolChoice,
    ).toEqual({
      type: 'allowed',
      mode: 'auto',
      names: ['a'],
    })
    expect(
      choose({ tools, toolChoice: { type: 'allowed', mode: 'required', names: ['b'] } }).toolChoice,
    ).toEqual({
      type: 'none',
    })
  })

  test('without a list of allowed tools, only those are declared', () => {
    const target = { ...targets.strict, limits: { ...targets.strict.limits, allowedTools: false } }
    const both = [...tools, { type: 'function' as const, name: 'b' }]
    const allow = (...names: string[]) => {
      const toolChoice = { type: 'allowed' as const, mode: 'required' as const, names }
      const { conversation, codes } = run({ messages: [user('hi')], tools: both, toolChoice }, target)
      // Each tool that is not allowed has a notice, and then the choice.
      const withheld = both.filter(({ name }) => !names.includes(name)).map(() => 'tools-withheld')
      expect(codes).toEqual([...withheld, 'allowed-tools-declared'])
      return conversation
    }
    expect(allow('a')).toMatchObject({ tools, toolChoice: { type: 'required' } })
    expect(allow('b', 'a')).toMatchObject({ tools: both, toolChoice: { type: 'required' } })
  })

  test('without tools neither choice nor switch', () => {
    expect(choose({ toolChoice: { type: 'required' }, parallelToolCalls: false })).toEqual({
      messages: [user('hi')],
    })
  })

  test('the flag for parallel calls is dropped if the target has none', () => {
    const target = { ...targets.strict, limits: { ...targets.strict.limits, parallelSwitch: false } }
    const { conversation, notices } = run({ messages: [user('hi')], tools, parallelToolCalls: false }, target)
    expect(conversation).toEqual({ messages: [user('hi')], tools })
    expect(notices).toMatchObject([{ code: 'parallel-switch-dropped', severity: 'warning' }])
  })

  test('a choice of another wire is dropped', () => {
    expect(
      choose({ tools, toolChoice: { type: 'opaque', wire: 'other', value: 1 } }).toolChoice,
    ).toBeUndefined()
  })

  test('two tools of one name: the first stays', () => {
    expect(choose({ tools: [...tools, ...tools] }).tools).toEqual(tools)
  })

  test('tools of the history are declared if the target requires tools (P15)', () => {
    const { conversation } = run(
      [user('hi'), assistant(call('1', 'my.tool')), tool(result('1'))],
      targets.strict,
    )
    const name = conversation.messages[1]?.parts.flatMap((part) =>
      part.type === 'tool-call' ? [part.name] : [],
    )[0]
    expect(conversation.tools).toMatchObject([{ type: 'function', name, parameters: { type: 'object' } }])
  })
})

describe('media (P24)', () => {
  const image: MediaPart = {
    type: 'media',
    kind: 'image',
    mediaType: 'image/png',
    source: { type: 'data', data: 'AAAA' },
  }
  const pdf: MediaPart = { ...image, kind: 'file', mediaType: 'application/pdf', filename: 'a.pdf' }
  const turn = (...value: MediaPart[]) => [
    user('hi'),
    assistant(call('1'), call('2')),
    tool(result('1', { type: 'content', value: [text('see'), ...value] }), result('2')),
  ]

  test('stay in a result that may hold them', () => {
    expect(run(turn(image), targets.liberal).messages).toEqual(turn(image))
  })

  test('else follow all results of the turn, with a pointer', () => {
    const { messages, notices } = run(turn(pdf), targets.strict)
    expect(messages[2]?.parts).toMatchObject([
      {
        callId: '1',
        output: {
          value: [text('see'), text('(The file a.pdf of type application/pdf is in the next user message.)')],
        },
      },
      { callId: '2' },
    ])
    expect(messages[3]).toEqual(user('(From the tool search: file a.pdf of type application/pdf)', pdf))
    expect(notices[0]).toMatchObject({ code: 'media-moved', path: '/messages/2/parts/0/output/value/1' })
  })

  test('errors contain no media if the target disallows it', () => {
    const failed = tool(result('1', { type: 'content', value: [image] }, { isError: true }))
    const { messages } = run([user('hi'), assistant(call('1')), failed], targets.strict)
    expect(messages[3]?.parts).toContainEqual(image)
    expect(messages[2]?.parts).toMatchObject([{ isError: true }])
  })

  test('media that the target rejects become a text, never base64', () => {
    const { messages, notices } = run(turn(image), targets.exactIds)
    expect(JSON.stringify(messages)).not.toContain('AAAA')
    expect(notices.at(-1)).toMatchObject({ code: 'media-dropped', severity: 'warning' })
  })

  test('a text document becomes text, a URL is named', () => {
    const document: MediaPart = { type: 'media', kind: 'file', source: { type: 'text', text: 'chapter one' } }
    const video: MediaPart = {
      type: 'media',
      kind: 'video',
      source: { type: 'url', url: 'https://example.com/v' },
    }
    expect(JSON.stringify(run([user(document, video)], targets.strict).messages)).toMatch(
      /chapter one.*example\.com\/v/,
    )
  })

  test('a kind may be accepted from fewer sources, or of fewer types', () => {
    const target = {
      ...targets.liberal,
      limits: {
        ...targets.liberal.limits,
        mediaLimits: { file: { sources: ['data'] as const, types: ['application/pdf'] } },
      },
    }
    const csv: MediaPart = { ...pdf, mediaType: 'text/csv', source: { type: 'data', data: 'YSxi' } }
    const zip: MediaPart = { ...pdf, mediaType: 'application/zip' }
    const linked: MediaPart = { ...pdf, source: { type: 'url', url: 'https://example.com/a.pdf' } }
    const { messages, codes } = run([user(pdf, csv, zip, linked, image)], target)
    expect(messages[0]?.parts).toEqual([
      pdf,
      text('(The file a.pdf of type text/csv:)\na,b'),
      text('(The file a.pdf of type application/zip cannot be shown here.)'),
      text(
        '(The file a.pdf of type application/pdf cannot be shown here. It is at https://example.com/a.pdf)',
      ),
      image,
    ])
    expect(codes).toEqual(['media-as-text', 'media-dropped', 'media-dropped'])
  })

  test('a file id of another wire is not accepted as a file', () => {
    const upload: MediaPart = { type: 'media', kind: 'file', source: { type: 'file-id', id: 'file_1' } }
    expect(run([user(upload)], targets.liberal, { from: 'other' }).codes).toEqual(['media-dropped'])
    expect(run([user(upload)], targets.liberal, { from: 'target' }).codes).toEqual([])
  })

  test('an image that another model made is shown by the user', () => {
    const { messages } = run([user('draw'), assistant('Here:', image), user('bluer')], targets.strict)
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'user'])
    expect(messages[2]?.parts).toContainEqual(image)
  })
})

describe('text, system messages and turns', () => {
  test('blank texts go where they are refused, results may be empty', () => {
    const { messages, codes } = run(
      [
        user('hi', ' '),
        assistant('', call('1')),
        tool(result('1', { type: 'content', value: [text('\n')] })),
        user(''),
      ],
      targets.strict,
    )
    expect(messages).toMatchObject([
      user('hi'),
      { parts: [{ type: 'tool-call' }] },
      { parts: [{ output: { type: 'text', value: '' } }] },
    ])
    expect(codes.filter((code) => code === 'blank-text-dropped')).toHaveLength(4)
  })

  test('system text leads, later one becomes wrapped user text', () => {
    const { messages, notices } = run([system('a'), system('b'), user('hi'), system('c')], targets.strict)
    expect(messages).toEqual([
      system('a'),
      system('b'),
      user('hi'),
      user('<system_message>c</system_message>'),
    ])
    expect(notices).toMatchObject([{ code: 'system-as-user-text', path: '/messages/3' }])
    expect(run([user('hi'), system('c')], targets.liberal).codes).toEqual([])
  })

  test('the user opens where that is wanted', () => {
    const { messages, codes } = run([system('a'), assistant('Hello!'), user('hi')], targets.strict)
    expect(messages).toEqual([system('a'), user(OPENING), assistant('Hello!'), user('hi')])
    expect(codes).toEqual(['opening-added'])
  })

  test('something is left to answer', () => {
    expect(run([user(' ')], targets.strict).messages).toEqual([user(OPENING)])
    expect(run([], targets.strict).messages).toEqual([])
  })
})
