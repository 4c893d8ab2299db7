import { describe, expect, it } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { runCli } from '../support/run-cli.js'

const REQUEST = {
  fake: 1,
  model: 'small',
  tools: ['get_weather'],
  messages: [
    { role: 'user', parts: [{ say: 'Weather?' }] },
    { role: 'assistant', parts: [{ call: 'get_weather', id: 'c1', text: '{"city": "Oslo"}' }] },
    { role: 'tool', parts: [{ result: '<tool_error>offline</tool_error>', id: 'c1' }] },
  ],
}
const RESPONSE = { fake: 1, answer: [{ say: 'Unknown.' }], end: 'done' }

function plain<Body extends { readonly fake: number }>({ fake, ...rest }: Body) {
  return { plain: fake, ...rest }
}

describe('translate', () => {
  it('encodes another form of a wire under the name of the form', async () => {
    const record = {
      wire: 'plain',
      request: { plain: 1, messages: [{ role: 'user', parts: [{ say: 'hi' }] }] },
    }
    const { lines } = await runCli(['translate', '--to', 'fake-shouted', '--jsonl'], [record])
    expect(lines).toMatchObject([{ wire: 'fake', request: { fake: 1, loud: true } }])
    const { stderr } = await runCli(['translate', '--to', 'fake-whispered', '--jsonl'], [record])
    expect(stderr).toContain('fake or pretend or f or fake-shouted')
  })

  it('writes both sides for another wire, whose model the caller names', async () => {
    const { lines, status } = await runCli(
      ['translate', '--to', 'plain', '--model', 'big', '--max-output-tokens', '100', '--jsonl'],
      [{ id: 'one', request: REQUEST, response: RESPONSE }],
    )
    expect(lines).toMatchObject([
      {
        id: 'one',
        wire: 'plain',
        request: { ...plain(REQUEST), model: 'big' },
        response: { answer: RESPONSE.answer },
      },
    ])
    expect(status).toBe(0)
  })

  it('reports a missing model rather than passing on a foreign one', async () => {
    const { lines } = await runCli(['translate', '--to', 'plain'], JSON.stringify(REQUEST))
    expect(lines[0]?.request).not.toHaveProperty('model')
    const needed = expect.objectContaining({ code: 'model-needed', path: '/request/model' })
    expect(lines[0]?.notices).toEqual(expect.arrayContaining([needed]))
  })

  it('changes nothing for the wire that the record has already, settings apart', async () => {
    const { lines } = await runCli(['translate', '--to', 'fake', '--from', 'fake'], JSON.stringify(REQUEST))
    expect(lines).toEqual([{ wire: 'fake', request: REQUEST, notices: [] }])
    const renamed = await runCli(['translate', '--to', 'fake', '--model', 'big'], JSON.stringify(REQUEST))
    expect(renamed.lines).toEqual([{ wire: 'fake', request: { ...REQUEST, model: 'big' }, notices: [] }])
  })

  it('treats calls that the provider ran as configured', async () => {
    const ran = {
      fake: 1,
      messages: [
        { role: 'user', parts: [{ say: 'Find it.' }] },
        {
          role: 'assistant',
          parts: [{ call: 'search', id: 'c1', args: { q: 'it' }, ran: true }, { say: 'Found.' }],
        },
      ],
    }
    const translated = async (...policy: string[]) => {
      const { stdout } = await runCli(
        ['translate', '--to', 'plain', '--model', 'big', ...policy],
        JSON.stringify(ran),
      )
      return stdout
    }
    expect(await translated()).toBe(await translated('--provider-executed', 'narrate'))
    expect(await translated()).toContain('search')
    const dropped = JSON.parse(await translated('--provider-executed', 'drop'))
    expect(JSON.stringify(dropped.request)).not.toContain('search')
    expect(dropped.notices).not.toEqual([])
  })

  it('respects the given limits', async () => {
    const record = JSON.stringify({
      request: REQUEST,
      response: { ...RESPONSE, answer: [{ call: 'f', id: 'c_1', args: {} }] },
    })
    const limits = ['--to', 'plain', '--limits', 'brief']
    const translated = await runCli(['translate', ...limits], record)
    const ids = translated.stdout.match(/"id":"[^"]*"/g) ?? []
    expect(ids).toHaveLength(3)
    for (const id of ids) expect(id).toMatch(/^"id":"[a-zA-Z0-9]{1,8}"$/)
    const decoded = await runCli(['decode'], record)
    expect((await runCli(['encode', ...limits], decoded.stdout)).lines).toEqual(translated.lines)
  })

  it('translates the good side when the other fails', async () => {
    const { lines, status } = await runCli(
      ['translate', '--to', 'plain', '--jsonl'],
      [{ id: 'half', wire: 'fake', request: { messages: 7 }, response: RESPONSE }],
    )
    expect(lines).toMatchObject([
      { wire: 'plain', response: { answer: RESPONSE.answer }, error: { path: '/request/messages' } },
    ])
    expect(status).toBe(1)
  })

  it('is decode and encode in one', async () => {
    const decoded = await runCli(['decode'], JSON.stringify({ request: REQUEST, response: RESPONSE }))
    const encoded = await runCli(['encode', '--to', 'plain'], decoded.stdout)
    const translated = await runCli(
      ['translate', '--to', 'plain'],
      JSON.stringify({ request: REQUEST, response: RESPONSE }),
    )
    expect(encoded.lines).toEqual(translated.lines)
  })

  it.each([
    ['a limit that is not a number', ['--max-output-tokens', 'many'], 'it must be an integer above 0'],
    ['an unknown policy', ['--provider-executed', 'keep'], 'Allowed choices are narrate, as-function, drop'],
    ['an unknown source', ['--from', 'fax'], 'unknown wire "fax"'],
    ['unknown limits', ['--limits', 'none'], 'plain has no limits profile "none"; known are brief'],
  ])('refuses %s', async (_case, options, message) => {
    const { stderr, status } = await runCli(['translate', '--to', 'plain', ...options])
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  })
})

describe('translate --stream', () => {
  const response = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_795_000_000,
    model: 'gpt-5.4',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'look_up', arguments: '{"n":12345678901234567890}' },
            },
          ],
        },
      },
    ],
  }

  it("writes the answer as the target's events, which read as the same calls", async () => {
    const argv = ['translate', '--to', 'anthropic-messages', '--stream', '--jsonl']
    const { lines, status } = await runCli(argv, [{ wire: 'openai-chat', response }], {
      adapters: ADAPTERS_FOLDER,
    })
    expect(status).toBe(0)
    expect(lines[0]).not.toHaveProperty('response')
    expect(lines[0]?.sse).toMatch(/^event: message_start\ndata: .*message_stop"}\n\n$/s)
    const read = await runCli(['calls', '--jsonl'], [lines[0]], { adapters: ADAPTERS_FOLDER })
    expect(read.lines[0]).toMatchObject({
      wire: 'anthropic-messages',
      response: {
        toolCalls: [{ id: 'call_1', name: 'look_up', rawArguments: '{"n":12345678901234567890}' }],
        finish: { reason: 'tool-calls' },
      },
    })
  })
})
