import { type TextForm, type TextLimit, textTest } from '../../codec/wire/limits.js'
import type { LimitCheck } from './limited.js'
import { remembered } from './remembered.js'
import { formAskedBy, putInPlaces, renamesTo, type TextLimitName } from './rename.js'
import type { RequestView, TextAt } from './view.js'

/**
 * Creates the check of the form of ids or names. The forms of a limit have separate rules: the form that all
 * servers require, the form that older deployments require, and the form that a profile requires. A text
 * violates the rule of the widest form that it does not match. A violation of the widest of all forms is
 * certain.
 * @param followersIn further positions of these texts, which are not checked but renamed together with the
 * checked ones. Default: none.
 */
export function textForm<View extends object = RequestView>(
  limit: TextLimitName,
  textsIn: (view: View) => readonly TextAt[],
  followersIn: (view: View) => readonly TextAt[] = () => [],
): LimitCheck<View> {
  // Several rules and profiles check the same texts, and names repeat in every call.
  const distinctIn = remembered((view: View) => [...new Set(textsIn(view).map(({ text }) => text))])
  return {
    limit,
    fixFor: renaming(limit, (view) => [...textsIn(view), ...followersIn(view)]),
    checkFor: (limits, rule) => {
      const finders = formsOf(limits[limit]).map(faultFinder)
      const brokenBy = (text: string) => finders.findIndex((find) => find(text).length > 0)
      return (view, report) => {
        if (distinctIn(view).every((text) => brokenBy(text) === -1)) return
        for (const { text, path } of textsIn(view)) {
          const broken = brokenBy(text)
          for (const fault of finders[broken]?.(text) ?? [])
            if (fault.rule === rule) report(path, fault.says, broken === 0)
        }
      }
    },
  }
}

/** Creates the fix that replaces a rejected text at every position with a text that the rule accepts. */
function renaming<View>(
  limit: TextLimitName,
  placesIn: (view: View) => readonly TextAt[],
): LimitCheck<View>['fixFor'] {
  return (limits, rule, viewOf) => {
    const form = formAskedBy(rule, limit, limits)
    const planOf = remembered((request) => {
      const places = placesIn(viewOf(request))
      return {
        byPath: new Map(places.map((place) => [place.path, place])),
        byText: grouped(places),
        renames: renamesTo(form, limit, places),
      }
    })
    return (request, path) => {
      const { byPath, byText, renames } = planOf(request)
      const { text = '' } = byPath.get(path) ?? {}
      const renamed = renames.get(text)
      return renamed === undefined ? undefined : putInPlaces(request, byText.get(text) ?? [], renamed)
    }
  }
}

function grouped(places: readonly TextAt[]): ReadonlyMap<string, readonly TextAt[]> {
  const groups = new Map<string, TextAt[]>()
  for (const place of places) {
    const group = groups.get(place.text)
    if (group === undefined) groups.set(place.text, [place])
    else group.push(place)
  }
  return groups
}

function formsOf(limit: TextLimit): TextForm[] {
  return [limit.accepted, limit, limit.portable].filter((form) => form !== undefined)
}

interface TextFault {
  readonly rule: string | undefined
  readonly says: string
}

function faultFinder(form: TextForm): (text: string) => readonly TextFault[] {
  const { pattern, maxLength, exactLength, rule, lengthRule } = form
  const wanted = exactLength === true ? maxLength : `1 to ${maxLength}`
  const isLegal = textTest(form)
  const hasPattern = textTest({ pattern, maxLength: Number.POSITIVE_INFINITY })
  return (text) => {
    if (isLegal(text)) return []
    const byPattern = { rule, says: `"${text.slice(0, 80)}" does not match ${pattern}` }
    const byLength = {
      rule: lengthRule ?? rule,
      says: `it has ${text.length} characters, not ${wanted}`,
    }
    if (hasPattern(text) || (text === '' && lengthRule !== undefined)) return [byLength]
    return lengthRule !== undefined && text.length > maxLength ? [byPattern, byLength] : [byPattern]
  }
}
