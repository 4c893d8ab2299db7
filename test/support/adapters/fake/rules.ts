import { isArray, isObject } from '../../../../src/base/json/read-json.js'
import type { Rule } from '../../../../src/translate/lint/rule.js'

export const rules: readonly Rule[] = [
  {
    id: 'FAKE-MESSAGES-01',
    severity: 'error',
    summary: 'There is at least one message.',
    check({ messages }, report) {
      if (!isArray(messages) || messages.length === 0) report('/messages', 'there is no message')
    },
  },
  {
    id: 'FAKE-ROLE-01',
    severity: 'warning',
    summary: 'Messages have roles.',
    certainFor: ['brief'],
    check({ messages }, report) {
      if (!isArray(messages)) return
      messages.forEach((message, index) => {
        if (!isObject(message) || typeof message.role !== 'string') report(`/messages/${index}`, 'no role')
      })
    },
  },
]
