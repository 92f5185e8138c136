import type { HolderId } from '#issuing/ids'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { PersonalData } from '#kernel/db/personal-data.ts'
import { openFacts, sealFacts } from './person-facts.ts'
import { findPerson } from './store.ts'

const because = 'the law of sanctions: who was compared with which lists'

type Row = { holder_id: HolderId; facts_number: number; sealed_facts: Uint8Array }

/** With what a customer was compared with sanctions lists. Decision 122. */
export const personalOf = ({ keys }: { keys: KeyRing }): PersonalData => ({
  module: 'screening',
  tables: [
    {
      table: 'screening.people',
      key: 'holder_id',
      of: 'r.holder_id = any(:holder)',
      exported: 'holder_id facts_number screened_at',
      personal: {
        sealed_facts: {
          kept: 'identity',
          isLeft: true,
          because,
          reveal: (row) => {
            const { holder_id: holderId, facts_number: factsNumber, sealed_facts } = row as Row
            return openFacts({ keys, holderId, factsNumber }, sealed_facts)
          },
        },
      },
    },
    {
      table: 'screening.hits',
      of: 'r.holder_id = any(:holder)',
      exported: 'id list reference name status created_at decided_at',
      personal: {},
    },
  ],
  open: [
    {
      table: 'screening.hits',
      of: `r.holder_id = any(:holder) and r.status = 'open'`,
      what: `'hit ' || r.id || ' waits for a decision'`,
    },
  ],
})

/** Who was compared is not known any more: the facts of nobody are in the place of theirs. */
export async function forgetFacts({ db, keys }: { db: Db; keys: KeyRing }, holderId: HolderId): Promise<Write[]> {
  const person = await findPerson(db, holderId)
  if (!person) return []
  const { factsNumber, version } = person
  const facts = { names: ['erased'], birthDate: undefined, countries: [] }
  const set = { sealed_facts: sealFacts({ keys, holderId, factsNumber }, facts), version: version + 1 }
  return [update('screening.people', { set, where: { holder_id: holderId, version } })]
}
