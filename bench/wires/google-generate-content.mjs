const envelope = {
  usageMetadata: {
    promptTokenCount: 412,
    candidatesTokenCount: 96,
    totalTokenCount: 508,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 412 }],
  },
  modelVersion: 'gemini-2.5-pro',
  responseId: 'x2wkaKeoHsXqqtsPgcm9eA',
}

/** The API sends complete calls: one event per call. */
export const deltas = false

export function* events(calls) {
  for (const [index, call] of calls.entries()) {
    const last = index === calls.length - 1
    yield bodyOf([partOf(call)], last ? { finishReason: 'STOP' } : {})
  }
}

function partOf({ id, name, text }) {
  return { functionCall: { id, name, args: JSON.parse(text) } }
}

function bodyOf(parts, finish) {
  return { candidates: [{ content: { parts, role: 'model' }, ...finish, index: 0 }], ...envelope }
}

export function frame(event) {
  return `data: ${JSON.stringify(event)}\r\n\r\n`
}

export function collect(event, texts) {
  for (const { functionCall } of event.candidates[0].content.parts) texts.push(functionCall.args)
}

export function body(calls, text) {
  return bodyOf([{ text }, ...calls.map(partOf)], { finishReason: 'STOP' })
}
