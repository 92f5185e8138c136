import type { Durations } from './throughput.ts'

/** What a part of the bench found: a line for each aim, and everything behind it. Both are Markdown. */
export type Found = { inShort: readonly string[]; text: string }

/** How it is measured: `quick` for a first look, whose figures are not to be kept. */
export type Manner = {
  quick: boolean
  durations: Durations
  /** A folder for a CPU profile of the server under the heaviest load of the part. */
  profile: string | undefined
  say(what: string): void
}

/** A part of the bench with a title of its own; the parts share nothing, so that each can be run alone. */
export type Section = { title: string; run(manner: Manner): Promise<Found> }

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rules = headings.map((_, column) => (column === 0 ? '---' : '---:'))
  return [line(headings), line(rules), ...rows.map(line)].join('\n')
}

/** Which tables a statement writes or reads, in its order. */
export function essence(text: string): string {
  const verbs = [...text.matchAll(/(insert into|update|from) "?([a-z_]+)"?\."?([a-z_]+)"?/g)]
  const parts = verbs.map(
    ([, verb, schema, name]) => `${verb === 'from' ? 'read' : verb!.split(' ')[0]} ${schema}.${name}`,
  )
  return [...new Set(parts)].join(', ') || text.slice(0, 60)
}
