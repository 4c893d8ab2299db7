import { defineAdapter } from '../../../../src/codec/wire/define-adapter.js'
import { fakeWire } from '../../fake-wire.js'

const wire = fakeWire('fake', 'fake')

export default defineAdapter(wire)

/** The same wire with requests in another form. */
export const shouted = defineAdapter({
  ...wire,
  request: {
    ...wire.request,
    encode: (conversation, context) => ({ ...wire.request.encode(conversation, context), loud: true }),
  },
})
