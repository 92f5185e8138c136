import type { StaffCaller } from '#core/access'
import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { Permission } from '#kernel/http/route.ts'
import type { Sought } from './sought.ts'

/** What can be found, in the order in which kinds are shown that match equally well. */
export const searchKinds = [
  'payment',
  'order',
  'shopper',
  'link',
  'merchant-payout',
  'card-transaction',
  'customer',
  'card',
  'topup',
  'event',
  'site',
  'merchant',
  'partner',
  'request',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** How well a thing fits, the best first. */
export const fits = ['exact', 'prefix', 'contains'] as const

/** By what a thing was found. */
export const facts = [
  'id',
  'order',
  'reference',
  'request',
  'authorization-code',
  'ip',
  'hash',
  'number',
  'email',
  'name',
  'description',
  'shop',
  'last-four',
  'amount',
  'date',
] as const

/** One thing that was found. */
export type Hit = {
  id: string
  /** What a person calls it, when that is not its id. */
  title?: string | undefined
  amount?: Money | undefined
  status?: string | undefined
  at?: Instant | undefined
  siteId?: SiteId | undefined
  merchantId?: string | undefined
  partnerId?: string | undefined
  fit: (typeof fits)[number]
  by: (typeof facts)[number]
}

/** Who asks, which sites and partners are theirs, and how many hits are wanted. */
export type Seen = {
  caller: StaffCaller
  siteIds: readonly SiteId[]
  partnerIds: readonly PartnerId[]
  limit: number
}

/**
 * How a module finds its things of one kind. It returns only what the caller may see, each thing once, and reads no more
 * rows than a page of them, however many there are.
 */
export type SearchSource = {
  kind: SearchKind
  permission: Permission
  find(sought: Sought, seen: Seen): Promise<Hit[]>
}
