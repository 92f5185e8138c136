/** What differs of two descriptions of one deed, in words: `version was 3 and is 4`. */
export function differencesIn(approved: unknown, wanted: unknown): string {
  const [before, after] = [partsOf(approved), partsOf(wanted)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} was ${before[name] ?? 'not there'} and is ${after[name] ?? 'not there'}`)
    .join(', ')
}

function partsOf(described: unknown): Record<string, string> {
  if (typeof described !== 'object' || described === null) return { it: textOf(described) }
  const given = Object.entries(described).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]))
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
