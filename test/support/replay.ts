import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type {
  RecordedBody,
  RecordedExchange,
  RecordedResponse,
} from '../../src/base/http/recorded-exchange.js'
import { compact } from '../../src/base/json/write-json.js'
import type { ExchangeSink } from '../../src/traffic/replay/recorder.js'
import { type LocalServer, serveFetch } from '../../src/traffic/replay/server.js'

/** Returns a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export function exchange(
  id: string,
  request: Partial<RecordedExchange['request']> = {},
  response: { readonly [Key in keyof RecordedResponse]?: RecordedResponse[Key] | undefined } = {},
): RecordedExchange {
  return {
    id,
    request: { method: 'POST', url: 'https://api.example.com/v1/chat', headers: {}, ...request },
    response: compact({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { json: { id } },
      ...response,
    }),
  }
}

/** Returns a recorded question with its answer. */
export function questionAndAnswer(question: string, answer: string): RecordedExchange {
  return exchange(
    `${question}?`,
    { body: { json: { model: 'm', question } } },
    { body: { json: { answer } } },
  )
}

export function chunksOf(texts: readonly string[], milliseconds = 0): RecordedBody {
  return { chunks: texts.map((text, index) => ({ at: index * milliseconds, text })) }
}

/** An in-memory sink. */
export class MemorySink implements ExchangeSink {
  readonly exchanges: RecordedExchange[] = []
  async append(recorded: RecordedExchange): Promise<void> {
    this.exchanges.push(recorded)
  }
}

/** Starts a local server for the duration of a test. */
export async function served(...options: Parameters<typeof serveFetch>): Promise<LocalServer> {
  const server = await serveFetch(...options)
  onTestFinished(() => server.close())
  return server
}

/** Reads a body piece by piece, up to its end or an interruption. */
export async function readPieces(
  response: Response,
): Promise<{ readonly pieces: string[]; readonly error?: unknown }> {
  const pieces: string[] = []
  try {
    if (response.body !== null) {
      const reader = response.body.getReader()
      for (let step = await reader.read(); !step.done; step = await reader.read())
        pieces.push(new TextDecoder().decode(step.value))
    }
    return { pieces }
  } catch (error) {
    return { pieces, error }
  }
}
