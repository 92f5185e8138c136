import type { Findings, Scope } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import type { Reader } from '#kernel/db/db.ts'
import { recipes } from '../recipes.ts'

/**
 * What causes entries, in SQL: a join of the entry `e` to the rows of a module by its reference, and the condition that
 * there is none.
 */
export type EntryCause = { join: string; isMissing: string }

/** Every entry balances in each of its currencies, has lines, and was caused by a row of a module that books. */
export async function checkEntries(
  moment: Reader,
  findings: Findings,
  { causes, scope }: { causes: readonly EntryCause[]; scope: Scope },
): Promise<void> {
  const entries = `(select * from ledger.entries where ${scope('ledger.entries')})`
  const lines = `(select l.*, l.entry_id as id from ledger.lines l) as l where ${scope('ledger.entries')}`
  const [counted] = await moment.run(`select count(*) as entries from ${entries} e`, [])
  findings.checked('entries', Number(counted!.entries))
  await checkBalance(moment, findings, lines)
  await checkLines(moment, findings, entries)
  await checkLinesWithoutEntry(moment, findings, lines)
  await checkCauses(moment, findings, { causes, entries })
}

async function checkBalance(moment: Reader, findings: Findings, lines: string): Promise<void> {
  const rows = (await moment.run(
    `select entry_id, currency, sum(minor)::bigint as minor
     from ${lines} group by entry_id, currency having sum(minor) <> 0 order by entry_id, currency`,
    [],
  )) as { entry_id: bigint; currency: string; minor: bigint }[]
  for (const { entry_id, currency, minor } of rows)
    findings.differ({
      about: `entry ${entry_id}`,
      wrong: `its lines in ${currency} do not sum to zero`,
      actual: amountText(minor, currency),
      should: amountText(0n, currency),
      off: amountText(minor, currency),
      look: `ledger.lines where entry_id = ${entry_id}`,
    })
}

type Entry = { id: bigint; recipe: string; reference: string }

async function checkLines(moment: Reader, findings: Findings, entries: string): Promise<void> {
  const rows = (await moment.run(
    `select e.id, e.recipe, e.reference from ${entries} e
     left join ledger.lines l on l.entry_id = e.id where l.entry_id is null order by e.id`,
    [],
  )) as Entry[]
  for (const { id, recipe, reference } of rows)
    findings.differ({
      about: `entry ${id}`,
      wrong: 'it has no lines',
      actual: `${recipe} of ${reference}, which posts nothing`,
      should: 'at least two lines',
      look: `ledger.entries where id = ${id}`,
    })
}

/** The database checks this when a line is inserted and has no foreign key for it (decision 31). */
async function checkLinesWithoutEntry(moment: Reader, findings: Findings, lines: string): Promise<void> {
  const rows = (await moment.run(
    `select l.entry_id, count(*) as lines from (select * from ${lines}) l
     left join ledger.entries e on e.id = l.entry_id where e.id is null group by l.entry_id order by l.entry_id`,
    [],
  )) as { entry_id: bigint; lines: bigint }[]
  for (const { entry_id, lines } of rows)
    findings.differ({
      about: `entry ${entry_id}`,
      wrong: 'it has lines and does not exist',
      actual: `${lines} lines`,
      should: 'every line belongs to an entry',
      look: `ledger.lines where entry_id = ${entry_id}`,
    })
}

/** That there is a cause. That the cause calls for just this entry is checked with the cause. */
async function checkCauses(
  moment: Reader,
  findings: Findings,
  { causes, entries }: { causes: readonly EntryCause[]; entries: string },
): Promise<void> {
  const rows = (await moment.run(
    `select e.id, e.recipe, e.reference from ${entries} e
     ${causes.map(({ join }) => join).join('\n')}
     where e.recipe <> all($1) or (${causes.map(({ isMissing }) => isMissing).join(' and ')})
     order by e.id`,
    [Object.keys(recipes)],
  )) as Entry[]
  for (const { id, recipe, reference } of rows)
    findings.differ({
      about: `entry ${id}`,
      wrong: 'it has no cause',
      actual: `${recipe} of ${reference}`,
      should: 'every entry books something that happened',
      look: `ledger.entries where id = ${id}`,
    })
}
