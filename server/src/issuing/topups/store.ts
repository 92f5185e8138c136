import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { AccountId, HolderId, TopupId } from '#issuing/ids'
import type { TopupType } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Use } from './limits.ts'
import type { Reversal, Topup } from './topup.ts'
import type { TopupState } from './topup-states.ts'

const topups = (db: Reader) =>
  db.read
    .selectFrom('topups.topups')
    .select(['id', 'version', 'holder_id as holderId', 'partner_id as partnerId', 'account_id as accountId', 'type'])
    .select(['status', 'currency', 'minor', 'fee_minor as feeMinor', 'site_id as siteId'])
    .select(['transaction_id as transactionId', 'failure_reason as failureReason', 'created_at as createdAt'])
    .select(['completed_at as completedAt', 'due_at as dueAt'])

type Row = Awaited<ReturnType<ReturnType<typeof topups>['executeTakeFirstOrThrow']>>
const topupOf = ({ currency, minor, feeMinor, ...row }: Row): Topup => ({
  ...row,
  amount: money(minor, currency),
  fee: money(feeMinor, currency),
  siteId: row.siteId ?? undefined,
  transactionId: row.transactionId ?? undefined,
  failureReason: row.failureReason ?? undefined,
  completedAt: row.completedAt ?? undefined,
  dueAt: row.dueAt ?? undefined,
})

/** Of whichever holder: for staff, and for what follows from a topup itself. */
export async function findTopup(db: Reader, id: TopupId): Promise<Topup | undefined> {
  const row = await topups(db).where('id', '=', id).executeTakeFirst()
  return row && topupOf(row)
}

export async function getTopup(db: Reader, id: TopupId): Promise<Topup> {
  return topupOf(await topups(db).where('id', '=', id).executeTakeFirstOrThrow())
}

export const topupsById = async (db: Reader, ids: readonly TopupId[]): Promise<Topup[]> =>
  ids.length === 0
    ? []
    : (
        await topups(db)
          .where('id', 'in', [...ids])
          .execute()
      ).map(topupOf)

/** The topup, when it is one of this holder. */
export async function findTopupOf(db: Reader, holderId: HolderId, id: TopupId): Promise<Topup | undefined> {
  const row = await topups(db).where('id', '=', id).where('holder_id', '=', holderId).executeTakeFirst()
  return row && topupOf(row)
}

/** The topup whose payment this site takes. */
export async function findTopupAt(db: Reader, siteId: SiteId, id: TopupId): Promise<Topup | undefined> {
  const row = await topups(db).where('id', '=', id).where('site_id', '=', siteId).executeTakeFirst()
  return row && topupOf(row)
}

export type TopupsPage = {
  /** Of these partners; undefined: of all. */
  only?: readonly PartnerId[] | undefined
  holderId?: HolderId | undefined
  type: TopupType | undefined
  status: TopupState | undefined
  page: number
  size: number
}

/** Newest first. */
export async function topupsOnPage(
  db: Reader,
  { only, holderId, type, status, page, size }: TopupsPage,
): Promise<{ data: Topup[]; total: number }> {
  const chosen = ({ and, eb }: ExpressionBuilder<Schema, 'topups.topups'>) =>
    and([
      ...(only ? [sql<SqlBool>`partner_id = any(${only}::integer[])`] : []),
      ...(holderId === undefined ? [] : [eb('holder_id', '=', holderId)]),
      ...(type === undefined ? [] : [eb('type', '=', type)]),
      ...(status === undefined ? [] : [eb('status', '=', status)]),
    ])
  const { data, total } = await readPage(topups(db).where(chosen).orderBy('created_at', 'desc').orderBy('id', 'desc'), {
    page,
    size,
  })
  return { data: data.map(topupOf), total }
}

type Reversed = ReadonlyMap<TopupId, readonly Reversal[]>

/** What happened to the payments of these topups, oldest first. */
export async function reversalsOf(db: Reader, ids: readonly TopupId[]): Promise<Reversed> {
  if (ids.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('topups.reversals')
    .select(['topup_id as topupId', 'kind', 'transaction_id as transactionId', 'currency', 'minor'])
    .select(['owed_minor as owedMinor', 'occurred_at as occurredAt'])
    .where('topup_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  const reversals = rows.map(({ currency, minor, owedMinor, ...row }) => ({
    ...row,
    amount: money(minor, currency),
    owed: money(owedMinor, currency),
  }))
  return Map.groupBy(reversals, ({ topupId }) => topupId)
}

type Transition = { toStatus: TopupState; actor: string; reason: string | undefined; occurredAt: Instant }

/** A topup with its history, for the operator. */
export async function showTopup(
  db: Reader,
  id: TopupId,
): Promise<{ topup: Topup; transitions: Transition[]; reversals: readonly Reversal[] } | undefined> {
  const topup = await findTopup(db, id)
  if (!topup) return undefined
  const rows = await db.read
    .selectFrom('topups.topup_transitions')
    .select(['to_status as toStatus', 'actor', 'reason', 'occurred_at as occurredAt'])
    .where('topup_id', '=', id)
    .orderBy('id')
    .execute()
  const transitions = rows.map((row) => ({ ...row, reason: row.reason ?? undefined }))
  return { topup, transitions, reversals: (await reversalsOf(db, [id])).get(id) ?? [] }
}

/** The topups of a holder that count against limits: those under way and those that were completed. */
export async function usesSince(
  db: Reader,
  { holderId, currency, since }: { holderId: HolderId; currency: Currency; since: Instant },
): Promise<Use[]> {
  const rows = await db.read
    .selectFrom('topups.topups')
    .select(['created_at as at', 'minor'])
    .where('holder_id', '=', holderId)
    .where('currency', '=', currency)
    .where('created_at', '>', since)
    .where('status', 'in', ['created', 'pending', 'completed'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ at, minor }) => ({ at, amount: money(minor, currency) }))
}

/** How many topups of the account are under way. */
export async function openTopupsOf(db: Reader, accountId: AccountId): Promise<number> {
  const { count } = await db.read
    .selectFrom('topups.topups')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['created', 'pending'])
    .executeTakeFirstOrThrow()
  return Number(count)
}
