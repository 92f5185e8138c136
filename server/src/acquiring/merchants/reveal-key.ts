import { type Approval, checkReason, type StaffAuthor } from '#core/access'
import { merchantOwner, type Site } from '#core/directory'
import type { Secret } from '#kernel/base/secret.ts'
import { decide } from '#kernel/db/commit/commit.ts'
import type { MerchantsContext } from './close-merchant.ts'

type Revealed = { privateKey: Secret<string>; waits?: undefined } | { privateKey?: undefined; waits: Approval }

/** A private key of a site; where the installation wants two people, the first call waits for an approval. */
export function revealKey(ctx: RevealContext, input: Input): Promise<Revealed> {
  const { by, keyId } = input
  const subject = { type: 'siteKey', id: String(keyId) }
  return ctx.approvals.attempt({ by, action: 'keys:reveal', subject }, () => reveal(ctx, input))
}

type RevealContext = Pick<MerchantsContext, 'directory' | 'approvals'>
type Input = { by: StaffAuthor; site: Site; keyId: bigint }

const reveal = ({ directory, approvals }: RevealContext, { by: author, site, keyId }: Input): Promise<Revealed> =>
  decide(async () => {
    const by = { ...author, reason: checkReason(author.reason) }
    const isThere = (await directory.validKeys(site.id)).some(({ id }) => id === keyId)
    // What is not there is refused below, before another person is asked.
    const cleared = isThere
      ? await approvals.require({
          by,
          action: 'keys:reveal',
          owner: merchantOwner(site.merchantId),
          subject: { type: 'siteKey', id: String(keyId) },
          request: { siteId: String(site.id), keyId: String(keyId) },
        })
      : undefined
    if (cleared && !cleared.allowed) return { waits: cleared.approval }
    const alongside = cleared?.writes ?? []
    return { privateKey: await directory.revealSiteKey({ by, siteId: site.id, keyId, alongside }) }
  })
