import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { AccountId, HolderId, TopupId } from '#issuing/ids'
import type { TopupType } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import { genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { countedSince, countsFrom, type Use } from './limits.ts'
import type { Reversal, Topup } from './topup.ts'
import type { TopupState } from './topup-states.ts'

const topups = (db: Reader) => db.read.selectFrom('topups.topups').selectAll()

const topupOf = (row: Selectable<Schema['topups.topups']>): Topup => ({
  id: row.id,
  version: row.version,
  holderId: row.holder_id,
  partnerId: row.partner_id,
  accountId: row.account_id,
  type: row.type,
  status: row.status,
  amount: money(row.minor, row.currency),
  fee: money(row.fee_minor, row.currency),
  siteId: row.site_id ?? undefined,
  transactionId: row.transaction_id ?? undefined,
  failureReason: row.failure_reason ?? undefined,
  createdAt: row.created_at,
  completedAt: row.completed_at ?? undefined,
  dueAt: row.due_at ?? undefined,
})

/** Of whichever holder, as it is stored: for staff. */
export async function findTopup(db: Reader, id: TopupId): Promise<Topup | undefined> {
  const row = await topups(db).where('id', '=', id).executeTakeFirst()
  return row && topupOf(row)
}

/** Throws when the program did not make it, or it was changed by hand: no money follows from such a row. */
export async function getTopup(db: Db, id: TopupId): Promise<Topup> {
  const row = await genuineRow(db, 'topups.topups', await topups(db).where('id', '=', id).executeTakeFirst())
  if (!row) throw new Error(`topup ${id} is not there, or was changed by hand: florin verify names it`)
  return topupOf(row)
}

/** As they are stored, for lists. */
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
export async function findTopupAt(db: Db, siteId: SiteId, id: TopupId): Promise<Topup | undefined> {
  const found = await topups(db).where('id', '=', id).where('site_id', '=', siteId).executeTakeFirst()
  const row = await genuineRow(db, 'topups.topups', found)
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

/**
 * What counts against the limits of a holder: topups that can still be paid, those that were paid at the checkout, and coins
 * that were credited, however many came for an order.
 */
export async function usesAt(
  db: Reader,
  { holderId, currency, now }: { holderId: HolderId; currency: Currency; now: Instant },
): Promise<Use[]> {
  const since = countedSince(now)
  const ordered = await db.read
    .selectFrom('topups.topups')
    .select(['minor', 'created_at as createdAt', 'completed_at as completedAt'])
    .where('holder_id', '=', holderId)
    .where('currency', '=', currency)
    .where(({ and, eb, or }) =>
      or([
        eb('status', 'in', ['created', 'pending']),
        and([
          eb('status', '=', 'completed'),
          eb('type', '=', 'fiat'),
          or([eb('created_at', '>', since), eb('completed_at', '>', since)]),
        ]),
      ]),
    )
    .execute()
  const credited = await db.read
    .selectFrom('topups.topups as t')
    .innerJoin('topups.receipts as r', 'r.topup_id', 't.id')
    .innerJoin('topups.receipt_transitions as c', 'c.receipt_id', 'r.id')
    .select(['r.minor', 'c.occurred_at as at'])
    .where('t.holder_id', '=', holderId)
    .where('t.currency', '=', currency)
    .where('c.action', '=', 'credit')
    .where('c.occurred_at', '>', since)
    .execute()
  return [
    ...ordered.map(({ minor, ...row }) => ({ at: countsFrom(row, now), minor })),
    ...credited.flatMap(({ at, minor }) => (minor === null ? [] : [{ at, minor }])),
  ].map(({ at, minor }) => ({ at, amount: money(minor, currency) }))
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
