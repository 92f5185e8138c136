import type { Approval, StaffAuthor } from '#core/access'
import { auditEntry, type MerchantId, platformOwner } from '#core/directory'
import { add, type Currency, formatMoney, type Money } from '#kernel/base/money.ts'
import { commit, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import type { ByHandContext } from './context.ts'
import { feesOfMonth } from './fees-of-month.ts'
import { type MadeInvoices, makeMonth, missingInvoices, sellerOfMonth } from './make-invoices.ts'

type Input = {
  by: StaffAuthor
  month: string
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}

/**
 * Makes those of a month that are not there yet, as a member of staff: after billing details were set, or an invoice was
 * credited. Where the installation wants two people, for all or when one of them is large, the first call waits for an
 * approval of exactly these invoices, and the same call makes them when another person has given it. Of two calls at once
 * with one approval, the first invoice uses it up, and the other call is refused before it has made any.
 */
export function makeInvoicesByHand(ctx: ByHandContext, input: Input): Promise<Made> {
  const subject = { type: 'feeInvoices', id: input.month }
  return ctx.approvals.attempt({ by: input.by, action: 'fee-invoices:create', subject }, () => make(ctx, input))
}

type Made = { made: MadeInvoices; waits?: undefined } | { made?: undefined; waits: Approval }

async function make(ctx: ByHandContext, { by, month, once }: Input): Promise<Made> {
  const seller = await sellerOfMonth(ctx, month)
  const fees = await feesOfMonth(ctx, { month, seller })
  const missing = await missingInvoices(ctx, month, fees)
  const cleared =
    missing.length === 0 && by.carriesOut === undefined
      ? { allowed: true as const, writes: [] }
      : await ctx.approvals.require({
          by,
          action: 'fee-invoices:create',
          owner: platformOwner,
          subject: { type: 'feeInvoices', id: month },
          request: { month, ...described(missing) },
          amount: missing.map(({ total }) => total),
          once,
        })
  if (!cleared.allowed) return { waits: cleared.approval }
  const alongside = [...cleared.writes, ...(once?.(month) ?? [])]
  const { left, ...made } = await makeMonth(ctx, { month, seller, by, alongside }, fees)
  const now = ctx.clock.now()
  const entry = auditEntry(now, by, {
    action: 'feeInvoicesMade',
    owner: platformOwner,
    subject: { type: 'feeInvoice' },
    after: { month, invoices: made.numbers.length },
  })
  await commit(ctx, now, [entry, ...left], 'make-invoices-by-hand')
  return { made }
}

type Missing = { merchantId: MerchantId; total: Money }

/** For the person who approves: how many, what they come to, and the largest of each currency. */
function described(missing: readonly Missing[]) {
  const byCurrency = [...Map.groupBy(missing, ({ total }) => total.currency)] as [Currency, Missing[]][]
  const text = (amount: Money) => `${formatMoney(amount)} ${amount.currency}`
  return {
    invoices: missing.length,
    totals: byCurrency.map(([, ones]) => text(ones.map(({ total }) => total).reduce(add))),
    largest: byCurrency.map(([, ones]) => {
      const { merchantId, total } = ones.reduce((one, other) => (other.total.minor > one.total.minor ? other : one))
      return `${text(total)} of merchant ${merchantId}`
    }),
  }
}
