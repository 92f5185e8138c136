import { openStaff, type StaffScope } from '#core/access'
import { systemClock } from '#kernel/base/clock.ts'
import { readKeyRing } from '#kernel/crypto/keys.ts'
import { openDb } from '#kernel/db/db.ts'
import type { BenchContext } from './context.ts'

/** An owner of the operator, or of a merchant, as a program calls. */
export async function staffToken(
  { databaseUrl, keys }: BenchContext,
  scope: StaffScope = { kind: 'platform', id: 'platform' },
): Promise<string> {
  const db = openDb(databaseUrl, { role: 'florin_app', connectionsMax: 2 })
  const staff = openStaff(
    { db, clock: systemClock, keys: readKeyRing(keys), react: async () => [] },
    { secondFactor: 'optional', passwordLogin: true },
  )
  const by = { actor: 'bench', fromWhere: 'command line' }
  const email = `owner-of-${scope.kind}@florin.example`
  const owner = await staff.add({ by, scope, email, name: 'Owner', role: 'owner' })
  const { token } = await staff.createToken({ by, staffId: owner.id, name: 'bench' })
  await db.close()
  return token.reveal()
}
