// AI SDK exports no decoders. This decodes complete answers by hand,
// without broken arguments and most provider-executed tools.
import { readdirSync, readFileSync } from 'node:fs'

const rows = []
for (const file of readdirSync('fixtures', { recursive: true }).filter(
  (name) => /response\.json$/.test(name),
)) {
  const body = JSON.parse(readFileSync(`fixtures/${file}`, 'utf8'))
  for (const { wire, name, input, status } of callsOf(body))
    rows.push({
      file,
      wire,
      tool: name,
      arguments: JSON.stringify(input),
      status,
    })
}
console.table(rows)

function callsOf(body) {
  if (Array.isArray(body.choices))
    return body.choices.flatMap(({ message }) =>
      (message.tool_calls ?? []).map((call) =>
        parsed('chat', call.function?.name, call.function?.arguments),
      ),
    )
  if (Array.isArray(body.output) && body.object === 'response')
    return body.output
      .filter(({ type }) => type === 'function_call')
      .map((call) => parsed('responses', call.name, call.arguments))
  if (Array.isArray(body.content))
    return body.content
      .filter(({ type }) => type === 'tool_use')
      .map(({ name, input }) => ({
        wire: 'anthropic',
        name,
        input,
        status: 'complete',
      }))
  if (Array.isArray(body.candidates))
    return body.candidates
      .flatMap(({ content }) => content?.parts ?? [])
      .filter(({ functionCall }) => functionCall)
      .map(({ functionCall: { name, args } }) => ({
        wire: 'google',
        name,
        input: args,
        status: 'complete',
      }))
  if (body.output?.message)
    return body.output.message.content
      .filter(({ toolUse }) => toolUse)
      .map(({ toolUse: { name, input } }) => ({
        wire: 'bedrock',
        name,
        input,
        status: 'complete',
      }))
  return []
}

function parsed(wire, name, text) {
  try {
    return { wire, name, input: JSON.parse(text), status: 'complete' }
  } catch {
    return { wire, name, input: text, status: 'malformed' }
  }
}
