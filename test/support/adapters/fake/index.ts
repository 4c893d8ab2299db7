import { defineAdapter } from '../../../../src/adapter/define.js'
import { fakeWire } from '../../fake-wire.js'

export default defineAdapter(fakeWire('fake', 'fake'))
