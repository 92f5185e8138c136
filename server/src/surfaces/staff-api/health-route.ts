import { z } from 'zod'
import { parkedEmails } from '#acquiring/emails'
import { parkedNotifications } from '#acquiring/notifications'
import { type ConnectorActivity, connectorActivity, uncertainMoney } from '#acquiring/payments'
import { type StaffRoute, staffRoute } from '#core/access'
import { parkedStaffEmails } from '#core/staff-emails'
import { parkedHolderEmails } from '#issuing/holders'
import { parkedEvents } from '#issuing/webhooks'
import { sealLateness } from '#kernel/audit/seal/lateness.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { countedMax, type DueCount, dueByWork } from '#kernel/work/due-list.ts'
import type { App } from '../../app/compose.ts'
import { whyHeld } from '../../app/hold/open-hold.ts'
import { sealingWork } from '../../app/late-work.ts'
import { sealed } from '../../audit/sealed.ts'

const uncertainShape = z.strictObject({
  connector: z.string(),
  merchantId: z.string(),
  count: z.int(),
  amount: z.string(),
  currency: z.string(),
  oldestAt: momentShape.meta({ description: 'Since when the oldest of them has no result.' }),
})

const connectorShape = z.strictObject({
  id: z.string(),
  isDefault: z.boolean(),
  paused: z.strictObject({ since: momentShape, by: z.string(), reason: z.string() }).optional(),
  approved: z.int(),
  declined: z.int().meta({ description: 'By the bank of the cardholder.' }),
  inTrouble: z.int().meta({ description: 'Declined because of the connector’s own trouble.' }),
  lost: z.int().meta({ description: 'The response was lost.' }),
  underWay: z.int(),
  medianMs: z.int().optional().meta({ description: 'From the request to the approval, without 3-D Secure.' }),
  slowestOf20Ms: z.int().optional(),
  lastApprovedAt: momentShape.optional(),
  failsSince: momentShape.optional().meta({ description: 'The first failure after the last approval.' }),
})

const parkedKinds = {
  notifications: parkedNotifications,
  emails: parkedEmails,
  events: parkedEvents,
  customerEmails: parkedHolderEmails,
  staffEmails: parkedStaffEmails,
} as const
const parkedNames = Object.keys(parkedKinds) as (keyof typeof parkedKinds)[]

const healthShape = z.strictObject({
  at: momentShape,
  since: momentShape.meta({
    description:
      'What is said of connectors is of payments that began since then, and of no more than the newest 20,000.',
  }),
  uncertain: z.array(uncertainShape),
  connectors: z.array(connectorShape),
  due: z.array(z.strictObject({ work: z.string(), count: z.int(), oldestAt: momentShape.optional() })),
  held: z.string().optional().meta({
    description: 'Why renewals, payouts and retries wait for florin resume; absent: they do not.',
  }),
  countedMax: z.int().meta({ description: 'Due items are counted to here and no further.' }),
  parked: z.array(
    z.strictObject({
      kind: z.enum(parkedNames).meta({
        description: 'By site: notifications, emails. By partner: events, customerEmails. By merchant: staffEmails.',
      }),
      ownerId: z.string(),
      count: z.int(),
      oldestAt: momentShape,
    }),
  ),
})

/** What an operator looks at first: what fails since when and where, how much money is uncertain, what waits. */
export const healthRoute = (app: App): StaffRoute =>
  staffRoute({
    method: 'GET',
    path: '/platform/health',
    operationId: 'getHealth',
    group: 'Health',
    summary: 'What fails since when and at which connector, money that is uncertain, due work by age, what is parked',
    about:
      'Costs the same however many payments there are: only what has no result, the last hour and what is due is read.',
    caller: 'operator',
    permission: 'health:read',
    reply: healthShape,
    run: async () => {
      const now = app.clock.now()
      const since = now.subtract({ hours: 1 })
      const [uncertain, connectors, due, seals, held, parked] = await Promise.all([
        app.directory.siteIds().then((siteIds) => uncertainMoney(app.db, siteIds)),
        connectorsSince(app, since),
        dueByWork(app.db, app.jobs, now),
        sealingOf(app, now),
        whyHeld(app.db),
        Promise.all(parkedNames.map((kind) => parkedOf(app, kind))),
      ])
      return {
        at: momentText(now),
        since: momentText(since),
        uncertain: uncertain.map(({ amount, merchantId, oldestAt, ...rest }) => ({
          ...rest,
          merchantId: String(merchantId),
          amount: formatMoney(amount),
          currency: amount.currency,
          oldestAt: momentText(oldestAt),
        })),
        connectors,
        due: [...due, seals].map(({ oldestAt, ...rest }) => ({ ...rest, ...momentIf('oldestAt', oldestAt) })),
        ...(held !== undefined && { held }),
        countedMax,
        parked: parked.flat(),
      }
    },
  })

/** Sealing as a kind of work: the journals that wait, unless they are sealed with the next seal. */
async function sealingOf({ db, clock }: App, now: Temporal.Instant): Promise<DueCount> {
  const { seconds, journals } = await sealLateness(db, { sealed, wall: clock.wall() })
  return seconds > sealedSoonSeconds
    ? { work: sealingWork, count: journals.length, oldestAt: now.subtract({ seconds: Math.floor(seconds) }) }
    : { work: sealingWork, count: 0, oldestAt: undefined }
}
const sealedSoonSeconds = 120

async function parkedOf({ db }: App, kind: keyof typeof parkedKinds) {
  const found = await parkedKinds[kind](db)
  return found.map(({ oldestAt, ...rest }) => ({ kind, ...rest, oldestAt: momentText(oldestAt) }))
}

async function connectorsSince({ db, connectors, routing }: App, since: Temporal.Instant) {
  const [activity, paused] = await Promise.all([connectorActivity(db, since), routing.paused()])
  return connectors.ids.map((id) => {
    const {
      lastApprovedAt,
      failsSince,
      medianMs,
      slowestOf20Ms,
      connector: _,
      ...counts
    }: ConnectorActivity = activity.find(({ connector }) => connector === id) ?? { connector: id, ...nothing }
    const pause = paused.get(id)
    return {
      id: id as string,
      isDefault: id === connectors.ids[0],
      ...(pause && { paused: { since: momentText(pause.pausedAt), by: pause.pausedBy, reason: pause.reason } }),
      ...counts,
      ...(medianMs !== undefined && { medianMs }),
      ...(slowestOf20Ms !== undefined && { slowestOf20Ms }),
      ...momentIf('lastApprovedAt', lastApprovedAt),
      ...momentIf('failsSince', failsSince),
    }
  })
}

const nothing = {
  approved: 0,
  declined: 0,
  inTrouble: 0,
  lost: 0,
  underWay: 0,
  medianMs: undefined,
  slowestOf20Ms: undefined,
  lastApprovedAt: undefined,
  failsSince: undefined,
}

const momentIf = <Name extends string>(name: Name, at: Temporal.Instant | undefined) =>
  (at ? { [name]: momentText(at) } : {}) as { [N in Name]?: string }
