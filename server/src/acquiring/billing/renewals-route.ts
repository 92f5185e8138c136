import { z } from 'zod'
import type { StoredCardId } from '#acquiring/ids'
import { cardExpires, type UpcomingBills, upcomingBills, upcomingCards } from '#acquiring/orders'
import { findCardById } from '#acquiring/shoppers'
import { type StaffRoute, seesMerchant, staffRoute } from '#core/access'
import { type Directory, readMerchantId, type SiteId } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { formatMoney, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { text } from '#kernel/http/field.ts'
import { refuse } from './refusals.ts'

type Parts = { db: Db; clock: Clock; directory: Pick<Directory, 'listSites' | 'merchant'> }

const renewalsShape = z.strictObject({
  timeZone: z.string().meta({ description: 'Of the first site: its days are meant.' }),
  from: z.string().meta({ description: 'The first day, today.' }),
  to: z.string().meta({ description: 'The last day.' }),
  days: z.array(
    z.strictObject({
      day: z.string(),
      isOverdue: z
        .boolean()
        .meta({ description: 'They were due since this day, and are not billed yet; such bills come first.' }),
      currency: z.string(),
      count: z.number().int().meta({ description: 'Bills, those that are retried among them.' }),
      amount: z.string(),
    }),
  ),
  totals: z
    .array(z.strictObject({ currency: z.string(), count: z.number().int(), amount: z.string() }))
    .meta({ description: 'Of all these days and what is overdue, by currency.' }),
  expiringCards: z
    .number()
    .int()
    .meta({ description: 'Cards of the next 500 orders that will have expired when one of these bills is charged.' }),
})

/** The days that are looked ahead. */
const daysAhead = 14

/** What the subscriptions of a merchant will charge. */
export const renewalsRoute = ({ db, clock, directory }: Parts): StaffRoute =>
  staffRoute({
    method: 'GET',
    path: '/merchants/:merchantId/renewals',
    operationId: 'getMerchantRenewals',
    group: 'Orders',
    caller: 'staff',
    permission: 'orders:read',
    summary: 'What the subscriptions of a merchant will charge in the next 14 days',
    params: z.object({ merchantId: text({ max: 10, what: 'the id of a merchant' }) }),
    reply: renewalsShape,
    run: async ({ caller, params }) => {
      const merchantId = readMerchantId(params.merchantId)
      const isSeen = merchantId !== undefined && seesMerchant(caller, merchantId)
      if (!isSeen || !(await directory.merchant(merchantId))) throw refuse('no_such_merchant', { field: 'merchantId' })
      const sites = await directory.listSites({ merchantId, limit: 1_000 })
      const timeZone = sites[0]?.timeZone ?? 'UTC'
      const now = clock.now()
      const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
      const until = today.add({ days: daysAhead }).toZonedDateTime(timeZone).toInstant()
      const siteIds = sites.map(({ id }) => id)
      const ahead = { now, until, timeZone }
      const bills = siteIds.length === 0 ? [] : await upcomingBills(db, siteIds, ahead)
      return {
        timeZone,
        from: today.toString(),
        to: today.add({ days: daysAhead - 1 }).toString(),
        days: bills.map(({ day, isOverdue, count, amount }) => ({
          day: day.toString(),
          isOverdue,
          currency: amount.currency,
          count,
          amount: formatMoney(amount),
        })),
        totals: totalsOf(bills),
        expiringCards: siteIds.length === 0 ? 0 : await countExpiring(db, siteIds, ahead),
      }
    },
  })

const totalsOf = (bills: readonly UpcomingBills[]) =>
  [...Map.groupBy(bills, ({ amount }) => amount.currency)].map(([currency, days]) => ({
    currency,
    count: days.reduce((sum, { count }) => sum + count, 0),
    amount: formatMoney(
      money(
        days.reduce((sum, { amount }) => sum + amount.minor, 0n),
        currency,
      ),
    ),
  }))

type Ahead = { now: Instant; until: Instant; timeZone: string }

async function countExpiring(db: Db, siteIds: readonly SiteId[], ahead: Ahead): Promise<number> {
  const bills = await upcomingCards(db, siteIds, ahead)
  const expiring = await Promise.all(
    bills.map(async ({ cardId, lastAt }): Promise<StoredCardId | undefined> => {
      const card = await findCardById(db, cardId)
      if (!card) return undefined
      const expiry = `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}`
      return cardExpires({ expiry }, lastAt, ahead.timeZone) ? card.id : undefined
    }),
  )
  return new Set(expiring.filter((id) => id !== undefined)).size
}
