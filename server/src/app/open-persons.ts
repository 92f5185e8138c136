import { shopperKind } from '#acquiring/shoppers'
import type { FoundIds, PersonsContext } from '#core/persons'
import type { Vault } from '#core/vault'
import { documentsOfClosed } from '#issuing/documents'
import { holderKind } from '#issuing/holders'
import { forgetFacts } from '#issuing/screening'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Config } from './config.ts'
import { personalOfHolder, personalOfShopper } from './personal-data.ts'
import { rememberErasures } from './remembered-erasures.ts'

/** Whom something is known of, and how long duties keep it. */
export function openPersons(
  { db, vault, keys, log }: { db: Db; vault: Vault; keys: KeyRing; log: Log },
  config: Pick<Config, 'documentsKept' | 'retention' | 'markFile'>,
): Pick<PersonsContext, 'persons'> {
  const { documentsKept, retention } = config
  const shopper = shopperKind({ db, vault, data: personalOfShopper })
  const holder = holderKind({
    data: personalOfHolder({ keys }),
    whenClosed: async (tx, holderId, now, ids) => [
      ...(await documentsOfClosed(tx, { holderId, documentsKept }, now)),
      ...(await Promise.all(shoppersIn(ids).map((id) => shopper.close(tx, id, now, ids)))).flat(),
    ],
    whenErased: (ids) => shoppersIn(ids).flatMap((id) => shopper.conclude(id, ids)),
    whenOver: async (tx, holderId, duty) => (duty === 'identity' ? forgetFacts({ db: tx, keys }, holderId) : []),
  })
  const terms = { accounts: retention.invoices, identity: documentsKept }
  return {
    persons: {
      kinds: { shopper, holder },
      remember: rememberErasures(config, log),
      terms: { ...terms, security: undefined, books: undefined, 'short-lived': undefined },
    },
  }
}

/** As whom a customer of a partner has paid for topups at a site. */
const shoppersIn = (ids: FoundIds): readonly string[] => ids.get('shopper')?.values ?? []
