import type { Owner } from '#kernel/base/owner.ts'
import type { MerchantId, SiteId } from './ids.ts'

declare module '#kernel/base/owner.ts' {
  interface OwnerKinds {
    /** A place where a merchant sells. */
    site: true
    merchant: true
    /** A company that issues our cards to its customers. */
    partner: true
    /** The owner of an issued card. */
    holder: true
    /** A person who works for a merchant or the operator. */
    staff: true
    /** The installation itself: what belongs to no party in particular. */
    platform: true
  }
}

export const siteOwner = (id: SiteId): Owner => ({ kind: 'site', id: String(id) })

export const merchantOwner = (id: MerchantId): Owner => ({ kind: 'merchant', id: String(id) })

/** There is one platform, so its id says nothing more. */
export const platformOwner: Owner = { kind: 'platform', id: 'platform' }
