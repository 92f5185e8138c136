import { randomBytes } from 'node:crypto'
import type { ShopperId } from '#acquiring/ids'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'

/**
 * Makes a salt for every shopper behind a number who has none. The digests of personal data are made with it, so that
 * the data cannot be found by trying once the salt is gone (decision 45).
 */
export async function saltShoppers({ db, clock }: { db: Db; clock: Clock }, after: bigint): Promise<void> {
  for (;;) {
    const rows = (await db.run(
      `select s.id from shoppers.shoppers s
       where s.id > $1 and not exists (select from shoppers.seal_salts where shopper_id = s.id) order by s.id limit $2`,
      [after, saltsAtOnce],
    )) as { id: ShopperId }[]
    if (rows.length === 0) return
    const salts = rows.map(({ id }) => ({ shopper_id: id, salt: randomBytes(saltBytes) }))
    const salted = insert('shoppers.seal_salts', salts, { orElse: { conflict: ['shopper_id'], set: [] } })
    await commit({ db, react: async () => [] }, clock.now(), [salted], 'salt-shoppers')
  }
}
const saltsAtOnce = 1_000
const saltBytes = 16

/** Nothing that was sealed of a shopper says anything about them any more. */
export const forgetSalt = (id: ShopperId): Write =>
  insert('shoppers.seal_salts', { shopper_id: id, salt: null }, { orElse: { conflict: ['shopper_id'], set: ['salt'] } })
