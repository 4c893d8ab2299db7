import type { HttpAnswer } from '../../base/http/http-message.js'
import { readBytes } from '../client-request.js'
import { passedAnswer, passedHeaders, passedPath } from '../passed-answer.js'
import { keyOf } from '../proxy-target.js'
import type { RequestScope } from '../request-scope.js'
import type { OwnTarget } from '../routes.js'

/** Forwards a request unchanged, with the key of the target. */
export async function passOn(scope: RequestScope, { client, route, target }: OwnTarget): Promise<HttpAnswer> {
  const { request, notes, settings } = scope
  scope.client = client
  notes.note({ kind: 'passed-on', from: client.id, route: route.name })
  scope.noteTarget(target)
  scope.letIn(client)
  if (request.method === 'POST') await scope.countForLimits()
  const body = await readBytes(request, settings.maxBodyBytes)
  const key = await keyOf(target)
  const { method } = request
  const response = await scope.sendWithKeys(target, key, (used) => {
    const headers = passedHeaders(target, used, request.headers)
    return scope.ask({ target, path: passedPath(request.url), method, body, headers })
  })
  return passedAnswer(scope.passed(response, client, key))
}
