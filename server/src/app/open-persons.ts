import { shopperKind } from '#acquiring/shoppers'
import type { PersonsContext } from '#core/persons'
import type { Vault } from '#core/vault'
import { documentsOfClosed } from '#issuing/documents'
import { holderKind } from '#issuing/holders'
import { forgetFacts } from '#issuing/screening'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Config } from './config.ts'
import { personalOfHolder, personalOfShopper } from './personal-data.ts'

/** Whom something is known of, and how long duties keep it. */
export const openPersons = (
  { db, vault, keys }: { db: Db; vault: Vault; keys: KeyRing },
  { documentsKept, retention }: Pick<Config, 'documentsKept' | 'retention'>,
): Pick<PersonsContext, 'persons'> => ({
  persons: {
    kinds: {
      shopper: shopperKind({ db, vault, data: personalOfShopper }),
      holder: holderKind({
        data: personalOfHolder({ keys }),
        whenClosed: (tx, holderId, now) => documentsOfClosed(tx, { holderId, documentsKept }, now),
        whenOver: async (tx, holderId, duty) => (duty === 'identity' ? forgetFacts({ db: tx, keys }, holderId) : []),
      }),
    },
    terms: {
      accounts: retention.invoices,
      identity: documentsKept,
      security: undefined,
      books: undefined,
      'short-lived': undefined,
    },
  },
})
