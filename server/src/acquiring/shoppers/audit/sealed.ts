import { byId, type Feed, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** A card is stored, used and replaced by payments; deleting it, or its shopper, is an event. */
const cardFeeds: readonly Feed[] = [
  {
    journal: { table: 'payments.payment_transitions' },
    keys: (rows) =>
      `select p.card_id from ${rows} join payments.payments p on p.id = f.payment_id where p.card_id is not null`,
  },
  {
    journal: { table: 'outbox.events' },
    keys: (rows) => `select subject_id::bigint from ${rows} where subject_type = 'card' and owner_kind = 'site'`,
  },
  {
    journal: { table: 'outbox.events' },
    keys: (rows) =>
      `select c.id from ${rows} join shoppers.cards c on c.shopper_id = f.subject_id::bigint where f.subject_type = 'shopper'`,
  },
]

const shopperFeeds: readonly Feed[] = [
  { journal: { table: 'shoppers.shoppers' } },
  {
    journal: { table: 'outbox.events' },
    keys: (rows) => `select subject_id::bigint from ${rows} where subject_type = 'shopper'`,
  },
  {
    // A form says anew what its store knows of the shopper.
    journal: { table: 'outbox.events' },
    keys: (rows) =>
      `select o.shopper_id from ${rows} join orders.orders o on o.id = f.subject_id::bigint where f.name = 'orderOpened'`,
  },
]

const numberColumns = ['vault_token', 'brand', 'first6', 'last4', 'expiry_month', 'expiry_year', 'fingerprint']

/** As the card was stored first: its renewals say what it was before each of them. */
const beforeRenewals = (column: string): string =>
  `coalesce((select n.was_${column} from shoppers.card_renewals n where n.card_id = r.id order by n.id limit 1), r.${column})`

/**
 * Whose card a number is. Card numbers are here by their fingerprint, a digest under a key that is never rotated. The
 * identifier says who may pay with the cards; it is personal, like the rest of what is known of a shopper, so it is salted.
 */
export const sealed: readonly Sealed[] = [
  {
    name: 'shoppers.cards',
    what: 'stored card',
    table: 'shoppers.cards',
    key: byId,
    facts: ['r.shopper_id', ...numberColumns.map(beforeRenewals), 'r.created_at'],
    feeds: cardFeeds,
    holds: 'first',
  },
  {
    name: 'shoppers.cards renewed',
    what: 'stored card',
    table: 'shoppers.cards',
    key: byId,
    facts: numberColumns.map((column) => `r.${column}`),
    feeds: [{ journal: { table: 'shoppers.card_renewals' }, keys: (rows) => `select card_id from ${rows}` }],
    holds: 'latest',
  },
  journalSeal('shoppers.card_renewals', {
    what: 'renewal of stored card',
    facts: ['r.card_id', 'r.update_id', ...numberColumns.map((column) => `r.was_${column}`), 'r.renewed_at'],
  }),
  {
    name: 'shoppers.cards status',
    what: 'stored card',
    table: 'shoppers.cards',
    key: byId,
    facts: ['r.status', 'r.network_transaction_id'],
    feeds: cardFeeds,
    holds: 'latest',
  },
  {
    name: 'shoppers.cards network transaction',
    what: 'stored card',
    table: 'shoppers.cards',
    key: byId,
    facts: ['r.network_transaction_at'],
    feeds: cardFeeds,
    holds: 'latest',
  },
  journalSeal('shoppers.card_imports', {
    what: 'card import',
    facts: ['r.site_id', 'r.reference', 'r.card_id', 'r.imported_at'],
  }),
  {
    name: 'shoppers.cards wallet',
    what: 'stored card',
    table: 'shoppers.cards',
    key: byId,
    facts: ['r.wallet'],
    feeds: cardFeeds,
    holds: 'first',
  },
  {
    name: 'shoppers.cards person',
    what: 'stored card',
    table: 'shoppers.cards',
    key: byId,
    facts: ['r.holder_name', 'r.holder_facts'],
    salt: 'select s.salt from shoppers.seal_salts s where s.shopper_id = r.shopper_id',
    feeds: cardFeeds,
    holds: 'first',
  },
  {
    name: 'shoppers.shoppers',
    what: 'shopper',
    table: 'shoppers.shoppers',
    key: byId,
    facts: ['r.site_id', 'r.whitelisted', 'r.whitelisted_until', 'r.created_at', 'r.removed_at'],
    feeds: shopperFeeds,
    holds: 'latest',
  },
  {
    name: 'shoppers.shoppers erased',
    what: 'shopper',
    table: 'shoppers.shoppers',
    key: byId,
    facts: ['r.erased_at'],
    feeds: shopperFeeds,
    holds: 'latest',
  },
  {
    name: 'shoppers.shoppers person',
    what: 'shopper',
    table: 'shoppers.shoppers',
    key: byId,
    facts: [
      'r.identifier',
      'r.email',
      'r.first_name',
      'r.last_name',
      'r.phone',
      'r.country',
      'r.state',
      'r.city',
      'r.address',
      'r.zip_code',
      'r.tags',
    ],
    salt: 'select s.salt from shoppers.seal_salts s where s.shopper_id = r.id',
    feeds: shopperFeeds,
    holds: 'latest',
  },
]
