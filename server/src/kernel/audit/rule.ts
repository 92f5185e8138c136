import type { Findings } from '#kernel/audit/findings.ts'
import type { Reader } from '#kernel/db/db.ts'

/**
 * Something that no row may be. `rows` finds those that are: each with `about`, `actual`, and `should` and `look` where
 * they differ from row to row.
 */
export type Rule = { wrong: string; rows: string; values?: readonly unknown[]; should?: string; look?: string }

type BrokenRow = { about: string; actual: string | null; should?: string | null; look?: string | null }

export async function checkRules(moment: Reader, findings: Findings, rules: readonly Rule[]): Promise<void> {
  for (const { wrong, rows, values = [], should = '', look = '' } of rules) {
    const broken = (await moment.run(`${rows} limit ${brokenMax}`, values)) as BrokenRow[]
    findings.differ(
      ...broken.map((row) => ({
        about: row.about,
        wrong,
        actual: row.actual ?? 'nothing',
        should: row.should ?? should,
        look: row.look ?? look,
      })),
    )
  }
}
const brokenMax = 1_000
