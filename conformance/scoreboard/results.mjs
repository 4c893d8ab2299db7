/** Longer reasons are cut. */
const MAX_REASON = 160

/** Returns the record of a library. Choices of the authors of cases are not counted. */
export function recordOf(name, versions, results) {
  const counted = results.filter(({ isChoice }) => !isChoice)
  const failed = counted.filter(({ state }) => state === 'failed')
  const skipped = {}
  for (const { id, state, reason } of counted) {
    if (state !== 'skipped') continue
    const cut = id.lastIndexOf('/')
    skipped[reason] ??= {}
    skipped[reason][id.slice(0, cut)] ??= []
    skipped[reason][id.slice(0, cut)].push(id.slice(cut + 1))
  }
  return {
    name,
    versions,
    failed: Object.fromEntries(failed.map(({ id, reason }) => [id, short(reason)])),
    skipped,
  }
}

function short(reason) {
  const line = reason.replace(/\s+/g, ' ').trim()
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON - 1).toWellFormed()}…` : line.toWellFormed()
}

/** Writes the results as JSON: a line for each failed case, and for the skipped cases of each fact. */
export function resultsText(cases, libraries) {
  const counted = cases.filter(({ choice }) => choice === undefined).length
  return `{"cases": ${counted}, "libraries": [\n${libraries.map(libraryText).join(',\n')}\n]}\n`
}

function libraryText({ name, versions, failed, skipped }) {
  const head = `"name": ${JSON.stringify(name)}, "versions": ${JSON.stringify(versions)}`
  const reasons = Object.entries(skipped).map(
    ([reason, facts]) => `${JSON.stringify(reason)}: ${lines(facts)}`,
  )
  return `{${head},\n"failed": ${lines(failed)},\n"skipped": {${reasons.join(',\n')}}}`
}

function lines(members) {
  const texts = Object.entries(members).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  )
  return `{\n${texts.join(',\n')}\n}`
}

/** Returns the ids of the skipped cases of a library. */
export function skippedIds({ skipped }) {
  return Object.values(skipped).flatMap((facts) =>
    Object.entries(facts).flatMap(([fact, names]) => names.map((name) => `${fact}/${name}`)),
  )
}
