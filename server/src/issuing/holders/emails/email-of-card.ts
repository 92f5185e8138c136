import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { contactOf } from '../store.ts'
import { planEmail } from './plan-email.ts'

/** The email to a customer whose card somebody tries codes or dates of; none to one without an address. */
export async function emailOfCardTesting(
  { db, keys }: { db: Db; keys: KeyRing },
  now: Instant,
  { holderId, partnerId }: { holderId: HolderId; partnerId: PartnerId },
): Promise<Write[]> {
  const { email, language } = await contactOf(db, holderId)
  return email === undefined ? [] : [planEmail({ keys }, now, { partnerId, to: email, language, kind: 'card-tried' })]
}
