import type { Db } from '#kernel/db.ts'
import type { Currency } from '#kernel/money.ts'

/** Debit minor units above zero, credit below. */
export type Balance = { account: string; currency: Currency; minor: bigint }

/** The balance of every account whose name begins so, from its last checkpoint and the lines after it. */
export async function balances(db: Db, accountPrefix = ''): Promise<Balance[]> {
  const rows = await db.run(
    `select l.account, l.currency, coalesce(max(c.minor), 0) + coalesce(sum(l.minor) filter (where l.entry_id > coalesce(c.through_entry, 0)), 0) as minor
     from ledger.lines l
     left join lateral (
       select through_entry, minor from ledger.checkpoints c
       where c.account = l.account and c.currency = l.currency order by through_entry desc limit 1
     ) c on true
     where starts_with(l.account, $1)
     group by l.account, l.currency
     order by l.account, l.currency`,
    [accountPrefix],
  )
  return rows.map((row) => ({
    account: row.account as string,
    currency: row.currency as Currency,
    minor: BigInt(row.minor as string | bigint),
  }))
}
