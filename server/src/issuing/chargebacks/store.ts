import { sql } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { AccountId, DisputeId, HolderId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { RowOf } from '#kernel/db/row-of.ts'
import type { Dispute, Transition } from './dispute.ts'
import type { DisputeStatus } from './dispute-states.ts'

const disputes = (db: Reader) => db.read.selectFrom('chargebacks.disputes').selectAll()

export const disputeOf = (row: RowOf<typeof disputes>): Dispute => ({
  id: row.id,
  version: row.version,
  transactionId: row.transaction_id,
  partnerId: row.partner_id,
  holderId: row.holder_id,
  accountId: row.account_id,
  reason: row.reason,
  explanation: row.explanation,
  amount: money(row.minor, row.currency),
  status: row.status,
  createdAt: row.created_at,
})

/** Of whichever holder: for the operator. */
export async function findAnyDispute(db: Reader, id: DisputeId): Promise<Dispute | undefined> {
  const row = await disputes(db).where('id', '=', id).executeTakeFirst()
  return row && disputeOf(row)
}

/** The dispute, when it is one of this holder. */
export async function findDispute(db: Reader, holderId: HolderId, id: DisputeId): Promise<Dispute | undefined> {
  const row = await disputes(db).where('id', '=', id).where('holder_id', '=', holderId).executeTakeFirst()
  return row && disputeOf(row)
}

/** In the order in which they were submitted. */
export async function disputesOf(db: Reader, transactionId: TransactionId): Promise<Dispute[]> {
  const rows = await disputes(db).where('transaction_id', '=', transactionId).orderBy('id').limit(disputesMax).execute()
  return rows.map(disputeOf)
}
/** Of one transaction; one is open at a time. */
const disputesMax = 1_000

/** How many disputes about payments from an account are not decided. */
export async function openDisputesOf(db: Reader, accountId: AccountId): Promise<number> {
  const { count } = await db.read
    .selectFrom('chargebacks.disputes')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['submitted', 'chargedBack'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type DisputesPage = {
  page: number
  size: number
  status: DisputeStatus | undefined
  /** Undefined: of all partners. */
  only: readonly PartnerId[] | undefined
}

/** Oldest first, as somebody decides them. */
export async function listDisputes(db: Reader, { page, size, status, only }: DisputesPage) {
  const { data, total } = await readPage(
    disputes(db)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .$if(only !== undefined, (query) => query.where(sql<boolean>`partner_id = any(${only}::integer[])`))
      .orderBy('id'),
    { page, size },
  )
  return { data: data.map(disputeOf), total }
}

/** What has happened to a dispute, in its order. */
export async function historyOf(db: Reader, { id, amount }: Pick<Dispute, 'id' | 'amount'>): Promise<Transition[]> {
  const rows = await db.read
    .selectFrom('chargebacks.transitions')
    .select(['action', 'to_status as toStatus', 'actor', 'note', 'occurred_at as occurredAt'])
    .select(['network_minor as network', 'network_currency as currency', 'markup_minor as markup'])
    .where('dispute_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ network, currency, markup, ...row }) => ({
    ...row,
    converted:
      network === null ? undefined : { network: money(network, currency!), markup: money(markup!, amount.currency) },
  }))
}

/** What disputes have moved between us and the networks, from `from` on and before `before`. */
export async function disputeMoves(
  db: Reader,
  { from, before }: { from: Instant; before: Instant },
): Promise<{ transactionId: TransactionId; at: Instant; isRaised: boolean; network: Money }[]> {
  const rows = await db.read
    .selectFrom('chargebacks.transitions as t')
    .innerJoin('chargebacks.disputes as d', 'd.id', 't.dispute_id')
    .select(['d.transaction_id as transactionId', 't.occurred_at as at', 't.action', 'd.currency', 'd.minor'])
    .select(['t.network_minor as networkMinor', 't.network_currency as networkCurrency'])
    .where('t.occurred_at', '>=', from)
    .where('t.occurred_at', '<', before)
    // Whatever has moved money says what of it was owed.
    .where('t.owed_minor', 'is not', null)
    .orderBy('t.id')
    .execute()
  return rows.map(({ transactionId, at, action, currency, minor, networkMinor, networkCurrency }) => ({
    transactionId,
    at,
    isRaised: action === 'raise',
    network: networkMinor === null ? money(minor, currency) : money(networkMinor, networkCurrency!),
  }))
}
