import type { JsonObject } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn, stringOr } from '../../base/json/read-json.js'
import type { TranscriptFormat } from './log-types.js'

/**
 * Events of Google ADK: of a session, a list, or a stream. Pieces of a streamed answer are omitted, since its last
 * event is complete. https://github.com/google/adk-python/blob/main/src/google/adk/events/event.py
 */
export const adkEvents: TranscriptFormat = {
  title: 'events of Google ADK',
  matches: (event) => isEvent(event) && isArray(objectIn(event.content).parts),
  read: (events) => [
    {
      wire: 'google-generate-content',
      request: {
        contents: events
          .filter(({ partial, content }) => partial !== true && isObject(content))
          .map(({ content }) => objectIn(content)),
      },
    },
  ],
}

function isEvent({ author, invocationId, invocation_id: id }: JsonObject): boolean {
  return typeof author === 'string' && stringOr(invocationId ?? id, undefined) !== undefined
}
