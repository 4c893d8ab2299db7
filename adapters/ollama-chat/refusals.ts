import { type Refusal, refusalsOf } from '../../src/translate/repair/refusal.js'
import { leavesOut, pathIfGiven } from '../../src/translate/repair/refusal-fixes.js'

/**
 * Refusals that depend on the model. Sources: https://github.com/ollama/ollama, `server/images.go` and
 * `server/routes.go`.
 */
export const refusals: readonly Refusal[] = refusalsOf({
  'OLLAMA-REFUSED-TOOLS': {
    summary: 'The model cannot call tools.',
    errors: ['does not support tools'],
    evidence: 'https://github.com/ollama/ollama, server/images.go',
    at: pathIfGiven('/tools'),
  },
  'OLLAMA-REFUSED-THINK': {
    summary: 'The model does not think.',
    errors: ['does not support thinking'],
    evidence: 'https://github.com/ollama/ollama, server/routes.go',
    fix: leavesOut('/think'),
    lasting: 'value',
  },
})
