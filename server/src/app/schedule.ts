import assert from 'node:assert/strict'
import { deleteOldEvidence } from '#acquiring/disputes'
import { deleteOldEmails } from '#acquiring/emails'
import { type FeeInvoicesContext, makeDueInvoices } from '#acquiring/fee-invoices'
import { type PaymentsContext, sumHours, tokensAwaited } from '#acquiring/payments'
import { deleteOldMessages } from '#acquiring/processors'
import { importSettlements, type ReconciliationContext } from '#acquiring/reconciliation'
import { tokensInUse } from '#acquiring/shoppers'
import { deleteUsedTokens } from '#acquiring/wallets'
import {
  deleteOldChallenges,
  deleteOldInvitations,
  deleteOldSessions,
  deleteOldTokenKeys,
  rotateTokenKeys,
} from '#core/access'
import type { IssuerVault } from '#core/issuervault'
import { checkpointAccounts, closeDays } from '#core/ledger'
import type { PersonsContext } from '#core/persons'
import { fetchRates, type RatesContext } from '#core/rates'
import type { RequestLog } from '#core/request-log'
import { type VaultToken, vaultSweep } from '#core/vault'
import { deleteOldPageTokens, sweepUnissued } from '#issuing/cards'
import { sweepDocuments } from '#issuing/documents'
import { deleteOldHolderEmails, deleteOldLogins, deleteOldRefreshTokens, deleteParkedContent } from '#issuing/holders'
import { sweepUnrecorded } from '#issuing/programmes'
import { deleteEmptyCounts } from '#issuing/spending'
import { sealDetachment } from '#kernel/audit/seal/seal-new-rows.ts'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { forgetRetiredCodes } from '#kernel/db/bound/changed-rows.ts'
import { commit, insert, StaleWrite, update, type Writer } from '#kernel/db/commit/commit.ts'
import { deleteIdempotencyKeys, lastOldIdempotencyKey } from '#kernel/db/idempotency.ts'
import type { Swept } from '#kernel/db/in-batches.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { AppParts } from './compose.ts'
import { isAstray, lookForAstray, makeDueAgain } from './due-tasks.ts'
import { eraseIdlePeople } from './erase-idle-people.ts'
import { keepLease } from './keep-lease.ts'
import { preparePartitions } from './partitions/task.ts'
import type { Retention } from './retention-variables.ts'
import { settleOnUs } from './settle-on-us.ts'

/**
 * What runs by the clock and is about nothing in particular; whatever is about a thing has a due time in its own row.
 */
type ScheduledTask = {
  name: string
  everyHours: number
  /** A new installation has nothing to clean up: its tasks run when their hours have passed, unless it waits for one. */
  atOnce?: true
  /** Resolves to `more` when there is more to do than one run does: the next one comes at once. */
  run(): Promise<unknown>
}

type ScheduleContext = PaymentsContext &
  Pick<RatesContext, 'ratesProvider'> &
  Pick<FeeInvoicesContext, 'seller'> &
  ReconciliationContext & {
    keys: KeyRing
    issuerVault: IssuerVault
    evidenceKept: Temporal.Duration
    retention: Retention
    requestLog: RequestLog
    databaseUrl: string
  } & PersonsContext

/** What tasks need of the configuration. */
export const keptByTime = ({ databaseUrl, config: { evidenceKept, retention } }: AppParts) => ({
  databaseUrl,
  evidenceKept,
  retention,
})

/** The name of the task that reads the lists of what connectors have settled. */
const importing = 'import what connectors have settled'

const scheduledTasks = (ctx: ScheduleContext): ScheduledTask[] => [
  { name: 'forget old idempotency keys', everyHours: 24, run: () => forgetIdempotencyKeys(ctx) },
  { name: 'sum the hours of payments', everyHours: 1, run: () => sumHours(ctx) },
  { name: 'checkpoint the accounts', everyHours: 24, run: async () => void (await checkpointAccounts(ctx)) },
  { name: 'close the days of the books', everyHours: 6, run: () => closeDays(ctx) },
  { name: vaultSweep, everyHours: 24, run: () => sweepVault(ctx) },
  {
    name: 'forget card numbers that no host wants again',
    everyHours: 24,
    run: () => ctx.vault.acquired.forgetExpired(),
  },
  { name: 'forget old card attempts', everyHours: 24, run: () => ctx.velocity.deleteOld(ctx.retention.blocks) },
  { name: 'rotate the keys of access tokens', everyHours: 12, run: () => rotateTokenKeys(ctx) },
  {
    name: 'delete old invitations of staff',
    everyHours: 24,
    run: () => deleteOldInvitations(ctx, ctx.retention.invitations),
  },
  { name: 'delete old challenges of staff', everyHours: 24, run: () => deleteOldChallenges(ctx) },
  { name: 'delete old sessions of staff', everyHours: 24, run: () => deleteOldSessions(ctx, ctx.retention.sessions) },
  { name: 'delete old keys of access tokens', everyHours: 24, run: () => deleteOldTokenKeys(ctx) },
  { name: 'delete old refresh tokens', everyHours: 24, run: () => deleteOldRefreshTokens(ctx) },
  { name: 'delete old registrations and challenges', everyHours: 24, run: () => deleteOldLogins(ctx) },
  { name: 'delete empty counts of wrong card data', everyHours: 24, run: () => deleteEmptyCounts(ctx) },
  {
    name: 'delete old emails to customers of partners',
    everyHours: 24,
    run: () => deleteOldHolderEmails(ctx, ctx.retention.holderEmails),
  },
  { name: 'delete the content of parked emails', everyHours: 1, run: () => deleteParkedContent(ctx) },
  { name: 'delete old addresses of card data', everyHours: 24, run: () => deleteOldPageTokens(ctx) },
  { name: 'sweep numbers of cards never issued', everyHours: 24, run: () => sweepUnissued(ctx) },
  { name: 'sweep keys of products never recorded', everyHours: 24, run: () => sweepUnrecorded(ctx) },
  { name: 'sweep files that were not kept', everyHours: 24, run: () => sweepDocuments(ctx) },
  { name: 'settle payments with our own cards', everyHours: 6, run: () => settleOnUs(ctx) },
  { name: importing, everyHours: 1, run: () => importSettlements(ctx) },
  ...ratesTask(ctx),
  { name: 'make fee invoices', everyHours: 24, run: () => makeDueInvoices(ctx) },
  { name: 'delete old evidence', everyHours: 24, run: () => deleteOldEvidence(ctx) },
  { name: 'delete old emails', everyHours: 24, run: () => deleteOldEmails(ctx, ctx.retention.emails) },
  {
    name: 'delete old webhooks of processors',
    everyHours: 24,
    run: () => deleteOldMessages(ctx, ctx.retention.inboundWebhooks),
  },
  { name: 'erase idle customers', everyHours: 24, run: () => eraseIdlePeople(ctx, ctx.retention.personalData) },
  { name: 'forget used tokens of wallets', everyHours: 24, run: () => forgetWalletTokens(ctx) },
  { name: 'forget retired codes of rows', everyHours: 24, run: () => forgetRetiredCodes(ctx.db) },
  { name: 'delete old requests', everyHours: 1, run: () => ctx.requestLog.deleteOld() },
  { name: 'prepare partitions', everyHours: 6, run: () => preparePartitions(ctx) },
]

/** A token expires within days, so one that is older is refused without being remembered. */
const forgetWalletTokens = ({ db, clock }: ScheduleContext): Promise<void> =>
  deleteUsedTokens(db, clock.now().subtract({ hours: 24 * 31 }))

/** Coins move within hours; a source that has nothing new costs one request. */
const ratesTask = (ctx: ScheduleContext): ScheduledTask[] =>
  ctx.ratesProvider
    ? [{ name: 'fetch exchange rates', everyHours: 1, atOnce: true, run: async () => void (await fetchRates(ctx)) }]
    : []

/**
 * Ensures that every scheduled task has its row, and returns the due work that runs each in one process at a time. Tasks
 * that this process does not know, or that its settings switch off, are left to the processes that have them.
 */
export async function openSchedule(ctx: ScheduleContext): Promise<DueWork> {
  const all = scheduledTasks(ctx)
  const now = ctx.clock.now()
  const rows = all.map(({ name, everyHours, atOnce }) => ({
    name,
    due_at: atOnce ? now : now.add({ hours: everyHours }),
  }))
  await commit(
    ctx,
    now,
    [insert('florin.scheduled_tasks', rows, { orElse: { conflict: ['name'], set: [] } })],
    'schedule',
  )
  const astray = isAstray(all)
  await makeDueAgain(ctx, astray)
  const only = `name in (${all.map(({ name }) => `'${name}'`).join(', ')})`
  return {
    name: 'scheduled-tasks',
    inRun: 'left',
    ...claimDue(ctx, 'florin.scheduled_tasks', { leaseMs, only }),
    astray,
    look: lookForAstray(ctx, astray),
    run: (id) => runScheduledTask(ctx, all, id as bigint),
  }
}

/** Renewed while a task runs. */
const leaseMs = 600_000

async function runScheduledTask(
  ctx: Writer & { clock: Clock; log: Log },
  all: readonly ScheduledTask[],
  id: bigint,
): Promise<void> {
  const row = await ctx.db.read
    .selectFrom('florin.scheduled_tasks')
    .select(['name', 'due_at', 'leased_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { name, due_at } = row
  const task = all.find((one) => one.name === name)
  assert(task, `only tasks that this process knows are claimed, and ${name} is none`)
  const lease = keepLease(ctx, { id, ...row }, leaseMs)
  let leased_until = row.leased_until
  const done = await task.run().finally(async () => {
    leased_until = await lease.end()
  })
  const next = ctx.clock.now().add({ hours: done === 'more' ? 0 : task.everyHours })
  // Each says by which lease it ran: one that outlived its lease leaves the row to the process that has claimed it since.
  const end = (set: { due_at?: Instant }, where: { due_at?: Instant | null }) =>
    commit(
      ctx,
      ctx.clock.now(),
      [
        update('florin.scheduled_tasks', {
          set: { ...set, leased_until: null },
          where: { id, leased_until, ...where },
        }),
      ],
      'schedule',
    )
  const orStale = (error: unknown): 'stale' => {
    if (error instanceof StaleWrite) return 'stale'
    throw error
  }
  const ended = await end({ due_at: next }, { due_at }).catch(orStale)
  // It became due again while it ran.
  if (ended === 'stale') await end({}, {}).catch(orStale)
}

/** Makes the lists of what connectors have settled be read now: at once, or again when a reading that is under way has ended. */
export async function importSettlementsSoon(ctx: Writer & { clock: Clock }): Promise<void> {
  const now = ctx.clock.now()
  const [row] = await ctx.db.read
    .selectFrom('florin.scheduled_tasks')
    .select('id')
    .where('name', '=', importing)
    .execute()
  if (!row) return
  await commit(
    ctx,
    now,
    [update('florin.scheduled_tasks', { set: { due_at: now }, where: { id: row.id } })],
    'schedule',
  )
}

/** The chain of seals says first that they go, so that they are not missed. */
async function forgetIdempotencyKeys(ctx: ScheduleContext): Promise<Swept> {
  const through = await lastOldIdempotencyKey(ctx, ctx.retention.idempotencyKeys)
  if (through === undefined) return 'done'
  await sealDetachment(ctx, { table: 'florin.idempotency_keys', from: '0', through: String(through) })
  return deleteIdempotencyKeys(ctx, through)
}

/**
 * Destroys card numbers that nothing refers to: from a declined attempt whose process died before it deleted them, or
 * from a deleted card. Numbers younger than a day are left, since a request may still be using them.
 */
async function sweepVault({ db, vault, clock }: PaymentsContext): Promise<void> {
  const dayAgo = clock.now().subtract({ hours: 24 })
  const each = isolateEach()
  for (let after: VaultToken | undefined; ; ) {
    const tokens = await vault.tokenizedBefore(dayAgo, after)
    if (tokens.length === 0) return each.finish()
    // In this order: a card that is stored between the two questions is awaited in the first, or in use in the second.
    const awaited = await tokensAwaited(db, tokens)
    const kept = new Set([...awaited, ...(await tokensInUse(db, tokens))])
    for (const token of tokens) if (!kept.has(token)) await each.attempt(() => vault.delete(token))
    after = tokens.at(-1)
  }
}
