import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['output 0 |type'],
  history: ['0 item&type=conversation.item.create |type'],
  list: 'clientEvents',
}
