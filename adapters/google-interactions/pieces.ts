import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['steps|outputs 0 |type'],
  history: ['0 |type'],
  list: 'input',
}
