import type { SiteId } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { inBatches } from '#kernel/db/load-in-batches.ts'
import { addressKey, isAddress } from '#kernel/http/rate-limit.ts'
import { addRefusals } from './store.ts'

/** An attempt that a limit or a block has refused. `name`: a kind of velocity limit, a rate limit, `too_fast` or `block`. */
export type Refused = { name: string; siteId?: SiteId | undefined; subject?: string; ip?: string | undefined }

/** Notes what is refused, for people who look at attacks. */
export type RefusedNotes = {
  note(refused: Refused): Promise<void>
  /**
   * For rate limits. What they count by may be a secret, such as the token of a page, or an email address of a person: only
   * addresses are noted.
   */
  noteLimit(name: string, key: string): Promise<void>
}

/**
 * Only who is refused pays for it, by a share of a statement: one is under way at a time, for all that were refused
 * meanwhile. One that cannot be noted is refused all the same.
 */
export function openRefusedNotes({ db, clock }: { db: Reader; clock: Clock }): RefusedNotes {
  const write = inBatches(async (refused: readonly Refused[]) => {
    const found = Map.groupBy(refused.map(noted), (one) => JSON.stringify(one))
    const counted = [...found.values()].map((alike) => ({ ...alike[0]!, times: alike.length }))
    await addRefusals(db, clock.wall(), counted)
    return refused
  })
  const note = async (refused: Refused) => void (await write(refused).catch(() => undefined))
  return { note, noteLimit: (name, key) => note({ name, ip: key.replace(/\/64$/, '') }) }
}

const noted = ({ name, siteId, subject = '', ip }: Refused) => ({
  name,
  siteId: siteId ?? (0 as SiteId),
  subject,
  source: ip !== undefined && isAddress(ip) ? addressKey(ip) : '',
})
