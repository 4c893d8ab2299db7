import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the requests of a case as fixtures `<wire>/live-<case>`, `live-<case>-2` and so on. The recorder has redacted them.
 * Interrupted answers are left out. Earlier fixtures of the case are removed. Returns the folders.
 */
export function writeFixtures(folder, { target, outcome }) {
  removeEarlier(join(folder, target.adapter.id), `live-${outcome.id}`)
  const complete = outcome.exchanges.filter(({ response }) => response.aborted !== true)
  return complete.map((exchange, index) => {
    const name = index === 0 ? `live-${outcome.id}` : `live-${outcome.id}-${index + 1}`
    const path = join(folder, target.adapter.id, name)
    mkdirSync(path, { recursive: true })
    for (const [file, text] of filesOf(exchange, { target, outcome })) writeFileSync(join(path, file), text)
    return path
  })
}

function removeEarlier(folder, name) {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const earlier = names.filter((one) => one.replace(/-\d+$/, '') === name)
  for (const one of earlier) rmSync(join(folder, one), { recursive: true })
}

function filesOf({ request, response, recordedAt }, { target, outcome }) {
  const day = recordedAt.slice(0, 10)
  const meta = {
    title: `Live matrix: ${outcome.title}`,
    origin: 'recorded',
    vendor: new URL(request.url).hostname,
    model: target.model,
    sources: [`recorded on ${day} by npm run live`],
  }
  return [
    ['meta.json', `${JSON.stringify(meta, undefined, 2)}\n`],
    ['request.json', textOf(request.body)],
    [answerFile(response), textOf(response.body)],
  ]
}

function answerFile({ headers }) {
  const type = headers['content-type'] ?? ''
  if (type.includes('event-stream')) return 'stream.sse'
  return type.includes('ndjson') ? 'stream.ndjson' : 'response.json'
}

/** Returns the bytes of a body, which is text: binary streams are not requested while recording. */
function textOf(body = { text: '' }) {
  if ('json' in body) return JSON.stringify(body.json, undefined, body.indent) + (body.newline ? '\n' : '')
  if ('text' in body) return body.text
  if ('base64' in body) return Buffer.from(body.base64, 'base64')
  return Buffer.concat(
    body.chunks.map((chunk) =>
      'text' in chunk ? Buffer.from(chunk.text) : Buffer.from(chunk.base64, 'base64'),
    ),
  )
}
