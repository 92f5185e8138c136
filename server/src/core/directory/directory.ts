import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import type { MerchantChange, MerchantTransition } from './change-merchant.ts'
import type { ChangeSiteInput } from './change-site.ts'
import type { MerchantId, SiteId } from './ids.ts'
import type { Invoicing, InvoicingInput } from './invoicing.ts'
import type { MerchantStatus } from './merchant-states.ts'
import type { PayForm } from './pay-form.ts'
import type { SiteWallet } from './site-wallets.ts'

export type Merchant = MerchantFields & { id: MerchantId; createdAt: Instant; status: MerchantStatus }

/** What may be set on a merchant. */
export type MerchantFields = {
  /** As shoppers see it. */
  name: string
  /** As its contract and invoices have it. */
  legalName: string | undefined
  /** In the register of companies. */
  registrationNumber: string | undefined
  /** For value added tax. */
  taxNumber: string | undefined
  /** Up to six lines, without the country. */
  address: string | undefined
  /** ISO 3166-1, two letters. */
  country: string | undefined
  email: string | undefined
}

/** The fields of a merchant, not yet checked. Absent: unchanged; null: none. */
export type MerchantInput = {
  [Field in keyof MerchantFields]?: (Field extends 'name' ? string : string | null) | undefined
}

/** A place where a merchant sells: its own key, its own pages, its own prices. */
export type Site = {
  id: SiteId
  merchantId: MerchantId
  merchantName: string
  merchantStatus: MerchantStatus
  name: string
  /** Live sites have `sk_live_` keys, the others `sk_test_`. It never changes. */
  live: boolean
  /** An inactive site is still found; code that takes payments refuses it. All sites of a merchant that closes are. */
  active: boolean
  currencies: readonly Currency[]
  notificationUrl: string | undefined
  backUrl: string | undefined
  /** IANA name. */
  timeZone: string
  /** Of the daily settlement, in the site's time zone. */
  cutOff: Temporal.PlainTime
  /** An operator says that cards are tested here: every typed card is challenged. */
  underAttack: boolean
  /** Declined attempts that one order may have. */
  attemptsMax: number
  /** When a renewal is tried again, counted from its first decline: `P1D,P3D,P7D`. */
  retrySchedule: string
  /** A payment page on which nobody does anything ends after so long. */
  sessionMinutes: number
  /** So long a shopper may take at the bank (3-D Secure) before the attempt is abandoned. */
  challengeMinutes: number
  /** An authorization that is not captured is voided after so long. */
  authorizationDays: number
  /** An operator has allowed the site to send money to its customers' cards. */
  payoutsAllowed: boolean
  /** The most that one payout may be, in minor units of its currency. */
  payoutMaxMinor: bigint
  /** Sites whose payments may be shared with this one; an operator allows them. */
  acceptsSplitsFrom: readonly SiteId[]
  /** A `data:` URL of an image. */
  logo: string | undefined
  /** `#rrggbb`, lowercase. */
  themeColor: string | undefined
  /** What its payment pages offer beside cards, where the shopper's browser and this installation have it. */
  wallets: readonly SiteWallet[]
  /** What the hosted pages ask of shoppers and say to them; undefined: what they do without. */
  payForm: PayForm | undefined
  /** Origins that may show the payment page in a frame; safe to write into a content policy. */
  frameAncestors: readonly string[]
  /** Shoppers receive emails about payments, authorizations and refunds. */
  receipts: boolean
  /** Subscribers receive emails when a payment fails, their card expires, or the subscription ends. */
  reminders: boolean
  /** The store is notified of refunds of a part; some shop programs take any refund for a whole one. */
  notifyPartialRefunds: boolean
  /** The store is notified of money that a won dispute brings back; some shop programs take it for a renewal. */
  notifyRepresentments: boolean
  /** The store is notified of each declined attempt on the page, and not only of the one with which the order ends. */
  notifyAttempts: boolean
  /** The sender name of emails; undefined: the merchant's name. */
  senderName: string | undefined
  /** The address for replies to emails. */
  replyTo: string | undefined
  /** Two-letter code of the language for shoppers whose own language is not known. */
  language: string
  /** What it sells: a merchant category code (ISO 18245), four digits. */
  category: string
  /** Where it sells: ISO 3166-1, two letters; undefined: not known. */
  country: string | undefined
  /** How it makes invoices; undefined: it never has. */
  invoicing: Invoicing | undefined
}

/** The fields of a site, not yet checked. Absent: the default, or unchanged; null: none. */
export type SiteInput = {
  name?: string | undefined
  active?: boolean | undefined
  currencies?: readonly string[] | undefined
  notificationUrl?: string | null | undefined
  backUrl?: string | null | undefined
  timeZone?: string | undefined
  /** `HH:MM` */
  cutOff?: string | Temporal.PlainTime | undefined
  underAttack?: boolean | undefined
  attemptsMax?: number | undefined
  retrySchedule?: string | undefined
  sessionMinutes?: number | undefined
  challengeMinutes?: number | undefined
  authorizationDays?: number | undefined
  payoutsAllowed?: boolean | undefined
  payoutMaxMinor?: bigint | undefined
  acceptsSplitsFrom?: readonly SiteId[] | undefined
  logo?: string | null | undefined
  themeColor?: string | null | undefined
  wallets?: readonly string[] | undefined
  /** A whole form, which takes the place of the one before. */
  payForm?: object | null | undefined
  frameAncestors?: readonly string[] | undefined
  receipts?: boolean | undefined
  reminders?: boolean | undefined
  notifyPartialRefunds?: boolean | undefined
  notifyRepresentments?: boolean | undefined
  notifyAttempts?: boolean | undefined
  senderName?: string | null | undefined
  replyTo?: string | null | undefined
  language?: string | undefined
  category?: string | undefined
  country?: string | null | undefined
  /** Fields that are absent stay as they are. */
  invoicing?: InvoicingInput | undefined
}

/** A private key of a site as the list of keys shows it: never the key itself. */
export type SiteKey = {
  id: bigint
  createdAt: Instant
  expiresAt: Instant | undefined
  /** When the store first signed or called with it, as far as it matters: of a key that a rotation made. */
  usedAt: Instant | undefined
}

/** A private key that is valid now; `id` names it without revealing it. */
export type ValidKey = { id: bigint; key: Secret<string> }

/**
 * A fresh private key, given once: `privateKey` is the 32 hex characters, `displayKey` is `sk_test_` or `sk_live_` and
 * them.
 */
export type NewSiteKey = { privateKey: Secret<string>; displayKey: Secret<string> }

/**
 * Who does something, and from where: `staff 7` at `203.0.113.9`, or `operator` at `command line`; and why, where a
 * person has said it.
 */
export type Author = { actor: string; fromWhere: string; reason?: string | undefined }

/**
 * Merchants, their sites and keys.
 * Queries about sites are cached (for at most five seconds, and cleared by every change), so they are cheap enough for
 * every request. Every change is audited in the same commit.
 */
export type Directory = {
  site(id: SiteId): Promise<Site | undefined>
  /**
   * The keys that are valid now, newest first, each 32 hex characters without prefix. Refuses with `site_key_unreadable`
   * when there is no such key, or none that opens.
   */
  siteKeys(id: SiteId): Promise<readonly Secret<string>[]>
  /** The same with their ids. */
  validKeys(id: SiteId): Promise<readonly ValidKey[]>
  /**
   * The key to seal a result for the store with. During a rotation it is the key of `signedBy`, which is called only
   * then, while that is valid; without one, the older key until the store has used the newer. Undefined without a key.
   */
  sealingKey(id: SiteId, signedBy?: () => Promise<bigint | undefined>): Promise<Secret<string> | undefined>
  /** The store has signed with this key: from now on, results are sealed with it. */
  noteKeyUse(input: { siteId: SiteId; keyId: bigint }): Promise<void>
  /** The site that holds this key now, and the id of the key. Takes `sk_test_…` and `sk_live_…`, which must fit the site, and the bare key. */
  siteOfKey(unchecked: string): Promise<{ site: Site; keyId: bigint } | undefined>

  /** The ids of all sites, or of those of one merchant. */
  siteIds(merchantId?: MerchantId | undefined): Promise<readonly SiteId[]>

  /** The sites of merchants that have one site each; undefined when they are more than `atMost`. */
  onlySites(limit: { atMost: number }): Promise<readonly SiteId[] | undefined>

  merchant(id: MerchantId): Promise<Merchant | undefined>
  createMerchant(input: { by: Author; name: string; alongside?: Alongside }): Promise<Merchant>
  /** `expect` refuses what the author has not seen. */
  changeMerchant(input: MerchantChange): Promise<Merchant>
  /** The only way a merchant changes its status. Refuses with `merchant_not_found` and `merchant_state`. */
  transitionMerchant(input: MerchantTransition): Promise<Merchant>
  /** Refuses by field name what cannot be. The key is shown here and never again. */
  createSite(
    input: SiteInput & {
      by: Author
      merchantId: MerchantId
      name: string
      live: boolean
      currencies: readonly string[]
    },
  ): Promise<{ site: Site } & NewSiteKey>
  changeSite(input: ChangeSiteInput): Promise<Site>
  /** Makes a new key; the one before it stays valid for `overlap` (24 hours), and any older one ends now. */
  rotateSiteKey(input: {
    by: Author
    siteId: SiteId
    overlap?: Temporal.Duration | undefined
    alongside?: readonly Write[]
  }): Promise<NewSiteKey & { previousUntil: Instant }>
  /** A key that is valid now, as its store has it; the audit keeps who has read it, and why. */
  revealSiteKey(input: {
    by: Author
    siteId: SiteId
    keyId: bigint
    alongside?: readonly Write[]
  }): Promise<Secret<string>>
  /**
   * Ends a key now that a rotation left valid. The newest is never ended without a successor: rotate with no overlap.
   */
  revokeSiteKey(input: { by: Author; siteId: SiteId; keyId: bigint; alongside?: readonly Write[] }): Promise<void>
  /**
   * Seals again, under the newest master key, up to `limit` keys that an older one sealed. Done when `left` is 0. Names
   * the sites whose keys do not open, and continues with the others.
   */
  resealSiteKeys(input: {
    by: Author
    limit: number
  }): Promise<{ resealed: number; left: number; unreadable: readonly SiteId[] }>

  listMerchants(page?: Page<MerchantId>): Promise<readonly Merchant[]>
  listSites(page?: Page<SiteId> & { merchantId?: MerchantId | undefined }): Promise<readonly Site[]>
  /** Newest first, with those that have ended. */
  listSiteKeys(siteId: SiteId): Promise<readonly SiteKey[]>

  /** Stops listening for changes. */
  close(): Promise<void>
}

/** What is committed with a new thing, such as the key of a repeated request. */
type Alongside = (id: Ref) => readonly Write[]

/** By ascending id, beginning after `after`; 100 by default, at most 1000. */
export type Page<Id> = { after?: Id | undefined; limit?: number | undefined }
