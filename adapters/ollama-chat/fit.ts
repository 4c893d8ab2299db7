import { isOwn, mapMessages } from '../../src/base/model/change.js'
import { inform } from '../../src/base/model/context.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import { isText } from '../../src/codec/shape/joined-text.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { joinTexts } from '../../src/translate/fit/join-texts.js'

/** Fit steps of this wire. Messages from this wire are unchanged. */
export const fit: readonly FitStep[] = [oneText]

/** Joins the texts of a message, since a message has one text and `images` next to the text. */
function oneText(conversation: Conversation, fit: FitContext): Conversation {
  return mapMessages(conversation, fit, (message) => {
    if (message.role === 'tool' || isOwn(message, message, fit.wire)) return message
    reportPlaces(message, fit)
    return message.parts.filter(isText).length > 1 ? joinTexts(message, fit) : message
  })
}

/** Reports that the positions of images in the text are lost. */
function reportPlaces({ parts }: Message, fit: FitContext): void {
  const media = parts.find(({ type }) => type === 'media')
  const last = parts.findLast(isText)
  if (media === undefined || last === undefined || parts.indexOf(last) < parts.indexOf(media)) return
  const message = 'this wire sends images next to the text: their position in the text is not sent'
  inform('media-beside-text', message, { ...fit, path: fit.pathOf(media) })
}
