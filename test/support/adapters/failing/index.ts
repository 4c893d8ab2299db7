import { defineAdapter } from '../../../../src/codec/wire/define-adapter.js'
import { fakeWire } from '../../fake-wire.js'

const codecs = fakeWire('failing', 'failing')

/** An adapter with a bug, which must not affect the other records. */
export default defineAdapter({
  ...codecs,
  response: {
    ...codecs.response,
    decode() {
      throw new TypeError('oops')
    },
  },
})
