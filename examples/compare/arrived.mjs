// What of examples/claude-history.json arrives in a request of OpenAI Chat. The checks read the request as OpenAI does:
// https://platform.openai.com/docs/api-reference/chat/create

/** The facts, by their names in docs/comparison.md. Each reads the messages of the request, and its text. */
const FACTS = {
  'the PDF': ({ messages }) =>
    partsOf(messages, 'user').some(({ type }) => type === 'file'),
  'both calls': ({ messages }) => callsIn(messages).length === 2,
  'all digits of a number in the arguments': ({ messages }) =>
    callsIn(messages).some((call) =>
      call.function.arguments.includes('9007199254740993'),
    ),
  'a result for each call, directly after the calls': ({
    messages,
  }) => {
    const place = messages.findIndex(
      ({ tool_calls: calls }) => calls !== undefined,
    )
    const after = messages.slice(place + 1, place + 3)
    return callsIn(messages).every(({ id }) =>
      after.some(
        ({ role, tool_call_id: callId }) =>
          role === 'tool' && callId === id,
      ),
    )
  },
  'the image in a result': ({ messages }) =>
    partsOf(messages, 'user').some(
      ({ type, image_url: image }) =>
        type === 'image_url' && image.url.endsWith('iVBORw0KGgo='),
    ),
  'the failure of a call': ({ messages }) =>
    messages.some(
      ({ role, content }) =>
        role === 'tool' && /error|fail/i.test(JSON.stringify(content)),
    ),
  'no JSON of the history as text': ({ messages }) =>
    !/_original|signature|tool_use|base64"/.test(
      JSON.stringify(messages),
    ),
}

export const facts = Object.keys(FACTS)

/** Returns the names of the facts that hold for a request. */
export function arrived(text) {
  const request = JSON.parse(text)
  return facts.filter((name) => FACTS[name](request))
}

function callsIn(messages) {
  return messages.flatMap(({ tool_calls: calls = [] }) => calls)
}

function partsOf(messages, role) {
  return messages.flatMap((message) =>
    message.role === role && Array.isArray(message.content)
      ? message.content
      : [],
  )
}
