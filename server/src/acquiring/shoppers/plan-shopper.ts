import type { StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { NetworkTransaction } from './network-transaction.ts'
import type { ShopperFacts, StoredCard } from './shopper.ts'

/**
 * Finds or makes the shopper with this identifier: one per site, for ever (wire fact 10.10). Facts that the store sends
 * now replace the older ones; what it does not send stays. `keepsKnown`: a shopper who is known stays as they are.
 */
export function planShopper(
  now: Instant,
  as: Ref,
  siteId: SiteId,
  { identifier, keepsKnown = false, ...facts }: ShopperFacts & { identifier: string; keepsKnown?: boolean | undefined },
): Write {
  const columns = {
    email: facts.email,
    first_name: facts.firstName,
    last_name: facts.lastName,
    country: facts.country,
    state: facts.state,
    city: facts.city,
    address: facts.address,
    zip_code: facts.zipCode,
    phone: facts.phone,
  }
  const known = Object.entries(columns).filter(([, value]) => value !== undefined)
  const set = known.map(([column]) => column as keyof typeof columns)
  const row = {
    site_id: siteId,
    identifier,
    email: null,
    first_name: null,
    last_name: null,
    country: null,
    state: null,
    city: null,
    address: null,
    zip_code: null,
    phone: null,
    ...Object.fromEntries(known),
    tags: facts.tags,
    created_at: now,
  }
  // `identifier` is among what is set, so that the row is returned even when nothing else is known of the shopper.
  return insert('shoppers.shoppers', row, {
    as,
    orElse: {
      conflict: ['site_id', 'identifier'],
      set: keepsKnown ? ['identifier'] : ['identifier', ...set, ...(facts.tags.length > 0 ? ['tags' as const] : [])],
    },
  })
}

/**
 * A shopper has paid with their stored card again: later payments without them refer to this one. Stale when it is
 * gone.
 */
export const planNetworkTransaction = (id: StoredCardId, { id: networkTransactionId, at }: NetworkTransaction): Write =>
  update('shoppers.cards', {
    set: { network_transaction_id: networkTransactionId, network_transaction_at: at },
    where: { id, status: 'active' },
  })

/** Keeps a card with its shopper, under the id that was set aside for it. */
export const planStoredCard = (now: Instant, siteId: SiteId, card: StoredCard): Write =>
  insert(
    'shoppers.cards',
    {
      id: card.id,
      site_id: siteId,
      shopper_id: card.shopperId,
      vault_token: card.vaultToken,
      brand: card.brand,
      first6: card.first6,
      last4: card.last4,
      expiry_month: card.expiryMonth,
      expiry_year: card.expiryYear,
      holder_name: card.holderName ?? null,
      holder_facts: card.facts ? jsonb(card.facts) : null,
      fingerprint: card.fingerprint,
      status: 'active',
      network_transaction_id: card.networkTransactionId ?? null,
      network_transaction_at: card.networkTransactionAt ?? null,
      created_at: now,
      ...(card.wallet && { wallet: card.wallet }),
    },
    // Who applies the same result at the same moment has stored it.
    { onDuplicate: { stored_once: 'stale', cards_pkey: 'stale' } },
  )
