import { defineAdapter } from '../../../../src/codec/wire/define-adapter.js'
import { fakeWire } from '../../fake-wire.js'

export default defineAdapter(fakeWire('plain', 'plain'))
