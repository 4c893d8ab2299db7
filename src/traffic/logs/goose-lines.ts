import { isObject } from '../../base/json/read-json.js'
import { isGooseMessage, messagesOfGoose, timesOfGoose } from './agent-runs.js'
import type { TranscriptFormat } from './log-types.js'

/** Sessions of goose line by line: the older store, and `goose run --output-format stream-json`. */
export const gooseLines: TranscriptFormat = {
  title: 'a session of goose, line by line',
  matches: (line) => isGooseMessage(isObject(line.message) ? line.message : line),
  read(lines) {
    const messages = lines
      .map((line) => (isObject(line.message) ? line.message : line))
      .filter(({ role, content }) => typeof role === 'string' && Array.isArray(content))
    const request = { messages: messages.flatMap(messagesOfGoose) }
    return [{ wire: 'openai-chat', request, times: timesOfGoose(messages) }]
  },
}
