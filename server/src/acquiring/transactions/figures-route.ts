import { z } from 'zod'
import { type Bounds, boundsAt, type MerchantFigures, merchantFigures, type RowCountIndexOf } from '#acquiring/payments'
import { type StaffRoute, seesMerchant, staffRoute } from '#core/access'
import { type Directory, type MerchantId, readMerchantId, shortMemory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { refuse } from './refusals.ts'

type Parts = {
  db: Db
  clock: Clock
  rowCounts: RowCountIndexOf
  directory: Pick<Directory, 'listSites' | 'merchant'>
}

const amount = (description: string) => z.string().meta({ description })
const figuresShape = z.strictObject({
  merchantId: z.string(),
  timeZone: z.string().meta({ description: 'Of the first site: its days and months are meant.' }),
  asOf: momentShape,
  comparedWith: momentShape.meta({ description: 'The same time of day a week ago, until which `lastWeek` counts.' }),
  currencies: z.array(
    z.strictObject({
      currency: z.string(),
      today: amount('Captured since the day began.'),
      lastWeek: amount('Captured on the same day a week ago, until the same time of day.'),
      month: amount('Captured since the month began.'),
      monthFees: amount('Our fees for it.'),
      monthReturned: amount('Refunds and chargebacks of the month.'),
      monthNet: amount('The month without fees and what was returned.'),
      hours: z
        .array(
          z.strictObject({
            hour: z.number().int().meta({ description: '1 is the first of the day.' }),
            today: optional(amount('Captured until the end of this hour; absent before it has begun.')),
            lastWeek: amount('The same on that day a week ago.'),
          }),
        )
        .meta({ description: 'Both days, as two lines that only rise.' }),
    }),
  ),
  attempted: z.number().int().meta({ description: 'Payments of 30 days whose result is known.' }),
  approved: z.number().int(),
  before: z
    .strictObject({ attempted: z.number().int(), approved: z.number().int() })
    .meta({ description: 'The same of the 30 days before.' }),
  declines: z
    .array(z.strictObject({ reason: z.string(), count: z.number().int() }))
    .meta({ description: 'Of 7 days, the most frequent first.' }),
})

/** What a merchant looks at first in the morning. The sums are of the last half minute: many look at once. */
export function figuresRoute({ db, clock, rowCounts, directory }: Parts): StaffRoute {
  const memory = shortMemory<MerchantId, { figures: MerchantFigures; bounds: Bounds; timeZone: string }>(
    async (merchantId) => {
      const sites = await directory.listSites({ merchantId, limit: 1_000 })
      const timeZone = sites[0]?.timeZone ?? 'UTC'
      const bounds = boundsAt(clock.now(), timeZone)
      const siteIds = sites.map(({ id }) => id)
      return {
        bounds,
        timeZone,
        figures:
          siteIds.length === 0 ? nothing : await merchantFigures({ db, rowCounts }, { merchantId, siteIds }, bounds),
      }
    },
    { clock, ms: 30_000 },
  )
  return staffRoute({
    method: 'GET',
    path: '/merchants/:merchantId/figures',
    operationId: 'getMerchantFigures',
    group: 'Merchants',
    caller: 'staff',
    permission: 'transactions:read',
    summary: 'What a merchant took today, this month and a week ago, and how many payments were declined why',
    params: z.object({ merchantId: text({ max: 10, what: 'the id of a merchant' }) }),
    reply: figuresShape,
    run: async ({ caller, params }) => {
      const merchantId = readMerchantId(params.merchantId)
      const isSeen = merchantId !== undefined && seesMerchant(caller, merchantId)
      if (!isSeen || !(await directory.merchant(merchantId))) throw refuse('no_such_merchant', { field: 'merchantId' })
      const { figures, bounds, timeZone } = (await memory.get(merchantId))!
      const { currencies, ...counts } = figures
      return {
        merchantId: String(merchantId),
        timeZone,
        asOf: momentText(bounds.now),
        comparedWith: momentText(bounds.lastWeekNow),
        currencies: currencies.map(({ currency, hours, ...sums }) => ({
          currency,
          ...amountsOf(sums),
          hours: hours.map(({ hour, today, lastWeek }) => ({
            hour,
            ...(today && { today: formatMoney(today) }),
            lastWeek: formatMoney(lastWeek),
          })),
        })),
        ...counts,
      }
    },
  })
}

const nothing: MerchantFigures = {
  currencies: [],
  attempted: 0,
  approved: 0,
  before: { attempted: 0, approved: 0 },
  declines: [],
}

type Sums = Omit<MerchantFigures['currencies'][number], 'currency' | 'hours'>
const amountsOf = (sums: Sums) =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]: [string, Money]) => [name, formatMoney(sum)])) as Record<
    keyof Sums,
    string
  >
