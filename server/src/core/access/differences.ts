/** What differs of two descriptions of one deed, in words: `version was 3 and is 4`. */
export function differencesIn(approved: unknown, wanted: unknown): string {
  if (isObject(approved) && isObject(wanted)) {
    const within = Object.keys(approved).filter((name) => isObject(approved[name]) && isObject(wanted[name]))
    const apart = within.map((name) => differencesIn(approved[name], wanted[name])).filter((text) => text !== '')
    if (apart.length > 0)
      return [differencesIn(without(approved, within), without(wanted, within)), ...apart].filter(Boolean).join(', ')
  }
  const [before, after] = [partsOf(approved), partsOf(wanted)]
  return differing(before, after)
    .map((name) => `${name} was ${before[name] ?? 'not there'} and is ${after[name] ?? 'not there'}`)
    .join(', ')
}

/** Whether a deed is asked for as it was approved, over something else than was there then: the caller says none of it. */
export const isOverSomethingElse = (approved: unknown, wanted: unknown): boolean =>
  differing(partsOf(approved), partsOf(wanted)).every((name) => found.has(name))
const found: ReadonlySet<string> = new Set(['before', 'account', 'version'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (of: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)))

const differing = (before: Record<string, string>, after: Record<string, string>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])

function partsOf(described: unknown): Record<string, string> {
  if (typeof described !== 'object' || described === null) return { it: textOf(described) }
  const given = Object.entries(described).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]))
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(inOrder(value)) : String(value))

/** The database keeps the names of an object in an order of its own. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const parts = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(parts.map(([name, part]) => [name, inOrder(part)]))
}
