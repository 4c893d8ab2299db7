import type { HostedForms } from '../../codec/shape/hosted-forms.js'
import type { Limits } from '../../codec/wire/limits.js'

/** Returns the forms of the hosted tools that a model runs. Without a model, those of the kinds that some model runs. */
export function hostedForModel(
  hosted: HostedForms | undefined,
  { hostedTools }: Pick<Limits, 'hostedTools'>,
  model: string | undefined,
): HostedForms | undefined {
  if (hosted === undefined || hostedTools === undefined) return hosted
  const isRun = (kind: string) =>
    Object.hasOwn(hostedTools, kind) && (model === undefined || hostedTools[kind]?.test(model) === true)
  // The search among the tools of a request is not a hosted tool.
  return Object.fromEntries(Object.entries(hosted).filter(([kind]) => kind === 'tool_search' || isRun(kind)))
}
