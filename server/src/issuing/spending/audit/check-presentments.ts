import { type CalledFor, compareEntries, type EntryCause, entriesOf } from '#core/ledger/audit'
import type { Findings } from '#kernel/audit/findings.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'

type Presentment = {
  id: string
  kind: 'clearing' | 'refund' | 'reversal'
  account_id: string
  currency: Currency
  minor: bigint
  owed_minor: bigint
  merchant_minor: bigint
  merchant_currency: Currency
  markup_minor: bigint
  is_converted: boolean
}

/** The causes that ledger entries name: presentments, and holds that have ended and freed money for a debt. */
export const spendingCause: EntryCause = {
  join: `left join spending.presentments sp on e.reference = 'presentment ' || sp.id
    left join ledger.holds sh on e.recipe = 'debtRecovered' and e.reference = sh.reference and sh.status <> 'held'
      and starts_with(sh.reference, 'spend ')`,
  isMissing: '(sp.id is null and sh.id is null)',
}

/** Every presentment is booked, as what it is. */
export async function checkPresentments(moment: Reader, findings: Findings): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await presentmentsAfter(moment, after)
    const last = page.at(-1)
    if (!last) return
    const entries = await entriesOf(
      moment,
      page.map(({ id }) => `presentment ${id}`),
    )
    for (const presentment of page) {
      const reference = `presentment ${presentment.id}`
      const booked = entries.get(reference) ?? []
      findings.differ(...compareEntries({ about: reference, reference }, [entryOf(presentment)], booked))
    }
    findings.checked('presentments', page.length)
    after = last.id
  }
}

function entryOf({ kind, account_id, currency, minor, owed_minor, ...merchant }: Presentment): CalledFor {
  const { merchant_minor, merchant_currency, markup_minor, is_converted } = merchant
  const converted = is_converted
    ? { network: money(merchant_minor, merchant_currency), markup: money(markup_minor, currency) }
    : undefined
  const facts = { accountId: account_id, amount: money(minor, currency), converted }
  const owed = money(owed_minor, currency)
  if (kind !== 'clearing') return { recipe: 'cardRefundCleared', facts: { ...facts, recovered: owed } }
  if (owed_minor === 0n) return { recipe: 'cardPaymentCleared', facts }
  return { recipe: 'cardPaymentForced', facts: { ...facts, owed } }
}

const presentmentsAfter = async (moment: Reader, after: string): Promise<Presentment[]> =>
  (await moment.run(
    `select p.id, p.kind, t.account_id, t.currency, p.minor, p.owed_minor, p.merchant_minor, p.merchant_currency,
            p.markup_minor, p.is_converted
     from spending.presentments p join spending.transactions t on t.id = p.transaction_id
     where p.id > $1 order by p.id limit ${pageSize}`,
    [after],
  )) as Presentment[]
