// #region shown
import type { Refusal } from 'toolwire'
import { explainRefusal } from 'toolwire'

const noSeed: Refusal = {
  id: 'MY-SERVER-SEED',
  summary: 'My server has no seed.',
  errors: ['unexpected keyword seed'],
  fix: (request) =>
    request.seed === undefined
      ? undefined
      : [{ op: 'remove', path: '/seed' }],
}
// #endregion
console.log(
  explainRefusal(
    'unexpected keyword: seed',
    { seed: 1 },
    { rules: [noSeed] },
  )?.fix,
)
