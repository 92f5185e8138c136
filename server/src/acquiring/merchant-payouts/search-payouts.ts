import { type SqlBool, sql } from 'kysely'
import { type StaffCaller, seesMerchant } from '#core/access'
import { type Directory, everyMerchant, type MerchantId, readMerchantId } from '#core/directory'
import type { Hit, SearchSource, Sought } from '#core/search'
import type { Db } from '#kernel/db/db.ts'
import { newestOfEach } from '#kernel/db/newest-of-each.ts'
import type { MerchantPayoutId } from './ids.ts'
import type { MerchantPayout } from './payout.ts'
import { payoutsById } from './store.ts'

type Parts = { db: Db; directory: Directory }
type Found = Pick<Hit, 'fit' | 'by'> & { ids: readonly MerchantPayoutId[] }

/** Payouts to merchants, for the search of everything: by id and reference, and of the newest by amount. */
export const merchantPayoutSearch = ({ db, directory }: Parts): SearchSource => ({
  kind: 'merchant-payout',
  permission: 'settlements:read',
  find: async (sought, { caller, limit }) => {
    const merchantIds = await merchantsSeen(directory, caller)
    const found = await Promise.all(lookups(db, sought, { merchantIds, limit }))
    const payouts = new Map(
      (
        await payoutsById(
          db,
          found.flatMap(({ ids }) => ids),
        )
      ).map((one) => [one.id, one]),
    )
    return found.flatMap(({ ids, ...how }) =>
      ids.flatMap((id) => {
        const payout = payouts.get(id)
        return payout && seesMerchant(caller, payout.merchantId) ? [hitOf(payout, how)] : []
      }),
    )
  },
})

async function merchantsSeen(directory: Directory, { staff: { scope } }: StaffCaller): Promise<MerchantId[]> {
  if (scope.kind === 'platform') return (await everyMerchant(directory)).map(({ id }) => id)
  const id = scope.kind === 'merchant' ? readMerchantId(scope.id) : undefined
  return id === undefined ? [] : [id]
}

function lookups(
  db: Db,
  { number, word, amount, isCombined }: Sought,
  { merchantIds, limit }: { merchantIds: readonly MerchantId[]; limit: number },
): Promise<Found>[] {
  if (isCombined) return []
  const among = async (by: Hit['by'], where: ReturnType<typeof sql<SqlBool>>): Promise<Found> => {
    const one = { table: 'merchant_payouts.payouts', owner: 'merchant_id', owners: merchantIds, limit }
    return { fit: 'exact', by, ids: await newestOfEach<MerchantPayoutId>(db, { ...one, where, examined: 2_000 }) }
  }
  return [
    ...(number === undefined
      ? []
      : [Promise.resolve({ fit: 'exact', by: 'id', ids: [number as MerchantPayoutId] } as const)]),
    ...(word === undefined ? [] : [among('reference', sql`(t.end_to_end_id = ${word} or t.bank_reference = ${word})`)]),
    ...(amount ? [among('amount', sql`t.minor = ${amount.minor} and t.currency = any(${amount.currencies})`)] : []),
  ]
}

const hitOf = (payout: MerchantPayout, how: Pick<Hit, 'fit' | 'by'>): Hit => ({
  ...how,
  id: String(payout.id),
  title: payout.endToEndId,
  amount: payout.amount,
  status: payout.status,
  at: payout.createdAt,
  merchantId: String(payout.merchantId),
})
