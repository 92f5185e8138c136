import type { Corruption } from './corruptions.ts'
import { first } from './corruptions.ts'

const byUuid = (table: string, named: string, list: Record<string, string>, where = 'true', key = 'id'): Corruption[] =>
  Object.entries(list).map(([sentence, changes]) => [
    sentence,
    named,
    first(table, where, key),
    (id) => `update ${table} set ${changes} where ${key} = '${id}'`,
  ])

/** Corruptions of programmes and of the cards that are issued under them. */
export const cardCorruptions: readonly Corruption[] = [
  ...byUuid('programmes.products', 'card product', {
    'the markup of a card product': 'markup_percent = 99',
    'the limits of a card product': `limits = '[]'`,
    'the order of the date in CVV2': `expiry_order = case expiry_order when 'YYMM' then 'MMYY' else 'YYMM' end`,
    'whose a card product is': 'partner_id = partner_id + 1',
    'the bureau of a card product': `bureau_key = 'another'`,
    'a card product stopped': 'active = not active',
  }),
  ...byUuid(
    'programmes.settings',
    'programme',
    {
      'whose pages show card data': `frame_ancestors = '{https://mallory.example}'`,
      'the root of a wallet': `apple_root = 'x'`,
    },
    'true',
    'partner_id',
  ),
  ...byUuid(
    'cards.cards',
    'issued card',
    {
      'a card given to another holder': 'holder_id = holder_id || $$X$$',
      'a card on another account': 'account_id = gen_random_uuid()',
      'a card thawed by hand': `status = case status when 'active' then 'frozen' else 'active' end`,
      'what a card may be used for': `controls = '{"channels":{"atm":true}}'`,
      'wrong PINs forgiven by hand': 'pin_tries = (pin_tries + 1) % 3',
      'how long a card is valid': `expiry = '9912'`,
      'the last digits of a card': `last_four = case last_four when '0000' then '1111' else '0000' end`,
      'a closed card opened': `status = 'active'`,
    },
    `status <> 'active'`,
  ),
  ...byUuid('cards.card_transitions', 'transition of card', {
    'who froze a card': `actor = 'nobody'`,
    'why a card was closed': `reason = 'other'`,
    'when a card was issued': `occurred_at = occurred_at - interval '1 day'`,
    'where a transition led': `to_status = 'closed'`,
  }),
  [
    'a transition of a card removed',
    'transition of card',
    first('cards.card_transitions'),
    (id) => `delete from cards.card_transitions where id = ${id}`,
  ],
  [
    'a card removed',
    'issued card',
    first('cards.cards', 'not exists (select from cards.cards s where s.replaces = cards.cards.id)'),
    (id) =>
      `delete from cards.card_transitions where card_id = '${id}'; delete from cards.provisionings where card_id = '${id}'; delete from cards.cards where id = '${id}'`,
  ],
  ...byUuid('cards.provisionings', 'provisioning of a wallet', { 'the nonce of a wallet': `nonce = 'another'` }),
  ...byUuid(
    'issuervault.cards',
    'issued card',
    {
      'a card’s number altered': 'sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)',
      'a card’s number fingerprinted anew': `fingerprint = sha256('another')`,
      'the expiry in the vault': `expiry = '9912'`,
      'the product in the vault': 'product_id = gen_random_uuid()',
    },
    'true',
    'card_id',
  ),
  [
    'a card’s number removed',
    'issued card',
    first('issuervault.cards', 'true', 'card_id'),
    (id) => `delete from issuervault.cards where card_id = '${id}'`,
  ],
]

const keyOf = (kind: string, version: number): string =>
  `select '${kind}/${version}/of product/' || product_id as key from issuervault.product_keys where kind = '${kind}' limit 1`
const isKey = (kind: string, version: string, _of: string, product: string): string =>
  `kind = '${kind}' and version = ${version} and product_id = '${product}'`

/** Corruptions of the keys of card products. */
export const keyCorruptions: readonly Corruption[] = [
  [
    'a key of a product altered',
    'key',
    keyOf('pin', 1),
    (_key, ...of) => `update issuervault.product_keys set sealed = set_byte(sealed, 20, 255 - get_byte(sealed, 20))
      where ${isKey(...(of as Parameters<typeof isKey>))}`,
  ],
  [
    'the first key of a product removed',
    'key',
    keyOf('signing', 1),
    (_key, ...of) => `delete from issuervault.product_keys where ${isKey(...(of as Parameters<typeof isKey>))}`,
  ],
  [
    'a rotated key of a product removed',
    'key',
    keyOf('pvk', 2),
    (_key, ...of) => `delete from issuervault.product_keys where ${isKey(...(of as Parameters<typeof isKey>))}`,
  ],
  [
    'another check value of a key',
    'key',
    keyOf('cvk', 1),
    (_key, ...of) =>
      `update issuervault.product_keys set check_value = 'ABC123' where ${isKey(...(of as Parameters<typeof isKey>))}`,
  ],
  [
    'a key of a product put in by hand',
    'key',
    keyOf('cvk', 9),
    (_key, _kind, _version, _of, product) => `insert into issuervault.product_keys
      select product_id, kind, 9, sealed, key_version, check_value, created_at from issuervault.product_keys
       where ${isKey('cvk', '1', '', product!)}`,
  ],
]
