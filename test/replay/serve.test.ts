import { describe, expect, it } from 'vitest'
import { type Fault, serveExchange } from '../../src/traffic/replay/serve.js'
import { chunksOf, exchange, readPieces } from '../support/replay.js'

const FRAMES = ['data: {"n":0}\n\n', 'data: {"n":1}\n\n', 'data: [DONE]\n\n']

function stream(texts: readonly string[] = FRAMES, milliseconds = 0) {
  const headers = { 'content-type': 'text/event-stream', 'request-id': 'r' }
  return exchange('s', {}, { headers, body: chunksOf(texts, milliseconds) })
}

async function played(faults: readonly Fault[], texts?: readonly string[]) {
  return readPieces(await serveExchange(stream(texts), 'instant', faults))
}

describe('playback', () => {
  it('gives the status, headers and chunks that were recorded', async () => {
    const response = await serveExchange(stream())
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream',
      'request-id': 'r',
    })
    expect(await readPieces(response)).toEqual({ pieces: FRAMES })
  })

  it('gives a complete body, an error and an empty answer', async () => {
    const whole = await serveExchange(exchange('w', {}, { status: 429, body: { json: { e: 1 }, indent: 2 } }))
    expect([whole.status, await whole.text()]).toEqual([429, '{\n  "e": 1\n}'])
    const empty = await serveExchange(exchange('e', {}, { status: 204, body: undefined }))
    expect([empty.status, empty.body]).toEqual([204, null])
  })

  it("is interrupted at the position of the recording's interruption", async () => {
    const aborted = stream(FRAMES.slice(0, 1))
    const { pieces, error } = await readPieces(
      await serveExchange({ ...aborted, response: { ...aborted.response, aborted: true } }),
    )
    expect(pieces).toEqual(FRAMES.slice(0, 1))
    expect(error).toBeInstanceOf(TypeError)
  })

  it.each([
    ['recorded' as const, 80],
    [0.5, 40],
  ])('takes the time that is asked for: %s', async (timing, least) => {
    const started = performance.now()
    await readPieces(await serveExchange(stream(FRAMES, 40), timing))
    expect(performance.now() - started).toBeGreaterThan(least - 5)
  })

  // With the recorded timing this would take days.
  it.each(['instant' as const, 1e-9])('waits no longer than requested: %s', async (timing) => {
    expect((await readPieces(await serveExchange(stream(FRAMES, 1e8), timing))).pieces.join('')).toBe(
      FRAMES.join(''),
    )
  })

  it('waits for each of many chunks without piling up listeners, which engines warn of', async () => {
    const warnings: string[] = []
    const onWarning = ({ name }: Error) => warnings.push(name)
    process.on('warning', onWarning)
    await readPieces(await serveExchange(stream(Array(20).fill(FRAMES[0]), 5), 'recorded'))
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })

  it('stops when the reader has left', async () => {
    const response = await serveExchange(stream(FRAMES, 60_000), 'recorded')
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
  })
})

describe('a fault', () => {
  it('cuts the body after so many bytes', async () => {
    const whole = FRAMES.join('')
    for (let bytes = 0; bytes <= whole.length; bytes += 7) {
      const { pieces, error } = await played([{ type: 'cut', bytes }])
      expect(pieces.join('')).toBe(whole.slice(0, bytes))
      expect(error).toBeInstanceOf(TypeError)
    }
  })

  it('leaves a body whole that ends before the cut', async () => {
    const whole = FRAMES.join('')
    expect(await played([{ type: 'cut', bytes: whole.length + 1 }])).toEqual({ pieces: [...FRAMES] })
  })

  it('delays the answer', async () => {
    const started = performance.now()
    await played([{ type: 'delay', milliseconds: 50 }])
    expect(performance.now() - started).toBeGreaterThan(45)
  })

  it('answers with another status', async () => {
    const response = await serveExchange(stream(), 'instant', [
      { type: 'status', status: 529, headers: { 'retry-after': '3' } },
    ])
    expect(response.status).toBe(529)
    expect(response.headers.get('retry-after')).toBe('3')
    expect(await response.json()).toEqual({
      error: { type: 'injected_fault', message: 'simulated status 529', code: 529 },
    })
    const own = await serveExchange(stream(), 'instant', [{ type: 'status', status: 429, body: 'slow down' }])
    expect(await own.text()).toBe('slow down')
  })

  it('spoils a frame, and leaves the others', async () => {
    expect((await played([{ type: 'malformed-frame', frame: 1 }])).pieces).toEqual([
      'data: {"n":0}\n\n',
      'data: {"n":1\n\n',
      'data: [DONE]\n\n',
    ])
  })

  it('sends a frame twice', async () => {
    const [first, second, last] = FRAMES
    expect((await played([{ type: 'duplicated-frame', frame: 1 }])).pieces).toEqual([
      first,
      second,
      second,
      last,
    ])
  })

  it.each([
    ['frames in one chunk', [FRAMES.join('')]],
    ['frames across chunks', FRAMES.join('').match(/[\s\S]{1,5}/g) ?? []],
    ['Windows line ends', [FRAMES.join('').replaceAll('\n', '\r\n')]],
    [
      'Windows line ends across chunks',
      FRAMES.join('')
        .replaceAll('\n', '\r\n')
        .match(/[\s\S]{1,3}/g) ?? [],
    ],
  ])('finds frames in %s', async (_name, texts) => {
    const { pieces } = await played([{ type: 'malformed-frame', frame: 1 }], texts)
    expect(pieces.map((piece) => piece.trim())).toEqual(['data: {"n":0}', 'data: {"n":1', 'data: [DONE]'])
  })

  it('takes lines for frames where there are no blank ones', async () => {
    const lines = ['{"n":0}\n{"n":', '1}\n{"n":2}\n']
    const { pieces } = await played([{ type: 'duplicated-frame', frame: 1 }], lines)
    expect(pieces).toEqual(['{"n":0}\n', '{"n":1}\n', '{"n":1}\n', '{"n":2}\n'])
  })

  it('does nothing to a frame that there is not', async () => {
    expect((await played([{ type: 'malformed-frame', frame: 9 }])).pieces).toEqual(FRAMES)
  })

  it('can be joined with others', async () => {
    const faults: Fault[] = [
      { type: 'duplicated-frame', frame: 0 },
      { type: 'cut', bytes: 20 },
    ]
    expect((await played(faults)).pieces.join('')).toBe((FRAMES[0] + FRAMES.join('')).slice(0, 20))
  })
})
