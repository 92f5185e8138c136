import { readDisputeFigures } from '#acquiring/disputes'
import { parkedEmails } from '#acquiring/emails'
import { readFailingSchedules } from '#acquiring/merchant-payouts'
import { parkedNotifications } from '#acquiring/notifications'
import { readUnresolved } from '#acquiring/payments'
import { readInboundWebhooks } from '#acquiring/processors'
import { readBreaks } from '#acquiring/reconciliation'
import { readWalletExpiries } from '#acquiring/wallets'
import { connectorPaused } from '#connectors/acquirer/metrics.ts'
import { readImbalance } from '#core/ledger'
import { parkedStaffEmails } from '#core/staff-emails'
import { parkedHolderEmails } from '#issuing/holders'
import { readKycQueue } from '#issuing/kyc'
import { readNotCompared } from '#issuing/screening'
import { readWaitingDeposits } from '#issuing/topups'
import { parkedEvents } from '#issuing/webhooks'
import { dueByWork } from '#kernel/work/due-list.ts'
import type { Parked } from '#kernel/work/parked.ts'
import { dueItems, dueOldest, heldItems } from '#kernel/work/work-metrics.ts'
import { readSeals } from '../../audit/seal-metrics.ts'
import type { App } from '../compose.ts'
import { heldApart } from '../hold/held-kinds.ts'
import { heldSinceIn, isHeldIn } from '../hold/open-hold.ts'
import {
  clockOffset,
  installationHeld,
  keysAwaitingRewrap,
  parked,
  parkedOldest,
  replicationLag,
  stateReadFailures,
} from './program-metrics.ts'

/**
 * Registers the figures that are read from the database when somebody scrapes: each by a query that costs the same however
 * much there is, and each at most once in its time, however many scrape. One that fails leaves the others alone.
 */
export function readStateWhenScraped(app: App): App {
  const { metrics, log, clock } = app
  for (const { read, everyMs = stateMs } of readers) {
    let [readAt, reading] = [Number.NEGATIVE_INFINITY, Promise.resolve()]
    metrics.beforeScrape(() => {
      const now = clock.wall().epochMilliseconds
      if (now - readAt < everyMs) return reading
      readAt = now
      reading = read(app).catch((error: unknown) => {
        metrics.count(stateReadFailures, {})
        log.error({ err: error }, 'a figure for metrics could not be read')
      })
      return reading
    })
  }
  return app
}
/** Shorter than servers scrape, so that two of them share what is read. */
const stateMs = 5_000

type Reader = { read(app: App): Promise<void>; everyMs?: number }

const readers: readonly Reader[] = [
  {
    read: async ({ metrics, db }) =>
      metrics.replace(installationHeld, [{ labels: {}, value: (await isHeldIn(db)) ? 1 : 0 }]),
  },
  {
    read: async ({ metrics, db, directory, clock }) =>
      readUnresolved(metrics, { db, siteIds: await directory.siteIds() }, clock.now()),
  },
  { read: readDueWork },
  { read: readParked },
  { read: ({ metrics, db, clock }) => readDisputeFigures(metrics, db, clock.now()) },
  { read: ({ metrics, db, clock }) => readBreaks(metrics, db, clock.now()) },
  { read: ({ metrics, db, clock }) => readKycQueue(metrics, db, clock.now()) },
  { read: ({ metrics, db, clock }) => readWaitingDeposits(metrics, db, clock.now()) },
  { read: ({ metrics, db, clock }) => readInboundWebhooks(metrics, db, clock.now()) },
  { read: ({ metrics, ...app }) => readSeals(metrics, app) },
  { read: ({ metrics, db }) => readFailingSchedules(metrics, db) },
  { read: ({ metrics, db }) => readNotCompared(metrics, db) },
  { read: readPauses },
  { read: readReplicas },
  { read: async ({ metrics, db }) => readImbalance(metrics, db), everyMs: 60_000 },
  { read: readKeys, everyMs: 60_000 },
  { read: ({ metrics, db, clock }) => readWalletExpiries(metrics, db, clock.now()), everyMs: 60_000 },
]

async function readDueWork({ metrics, db, jobs, clock }: App): Promise<void> {
  const now = clock.now()
  const { going, held } = heldApart(jobs, await heldSinceIn(db))
  const due = await dueByWork(db, going, now)
  const waiting = held.length === 0 ? [] : await dueByWork(db, held, now)
  metrics.replace(
    heldItems,
    waiting.map(({ work, count }) => ({ labels: { work }, value: count })),
  )
  metrics.replace(
    dueItems,
    due.map(({ work, count }) => ({ labels: { work }, value: count })),
  )
  metrics.replace(
    dueOldest,
    due.map(({ work, oldestAt }) => ({ labels: { work }, value: oldestAt ? now.since(oldestAt).total('seconds') : 0 })),
  )
  const offset = clock.wall().since(now).total('seconds')
  metrics.replace(clockOffset, [{ labels: {}, value: -offset }])
}

const parkedKinds = {
  notifications: parkedNotifications,
  emails: parkedEmails,
  webhooks: parkedEvents,
  holder_emails: parkedHolderEmails,
  staff_emails: parkedStaffEmails,
} as const

async function readParked({ metrics, db, clock }: App): Promise<void> {
  const now = clock.now()
  const kinds = Object.entries(parkedKinds)
  const found = await Promise.all(kinds.map(async ([kind, read]) => ({ labels: { kind }, owners: await read(db) })))
  metrics.replace(
    parked,
    found.map(({ labels, owners }) => ({ labels, value: owners.reduce((sum, { count }) => sum + count, 0) })),
  )
  const ageOf = ({ oldestAt }: Parked) => now.since(oldestAt).total('seconds')
  metrics.replace(
    parkedOldest,
    found.map(({ labels, owners }) => ({ labels, value: Math.max(0, ...owners.map(ageOf)) })),
  )
}

async function readPauses({ metrics, connectors, routing }: App): Promise<void> {
  const paused = await routing.paused()
  metrics.replace(
    connectorPaused,
    connectors.ids.map((id) => ({ labels: { acquirer: id as string }, value: paused.has(id) ? 1 : 0 })),
  )
}

/** A replica that has caught up and receives nothing new is not behind. */
async function readReplicas({ metrics, db }: App): Promise<void> {
  const rows = await db.run(
    `select application_name as replica, coalesce(extract(epoch from replay_lag), 0)::float8 as lag
       from pg_stat_replication where state is not null order by 1`,
    [],
  )
  metrics.replace(
    replicationLag,
    rows.map(({ replica, lag }) => ({ labels: { replica: replica as string }, value: lag as number })),
  )
}

/** By indexes: of each older key, whether it seals anything. */
async function readKeys({ metrics, keys, vault, issuerVault }: App): Promise<void> {
  const older = (purpose: 'vault' | 'issuing') =>
    keys.versions(purpose).filter((key) => key !== keys.newestVersion(purpose))
  const [stored, issued] = await Promise.all([vault.keysInUse(older('vault')), issuerVault.keysInUse(older('issuing'))])
  metrics.replace(keysAwaitingRewrap, [
    { labels: { vault: 'stored' }, value: stored.length },
    { labels: { vault: 'issued' }, value: issued.length },
  ])
}
