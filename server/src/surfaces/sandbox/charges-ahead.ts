import { billingPeriodsOf, type ForecastPeriod, forecast } from '#acquiring/billing'
import type { OrderId } from '#acquiring/ids'
import { findOrderById, type Order } from '#acquiring/orders'
import { findShopper, type Shopper } from '#acquiring/shoppers'
import type { Directory, Site } from '#core/directory'
import { formatMoney } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Html, html } from '#kernel/http/html.ts'
import type { DueItem } from '#kernel/work/due-list.ts'
import { deskTable, timeOf } from './desk.ts'

/** The name of the work that bills orders, as `billingJobs` has it. */
export const billing = 'bill orders'

type Context = { db: Db; directory: Directory }
type Bill = { order: Order; site: Site; shopper: Shopper | undefined; next: ForecastPeriod | undefined }

/** Who is charged what, and when: one row for each order that falls due. */
export async function chargesTable(ctx: Context, due: readonly DueItem[]): Promise<Html> {
  if (due.length === 0)
    return html`<p class="empty">No customer will be charged. Subscribe to the bread box in the demo store.</p>`
  const rows = await Promise.all(
    due.map(async ({ id, dueAt }) => {
      const bill = await billOf(ctx, BigInt(id) as OrderId, dueAt)
      return bill ? [timeOf(dueAt), ...cellsOf(bill)] : [timeOf(dueAt), 'Unknown', '', id]
    }),
  )
  return deskTable('Who is charged next', ['When', 'Customer', 'Amount', 'For'], rows)
}

async function billOf({ db, directory }: Context, id: OrderId, now: DueItem['dueAt']): Promise<Bill | undefined> {
  const order = await findOrderById(db, id)
  const site = order && (await directory.site(order.siteId))
  if (!order || !site) return undefined
  const [shopper, periods] = await Promise.all([findShopper(db, order.shopperId), billingPeriodsOf(db, id)])
  const open = periods.find(({ status, period }) => status === 'open' && period === order.nextPeriod)
  const { timeZone, retrySchedule } = site
  const [next] = forecast(order, open, { timeZone, retrySchedule, now, count: 1 })
  return { order, site, shopper, next }
}

function cellsOf({ order, site, shopper, next }: Bill): Html[] {
  const failures = next?.debt?.failures
  return [
    html`<bdi>${shopper?.email ?? shopper?.identifier ?? 'a customer who was removed'}</bdi>`,
    next
      ? html`${formatMoney(next.amount)} ${next.amount.currency}${failures !== undefined && html` <span class="badge wait">declined ${failures} ${failures === 1 ? 'time' : 'times'}</span>`}`
      : html`Nothing: it ends`,
    html`<bdi>${order.description}</bdi> <span class="soft">to ${site.merchantName}, order <code>${order.externalId ?? order.id}</code></span>`,
  ]
}
