import type { WrittenForm } from '../../../src/translate/lint/wire-shapes.js'
import { limits } from '../limits.js'
import { messages } from '../messages.js'
import { request } from '../request.js'
import { tools } from '../tools.js'

/** The codecs that fixes read and write requests with. */
export const written: Pick<WrittenForm, 'wire' | 'codecs'> = {
  wire: 'cohere-chat',
  codecs: { limits, messages, request, tools },
}
