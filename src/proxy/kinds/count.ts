import { type HttpAnswer, isOk, jsonAnswer } from '../../base/http/http-message.js'
import { parseJson, stringifyExact, tryParseJson } from '../../base/json/parse.js'
import { expectObject, isObject } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { Conversation } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { estimatedTokens, type Written, writeRequest } from '../client-request.js'
import { ProxyFailure } from '../proxy-failure.js'
import { keyOf, type Target, targetFor } from '../proxy-target.js'
import { type AnswerBody, answerText } from '../reading.js'
import type { RequestScope } from '../request-scope.js'

/** Forwards a token-count request if the target's API has one. Otherwise estimates the number. */
export async function count(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  const { count: binding } = client.codecs.http
  const document = await scope.body()
  const given = expectObject(document.value, '')
  const inner = expectObject(binding?.request?.(given) ?? given, '')
  const chosen = scope.router.chooseFor(client, scope.path, inner)
  const [configured] = scope.routeOf(chosen).targets
  const target = targetFor(configured, chosen.model)
  const text = inner === given ? document.text : stringifyExact(inner)
  const asked = await scope.read({ value: inner, exactText: () => undefined, text }, chosen)
  const whole = await scope.historyOf(asked).asked(target)
  const written = await writeRequest(whole, target, scope.pause)
  scope.noteTarget(target, written.model)
  const key = await keyOf(target)
  const counted = await countedBy(target, written, async (path, body) => ({
    ...{ response: await scope.send(target, path, body, key), key, notes: scope.notes },
    ...{ signal: scope.signal, patience: scope.settings.patience },
  }))
  return scope.ended(countAnswer(client, counted, whole.conversation))
}

/** Requests the count from the target's provider. Returns undefined if the provider's API has no count. */
async function countedBy(
  { adapter, platform }: Target,
  { text, model }: Written,
  send: (path: string, text: string) => Promise<AnswerBody>,
): Promise<number | undefined> {
  const { count } = adapter.codecs.http
  // Platforms with different paths have no known path for counts.
  if (count === undefined || platform?.pathFor !== undefined) return undefined
  const request = expectObject(parseJson(text), '')
  const body = count.body?.(request, model) ?? request
  try {
    const given = await send(count.pathFor(model), stringifyJson(body))
    const answer = tryParseJson(await answerText(given))
    const counted = isOk(given.response) && isObject(answer) ? answer[count.field] : undefined
    return typeof counted === 'number' ? counted : undefined
  } catch (error) {
    if (error instanceof ProxyFailure) return undefined
    throw error
  }
}

/** Returns the answer with the token count, or with an estimate, which a header marks. */
function countAnswer({ codecs }: Adapter, counted: number | undefined, asked: Conversation): HttpAnswer {
  const { count } = codecs.http
  const body = { ...count?.beside, [count?.field ?? 'tokens']: counted ?? estimatedTokens(asked) }
  return jsonAnswer(body, counted === undefined ? { 'x-toolwire-estimated': 'true' } : {})
}
