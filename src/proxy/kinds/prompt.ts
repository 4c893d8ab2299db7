import type { HttpAnswer } from '../../base/http/http-message.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { stringifyExact, tryParseJson } from '../../base/json/parse.js'
import { expectObject, isObject } from '../../base/json/read-json.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { PromptsBinding, ServerBinding } from '../../codec/wire/server.js'
import type { RequestScope } from '../request-scope.js'
import { answerRequest } from './generate.js'

/** Answers a request with one prompt in place of a conversation. */
export async function answerPrompt(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  const { value, exactText } = await scope.body()
  await scope.pause()
  const server = await client.codecs.http.server?.()
  const prompts = server?.prompts ?? UNCHANGED
  const body = prompts.request(expectObject(value, ''))
  const chosen = scope.router.chooseFor(client, scope.path, body)
  const route = scope.routeOf(chosen)
  const document = { value: body, exactText, text: stringifyExact(body) }
  const asked = await scope.read(document, { ...chosen, client: promptClient(client, prompts) })
  return answerRequest(scope, route, { ...asked, server: server && promptServer(server, prompts) })
}

const UNCHANGED: PromptsBinding = { request: (body) => body, answer: (body) => body }

/** Returns the client's wire with the answers to prompts. */
function promptClient(client: Adapter, { answer }: PromptsBinding): Adapter {
  const { codecs } = client
  const { response, stream } = codecs
  const { framing } = stream
  const answered = (data: JsonValue): JsonValue => {
    const value = typeof data === 'string' ? tryParseJson(data) : data
    return isObject(value) ? answer(value) : data
  }
  return {
    ...client,
    codecs: {
      ...codecs,
      response: { ...response, encode: (value, context) => answer(response.encode(value, context)) },
      stream: {
        ...stream,
        framing: { ...framing, write: (frame) => framing.write({ ...frame, data: answered(frame.data) }) },
      },
    },
  }
}

function promptServer(server: ServerBinding, { answer }: PromptsBinding): ServerBinding {
  return {
    ...server,
    prepared(request, now) {
      const prepared = server.prepared?.(request, now)
      return prepared && answer(prepared)
    },
  }
}
