import { z } from 'zod'
import { type ApiRoute, apiRoute } from '#acquiring/api'
import { orderOf, orderParams, readFutureDate, readTerms, schedule } from '#acquiring/orders'
import { type PaymentsContext, paymentsOf } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { type ApiMoment, amount, moment, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { forecast, pastMax, pastPeriods } from './forecast.ts'
import { previewRecord, previewShape, scheduleRecord, scheduleShape } from './schedule-wire.ts'
import { billingPeriodsOf } from './store.ts'

/** Ten years of months. */
const countMax = 120
const countDefault = 12

const howFar = {
  count: optional(wholeNumber({ min: 1, max: countMax })),
  until: optional(moment()),
}
type HowFar = { count?: number | undefined; until?: ApiMoment | undefined }

const group = 'Orders'

/** With `until` alone, everything up to it; the limit holds in any case. */
const farOf = ({ count, until }: HowFar, timeZone: string): { count: number; until: Instant | undefined } => ({
  count: count ?? (until ? countMax : countDefault),
  until: until?.in(timeZone, 'to'),
})

/** What an order will charge and has charged, and what a new one would. */
export const scheduleRoutes = (parts: PaymentsContext): ApiRoute[] => [
  apiRoute({
    method: 'GET',
    path: '/order-schedule/:id',
    permission: 'orders:read',
    group,
    summary: 'What an order will charge, on which days, and what it has charged',
    about: `The next ${countDefault} charges, or as many as \`count\` or \`until\` say, up to ${countMax}; a debt comes first, with the days on which it is tried again. Of an order that waits for its first payment: what would come if that were made now. The past has the last ${pastMax} charges.`,
    params: orderParams,
    query: z.object(howFar),
    data: scheduleShape,
    run: async ({ caller, params, query }) => {
      const { timeZone } = caller
      const order = await orderOf(parts, caller, params.id)
      const [periods, payments, site] = await Promise.all([
        billingPeriodsOf(parts.db, order.id),
        paymentsOf(parts.db, order.id),
        parts.directory.site(caller.siteId),
      ])
      const { retrySchedule } = site!
      const far = { timeZone, retrySchedule, now: parts.clock.now(), ...farOf(query, timeZone) }
      const open = periods.find(({ status }) => status === 'open')
      const next = forecast(order, open, far)
      return { data: scheduleRecord(order, { next, past: pastPeriods(order, periods, payments), timeZone }) }
    },
  }),
  previewRoute(parts),
]

const anyText = (what: string, description: string) => optional(text({ max: 200, what })).meta({ description })

/** Writes nothing. The terms are read and the calendar is computed as for a real order. */
const previewRoute = (parts: PaymentsContext): ApiRoute =>
  apiRoute({
    method: 'POST',
    path: '/order-schedule',
    permission: 'orders:read',
    group,
    summary: "See what a recurring order would charge, before there is one: next year's payments today",
    about: 'Nothing is made. The fields are those of POST /order, and are refused for the same reasons.',
    body: z.object({
      amount: amount('the regular amount'),
      currency: text({ max: 3, what: 'a currency that the site takes, such as EUR' }),
      orderType: optional(oneOf(['recurring'])),
      intervalType: anyText('day or month', 'Day or month'),
      intervalValue: anyText('a whole number', 'A whole number from 1 to 365'),
      trialAmount: optional(amount('the first charge, when it is another amount')),
      firstBillDate: anyText('a date and time of ISO 8601', 'A date and time of ISO 8601 in the future'),
      startDate: anyText('a date and time of ISO 8601', 'When the customer makes the first payment; now, if left out'),
      ...howFar,
    }),
    data: previewShape,
    run: async ({ caller: { siteId, timeZone }, body }) => {
      const { currencies } = (await parts.directory.site(siteId))!
      const now = parts.clock.now()
      const rules = { currencies, timeZone, mode: 'authAndCapture' as const, now }
      const unchecked = { ...body, orderType: 'recurring', amount: body.amount.digits }
      const terms = readTerms({ ...unchecked, trialAmount: body.trialAmount?.digits }, rules)
      const from = readFutureDate('startDate', body.startDate, rules) ?? now
      const { count, until } = farOf(body, timeZone)
      const next = schedule({ ...terms, calendar: undefined, nextPeriod: 0 }, { timeZone }, { from, limit: count })
        .filter(({ at }) => until === undefined || Temporal.Instant.compare(at, until) <= 0)
        .map((billingPeriod) => ({ ...billingPeriod, debt: undefined, underWay: false }))
      return { data: previewRecord(next, { currency: terms.amount.currency, timeZone }) }
    },
  })
