// The floor: the minimum work of any client. It decodes the bytes, splits lines, parses each payload, joins
// the deltas of each call and parses each final text once. It supports one wire, without error handling and
// without notices.

/**
 * Reads a stream without decoding its calls.
 * @param wire see `wires/`: `collect(event, texts)` appends the content of one native event.
 * @returns parsed arguments
 */
export function readChunks(chunks, wire) {
  const reader = createReader(wire)
  for (const chunk of chunks) reader.push(chunk)
  return reader.finish()
}

/**
 * Reads the body of a fetch response as a stream.
 * @param response a fetch Response
 */
export async function readResponse(response, wire) {
  const reader = createReader(wire)
  for await (const chunk of response.body) reader.push(chunk)
  return reader.finish()
}

/** Creates the reader of the floor. A wire with binary frames provides the floor of its framing. */
function createReader(wire) {
  const texts = []
  const take = (event) => wire.collect(event, texts)
  const framing = wire.floorFraming?.(take) ?? readLines(take)
  return {
    push: framing.push,
    finish() {
      framing.finish?.()
      return texts.map((text) => (typeof text === 'string' ? JSON.parse(text) : text))
    },
  }
}

function readLines(take) {
  const decoder = new TextDecoder()
  let pending = ''
  return {
    push(chunk) {
      const text = decoder.decode(chunk, { stream: true })
      let start = 0
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        readLine(pending + text.slice(start, end), take)
        pending = ''
        start = end + 1
      }
      pending += text.slice(start)
    },
    finish() {
      if (pending !== '') readLine(pending, take)
    },
  }
}

function readLine(line, take) {
  if (!line.startsWith('data: ')) return
  const data = line.slice(6)
  if (data !== '[DONE]') take(JSON.parse(data))
}
