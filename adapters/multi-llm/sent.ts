import { sentIn } from './attributes.js'

export const sent = /* @__PURE__ */ sentIn({ wire: 'multi-llm' })
