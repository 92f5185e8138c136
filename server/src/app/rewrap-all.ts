import { rewrapEvidence } from '#acquiring/disputes'
import { rewrapFactors, rewrapTokenKeys } from '#core/access'
import type { Author } from '#core/directory'
import { rewrapExports } from '#core/exports'
import { rewrapDeliveries } from '#issuing/cards'
import { rewrapDocuments } from '#issuing/documents'
import { rewrapSubmissions } from '#issuing/kyc'
import { rewrapFacts } from '#issuing/screening'
import type { App } from './compose.ts'

type Rewrapped = { rewrapped: number; left?: number; unreadable: readonly unknown[] }
type Of = Pick<App, 'db' | 'react' | 'clock' | 'keys' | 'vault' | 'issuerVault' | 'directory'>

/** Everything that master keys seal, by what people call it. */
const kinds: Readonly<Record<string, (of: Of, by: Author) => Promise<Rewrapped>>> = {
  'card numbers': ({ vault }) => vault.rewrap({ limit }),
  'issued cards and the keys of their products': ({ issuerVault }) => issuerVault.rewrap({ limit }),
  'addresses of physical cards': (of) => rewrapDeliveries(of, { limit }),
  'submissions of customers': (of) => rewrapSubmissions(of, { limit }),
  'documents of customers': (of) => rewrapDocuments(of, { limit }),
  'evidence of merchants': (of) => rewrapEvidence(of, { limit }),
  'exports of staff': (of) => rewrapExports(of, { limit }),
  'facts of screened persons': (of) => rewrapFacts(of, { limit }),
  'authenticator apps of staff': (of) => rewrapFactors(of, { limit }),
  'keys of access tokens': (of) => rewrapTokenKeys(of, { limit }),
  'site keys': async ({ directory }, by) => {
    const { resealed, ...rest } = await directory.resealSiteKeys({ by, limit })
    return { ...rest, rewrapped: resealed }
  },
}
const limit = 500

/** How many of one kind were sealed anew, and how many do not open under any key of the ring. */
export type KindRewrapped = { kind: string; rewrapped: number; unreadable: readonly string[] }

/**
 * Seals everything with the newest master keys, kind by kind, while payments go on. `progress` is called with each part.
 * What cannot be read is named and left; a second run finds it again.
 */
export async function rewrapAll(of: Of, by: Author, progress: (what: string) => void): Promise<KindRewrapped[]> {
  const done: KindRewrapped[] = []
  for (const [kind, rewrap] of Object.entries(kinds)) {
    let rewrapped = 0
    for (;;) {
      const part = await rewrap(of, by)
      rewrapped += part.rewrapped
      if (part.rewrapped === 0) {
        done.push({ kind, rewrapped, unreadable: part.unreadable.map(String) })
        break
      }
      progress(`${kind}: ${rewrapped} done${part.left === undefined ? '' : `, ${part.left} left`}`)
    }
  }
  return done
}
