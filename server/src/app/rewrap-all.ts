import { rewrapEvidence } from '#acquiring/disputes'
import { rewrapCredentials, rewrapMessages } from '#acquiring/processors'
import { rewrapWalletKeys } from '#acquiring/wallets'
import { rewrapFactors, rewrapTokenKeys } from '#core/access'
import type { Author } from '#core/directory'
import { rewrapExports } from '#core/exports'
import { rewrapSigningKeys } from '#core/partners'
import { rewrapDeliveries } from '#issuing/cards'
import { rewrapDocuments } from '#issuing/documents'
import { rewrapSubmissions } from '#issuing/kyc'
import { rewrapFacts } from '#issuing/screening'
import type { App } from './compose.ts'
import type { Config } from './config.ts'
import { rewrapCodes } from './rewrap-codes.ts'
import { countWrapped, stillWrapped } from './wrapped-by-key.ts'

type Rewrapped = { rewrapped: number; left?: number; unreadable: readonly unknown[] }
type Of = Pick<App, 'db' | 'react' | 'clock' | 'keys' | 'vault' | 'issuerVault' | 'directory'> & {
  config: Pick<Config, 'lostKeys'>
}

/** Everything that master keys seal, by what people call it. */
const kinds: Readonly<Record<string, (of: Of, by: Author, limit: number) => Promise<Rewrapped>>> = {
  'card numbers': ({ vault }, _by, limit) => vault.rewrap({ limit }),
  'issued cards and the keys of their products': ({ issuerVault }, _by, limit) => issuerVault.rewrap({ limit }),
  'addresses of physical cards': (of, _by, limit) => rewrapDeliveries(of, { limit }),
  'submissions of customers': (of, _by, limit) => rewrapSubmissions(of, { limit }),
  'documents of customers': (of, _by, limit) => rewrapDocuments(of, { limit }),
  'evidence of merchants': (of, _by, limit) => rewrapEvidence(of, { limit }),
  'exports of staff': (of, _by, limit) => rewrapExports(of, { limit }),
  'facts of screened persons': (of, _by, limit) => rewrapFacts(of, { limit }),
  'authenticator apps of staff': (of, _by, limit) => rewrapFactors(of, { limit }),
  'keys of access tokens': (of, _by, limit) => rewrapTokenKeys(of, { limit }),
  'signing keys of partners': (of, _by, limit) => rewrapSigningKeys(of, { limit }),
  'credentials of connections': (of, _by, limit) => rewrapCredentials(of, { limit }),
  'webhooks of processors': (of, _by, limit) => rewrapMessages(of, { limit }),
  'keys of wallets': (of, _by, limit) => rewrapWalletKeys(of, { limit }),
  'site keys': async ({ directory }, by, limit) => {
    const { resealed, ...rest } = await directory.resealSiteKeys({ by, limit })
    return { ...rest, rewrapped: resealed }
  },
  // Last: rows that were sealed anew above have new codes already.
  'codes of rows': (of, _by, limit) => rewrapCodes(of, { limit }),
}
/** How many records of a kind are read at once. */
const batch = 500

/** How many of one kind were sealed anew, and how many do not open under any key of the ring: `unreadable` names the first. */
export type KindRewrapped = { kind: string; rewrapped: number; unreadable: readonly string[]; unreadableCount: number }
/**
 * `left` is what older keys still seal, counted at the end: without any, and once all processes have the newest keys, these
 * may go. `givenUp` is the same of keys that are lost for good; it is among what is unreadable.
 */
export type Rewrap = { kinds: readonly KindRewrapped[] } & ReturnType<typeof stillWrapped>

/**
 * Seals everything with the newest master keys, kind by kind, while payments go on. `progress` is called with each part.
 * What cannot be read is named and left; a second run finds it again. Then everything is counted by its key.
 */
export async function rewrapAll(of: Of, by: Author, progress: (what: string) => void): Promise<Rewrap> {
  const kindsDone: KindRewrapped[] = []
  for (const [kind, rewrap] of Object.entries(kinds)) {
    let [rewrapped, limit] = [0, batch]
    let part = await rewrap(of, by, limit)
    // What does not open is found again each time: with half of a part to spare, what is behind it is reached.
    for (; part.rewrapped > 0 || part.unreadable.length >= limit; part = await rewrap(of, by, limit)) {
      rewrapped += part.rewrapped
      limit = Math.max(batch, 2 * part.unreadable.length)
      progress(`${kind}: ${rewrapped} done${part.left === undefined ? '' : `, ${part.left} left`}`)
    }
    const { unreadable } = part
    kindsDone.push({
      kind,
      rewrapped,
      unreadable: unreadable.slice(0, namedMax).map(String),
      unreadableCount: unreadable.length,
    })
  }
  progress('counting what each key seals')
  return { kinds: kindsDone, ...stillWrapped(of, await countWrapped(of)) }
}
/** More than a person reads. */
const namedMax = 1_000
