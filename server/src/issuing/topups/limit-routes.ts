import { z } from 'zod'
import type { PartnerId } from '#core/partners'
import { accountsOf } from '#issuing/accounts'
import { type IssuingRoute, issuingRoute, momentShape, momentText } from '#issuing/api'
import type { HolderId } from '#issuing/ids'
import { type KycStatus, kycStates, standingOf } from '#issuing/kyc'
import { type Settings, settingsOf } from '#issuing/programmes'
import { type Currency, formatMoney, type Money } from '#kernel/base/money.ts'
import type { TopupsContext } from './context.ts'
import { findFee, type Limits, limitsOf, periods, usageOf } from './limits.ts'
import { amountShape } from './shapes.ts'
import { usesAt } from './store.ts'

const group = 'Topups'
const kycShape = z.enum(['not_started', ...kycStates.statuses])

const limitsShape = z.strictObject({
  kycStatus: kycShape,
  limits: z
    .array(
      z.strictObject({
        currency: z.string(),
        min: amountShape.optional(),
        max: amountShape.optional(),
        day: amountShape.optional().meta({ description: 'Of all topups within 24 hours.' }),
        week: amountShape.optional().meta({ description: 'Within 7 days.' }),
        month: amountShape.optional().meta({ description: 'Within 30 days.' }),
        fees: z
          .strictObject({ percent: z.string(), fixed: amountShape })
          .optional()
          .meta({ description: 'Of a fiat topup.' }),
      }),
    )
    .meta({ description: 'By currency of the open accounts; empty: this customer cannot top up.' }),
})

const usageShape = z.strictObject({
  kycStatus: kycShape,
  usage: z.array(
    z.strictObject({
      currency: z.string(),
      period: z.enum(periods),
      limit: amountShape,
      used: amountShape,
      left: amountShape,
      freesUp: z
        .array(z.strictObject({ at: momentShape, amount: amountShape }))
        .meta({ description: 'What does not count any more from when on: the next 100.' }),
    }),
  ),
})

/** What a customer may top up, and how much of it is used. Topups of both types count together. */
export const limitRoutes = (ctx: TopupsContext): IssuingRoute[] => [
  issuingRoute({
    method: 'GET',
    path: '/topups/limits',
    operationId: 'getTopupLimits',
    group,
    summary: 'What the customer may top up',
    caller: 'holder',
    permission: 'topups:read',
    reply: limitsShape,
    run: async ({ caller }) => {
      const { kycStatus, settings, allowed } = await allowedTo(ctx, caller)
      return { kycStatus, limits: allowed.map((one) => ({ ...limitsRecord(one), ...feesRecord(settings, one) })) }
    },
  }),
  issuingRoute({
    method: 'GET',
    path: '/topups/usage',
    operationId: 'getTopupUsage',
    group,
    summary: 'How much of the limits is used, and when what is free again',
    about: 'A topup counts from its creation, unless it fails, expires or is cancelled.',
    caller: 'holder',
    permission: 'topups:read',
    reply: usageShape,
    run: async ({ caller }) => {
      const { kycStatus, allowed } = await allowedTo(ctx, caller)
      const usage = await Promise.all(allowed.map((one) => usageRecords(ctx, caller, one)))
      return { kycStatus, usage: usage.flat() }
    },
  }),
]

type Allowed = { currency: Currency; limits: Limits }
type Customer = { holderId: HolderId; partnerId: PartnerId }

async function allowedTo(
  { db }: TopupsContext,
  { holderId, partnerId }: Customer,
): Promise<{ kycStatus: KycStatus; settings: Settings; allowed: Allowed[] }> {
  const [standing, settings, accounts] = await Promise.all([
    standingOf(db, holderId),
    settingsOf(db, partnerId),
    accountsOf(db, holderId, undefined),
  ])
  const allowed = accounts
    .filter(({ status }) => status === 'active')
    .flatMap(({ currency }): Allowed[] => {
      const limits = limitsOf(settings, standing, currency)
      return limits ? [{ currency, limits }] : []
    })
  return { kycStatus: standing.status, settings, allowed }
}

function limitsRecord({ currency, limits }: Allowed) {
  const text = (amount: Money | undefined) => amount && formatMoney(amount)
  const { min, max, day, week, month } = limits
  return { currency, min: text(min), max: text(max), day: text(day), week: text(week), month: text(month) }
}

function feesRecord({ topupFees }: Settings, { currency }: Allowed) {
  const fee = findFee(topupFees, 'fiat', currency)
  return fee ? { fees: { percent: fee.percent, fixed: fee.fixed } } : {}
}

async function usageRecords({ db, clock }: TopupsContext, { holderId }: Customer, { currency, limits }: Allowed) {
  const now = clock.now()
  const uses = await usesAt(db, { holderId, currency, now })
  return usageOf(limits, uses, { now, currency }).map(({ period, limit, used, left, freesUp }) => ({
    currency,
    period,
    limit: formatMoney(limit),
    used: formatMoney(used),
    left: formatMoney(left),
    freesUp: freesUp.slice(0, shownMax).map(({ at, amount }) => ({ at: momentText(at), amount: formatMoney(amount) })),
  }))
}
const shownMax = 100
