import { entryRequest } from '../../src/codec/format/log-entries.js'
import { messages } from './messages.js'
import { tools } from './tools.js'

export const request = /* @__PURE__ */ entryRequest(messages, tools)
