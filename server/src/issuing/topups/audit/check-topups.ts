import type { MerchantId } from '#core/directory'
import { type BookedEntry, type CalledFor, compareEntries, type EntryCause, entriesOf } from '#core/ledger/audit'
import type { Difference, Findings } from '#kernel/audit/findings.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'

/** The topups and reversals that ledger entries name as their cause. */
export const topupCause: EntryCause = {
  join: `left join topups.topups topup on topup.id = e.reference
    left join topups.reversals reversal on e.reference = concat_ws(' ', reversal.topup_id, reversal.kind, reversal.transaction_id)`,
  isMissing: 'topup.id is null and reversal.id is null',
}

type Row = {
  id: string
  account_id: string
  merchant_id: MerchantId | null
  status: string
  currency: Currency
  minor: bigint
  fee_minor: bigint
  reversals: readonly { kind: string; transaction_id: string; minor: string; owed_minor: string }[] | null
}

/**
 * Every completed fiat topup is booked, and so is what happened to its payment; nothing else is. Of a debt that a topup
 * recovered only the entry knows, so that part of it is taken as it is there.
 */
export async function checkTopups(moment: Reader, findings: Findings): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await topupsAfter(moment, after)
    if (rows.length === 0) return
    const references = rows.flatMap((row) => [row.id, ...reversalsOf(row).map(({ reference }) => reference)])
    const entries = await entriesOf(moment, references)
    for (const row of rows) {
      const booked = entries.get(row.id) ?? []
      const recovered = recoveredIn(booked, row)
      findings.differ(
        ...compareEntries({ about: `topup ${row.id}`, reference: row.id }, completionOf(row, recovered), booked),
        ...reversalsOf(row).flatMap(({ reference, calledFor }): Difference[] =>
          compareEntries({ about: `topup ${row.id}`, reference }, [calledFor], entries.get(reference) ?? []),
        ),
      )
    }
    findings.checked('topups', rows.length)
    after = rows.at(-1)!.id
  }
}

function completionOf(
  { account_id, merchant_id, status, currency, minor, fee_minor }: Row,
  recovered: bigint,
): CalledFor[] {
  if (status !== 'completed' || merchant_id === null) return []
  const facts = {
    accountId: account_id,
    merchantId: merchant_id,
    amount: money(minor, currency),
    fee: money(fee_minor, currency),
    recovered: money(recovered, currency),
  }
  return [{ recipe: 'topupCompleted', facts }]
}

/** Not more than was credited in all; what is beyond that is found as a wrong entry. */
function recoveredIn(booked: readonly BookedEntry[], row: Row): bigint {
  const line = booked.flatMap(({ lines }) => lines).find(({ account }) => account === `holder:${row.account_id}:owed`)
  const credited = row.minor - row.fee_minor
  return line && -line.minor > 0n && -line.minor <= credited ? -line.minor : 0n
}

function reversalsOf(row: Row): { reference: string; calledFor: CalledFor }[] {
  return (row.reversals ?? []).map(({ kind, transaction_id, ...reversal }) => {
    const amount = money(BigInt(reversal.minor), row.currency)
    const owed = money(BigInt(reversal.owed_minor), row.currency)
    const about = { accountId: row.account_id, merchantId: row.merchant_id!, amount }
    return {
      reference: `${row.id} ${kind} ${transaction_id}`,
      calledFor:
        kind === 'representment' || kind === 'reinstatement'
          ? { recipe: 'topupReinstated', facts: { ...about, recovered: owed } }
          : { recipe: 'topupReversed', facts: { ...about, owed } },
    }
  })
}

const topupsAfter = async (moment: Reader, after: string): Promise<Row[]> =>
  (await moment.run(
    `select t.id, t.account_id, s.merchant_id, t.status, t.currency, t.minor, t.fee_minor,
            (select jsonb_agg(jsonb_build_object('kind', r.kind, 'transaction_id', r.transaction_id::text,
               'minor', r.minor::text, 'owed_minor', r.owed_minor::text) order by r.id)
             from topups.reversals r where r.topup_id = t.id) as reversals
     from topups.topups t left join directory.sites s on s.id = t.site_id
     where t.id > $1 order by t.id limit ${pageSize}`,
    [after],
  )) as Row[]
