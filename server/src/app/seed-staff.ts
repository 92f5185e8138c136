import type { Staff, StaffDirectory, StaffRole, StaffScope } from '#core/access'
import { Refusal } from '#kernel/base/refusal.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import { by, oneAtATime } from './seed.ts'

/** The people who can log in to the dashboard of a staging installation, and the password that all of them have. */
export type SeededStaff = { people: readonly Staff[]; password: Secret<string> }

type Seeding = { db: Db; staff: StaffDirectory; keys: KeyRing }
type Organizations = { merchantId: number | bigint; partnerId: number | bigint }

/**
 * One person for each kind of work, so that every start can print logins. The password follows from the master keys:
 * nobody else knows it, and it need not be kept. A person who is there stays as they are.
 */
export const seedStaff = ({ db, staff, keys }: Seeding, organizations: Organizations): Promise<SeededStaff> =>
  oneAtATime(db, 'seedStaff', async () => {
    const digest = keys.fingerprint('siteKey', 'password of the staging staff').toString('base64url')
    const password = new Secret(`staging-${digest.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 14)}`)
    const people: Staff[] = []
    for (const { scope, ...person } of peopleOf(organizations)) {
      const known = (await staff.list(scope)).find(({ email }) => email === person.email)
      const added = known ?? (await unlessTaken(staff.add({ by, scope, ...person, password })))
      if (added) people.push(added)
    }
    return { people, password }
  })

/** Somebody has the address whose row the program did not make: `verify` names it, and the others can log in. */
const unlessTaken = (adding: Promise<Staff>): Promise<Staff | undefined> =>
  adding.catch((error) => {
    if (error instanceof Refusal && error.code === 'email_taken') return undefined
    throw error
  })

type Person = { email: string; name: string; role: StaffRole; scope: StaffScope }

function peopleOf({ merchantId, partnerId }: Organizations): Person[] {
  const platform: StaffScope = { kind: 'platform', id: 'platform' }
  const merchant: StaffScope = { kind: 'merchant', id: String(merchantId) }
  const partner: StaffScope = { kind: 'partner', id: String(partnerId) }
  return [
    { email: 'olga@florin.example', name: 'Olga Marin', role: 'owner', scope: platform },
    { email: 'felix@florin.example', name: 'Felix Roth', role: 'finance', scope: platform },
    { email: 'carmen@florin.example', name: 'Carmen Ilie', role: 'compliance', scope: platform },
    { email: 'mia@crumb.example', name: 'Mia Popa', role: 'owner', scope: merchant },
    { email: 'sam@crumb.example', name: 'Sam Ionescu', role: 'support', scope: merchant },
    { email: 'dan@crumb.example', name: 'Dan Weber', role: 'developer', scope: merchant },
    { email: 'nora@nordwind.example', name: 'Nora Lind', role: 'owner', scope: partner },
    { email: 'kai@nordwind.example', name: 'Kai Berg', role: 'compliance', scope: partner },
  ]
}
