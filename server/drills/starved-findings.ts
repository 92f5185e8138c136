import pg from 'pg'
import { databaseRecord } from '#connectors/acquirer/sandbox/index.ts'
import type { App } from '../src/app/compose.ts'
import { disagreements } from '../tests/simulation/agreement.ts'
import { comeToRestInStrides } from '../tests/simulation/coming-to-rest.ts'
import { troubles } from '../tests/simulation/invariants.ts'
import type { Reported } from './starved-load.ts'
import type { Place } from './starved-place.ts'

/**
 * Once nothing is under way any more: what clients were reported is compared with the database, the acquirer's record,
 * the notifications of stores and the books. Returns the differences, in words.
 */
export async function findings(
  { app, databaseUrl }: { app: App; databaseUrl: string },
  { shop, payouts }: Place,
  reported: Reported,
): Promise<string[]> {
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  try {
    const before = [...(await troubles(sql)), ...(await limits(sql)), ...(await kept(sql, reported))]
    await comeToRestInStrides(app, sql)
    const record = databaseRecord(app.db)
    const witnesses = { sql, clock: app.clock, record, vault: app.vault, stores: [shop, payouts] }
    return [...before, ...(await troubles(sql)), ...(await disagreements(witnesses))]
  } finally {
    await sql.end()
  }
}

/** Nothing may ever have been more than there was. */
async function limits(sql: pg.Client): Promise<string[]> {
  const questions = {
    'an account holds money when everything was reversed':
      'select account_id::text as about from spending.account_totals where held_minor <> 0',
    'a customer has more topups than the limit of a day': `
      select account_id::text as about from topups.topups group by account_id having sum(minor) > 10000`,
    'a merchant was owed less than it has paid out': `
      select account as about from (
        select split_part(account, ':', 2) as account, sum(minor) over (partition by split_part(account, ':', 2), currency order by entry_id) as owed
        from ledger.lines where account like 'merchant:%:payable' or account like 'merchant:%:pending') lines
      where owed > 0 group by account`,
  }
  return allOf(sql, questions)
}

async function allOf(sql: pg.Client, questions: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = []
  for (const [what, text] of Object.entries(questions)) {
    const { rows } = await sql.query<{ about: string }>(text)
    found.push(...rows.map(({ about }) => `${what}: ${about}`))
  }
  return found
}

/** What clients received is there, once; and nothing else is. */
async function kept(sql: pg.Client, { approvals, topups, refunds, payouts }: Reported): Promise<string[]> {
  const count = async (text: string, values: unknown[]) => Number((await sql.query(text, values)).rows[0].count)
  const differs = (what: string, received: number, found: number) =>
    received === found ? [] : [`${what}: clients received ${received}, the database has ${found}`]
  const found: string[] = []
  for (const [cardId, ids] of approvals) {
    const reversed = `select count(*) from spending.states s join spending.transactions t on t.id = s.id
      where t.card_id = $1 and s.status = 'reversed'`
    found.push(...differs(`approvals of card ${cardId}`, ids.length, await count(reversed, [cardId])))
    found.push(
      ...differs(
        `approvals of card ${cardId} by id`,
        ids.length,
        await count(`${reversed} and t.id = any($2)`, [cardId, ids]),
      ),
    )
  }
  for (const [holderId, opened] of topups) {
    const made = 'select count(*) from topups.topups where holder_id = $1'
    found.push(...differs(`topups of ${holderId}`, opened, await count(made, [holderId])))
  }
  for (const [paymentId, done] of refunds) {
    const made = `select count(*) from payments.payments where parent_id = $1 and type = 'refund' and status <> 'failed'`
    found.push(...differs(`refunds of payment ${paymentId}`, done, await count(made, [paymentId])))
  }
  const paidOut = `select count(*) from payments.payments where type = 'credit' and status <> 'failed'`
  found.push(...differs('payouts', payouts.length, await count(paidOut, [])))
  found.push(...differs('payouts by id', payouts.length, await count(`${paidOut} and id = any($1)`, [payouts])))
  return found
}
