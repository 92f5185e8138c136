import { expect, onTestFinished, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { type Corruption, first } from '../world/corruptions.ts'
import { openSpender } from '../world/network.ts'
import { cardOf, disputesBetween, onUs, subscribesTo } from '../world/on-us.ts'
import { openPartner } from '../world/partner.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld } from '../world/world.ts'

/** Payments with our own cards that were cleared, refunded, voided, disputed and are waiting, and a card that was reissued. */
async function historyOfOwnCards() {
  const world = await createWorld(onUs)
  onTestFinished(() => world[Symbol.asyncDispose]())
  const bakery = await world.merchant()
  const nordwind = await openPartner(world)
  const ana = await openSpender(world, nordwind)
  const buys = async (amount: string, mode: 'auth' | 'authAndCapture' = 'authAndCapture') => {
    const shopper = await bakery.sends({ amount, cardTransactionMode: mode })
    await shopper.pays(cardOf(ana))
    const [{ key } = {}] = await world.query('select key from payments.payments order by id desc limit 1')
    return String(key)
  }
  const { acquirer } = world.app.connectors.find('on-us')!
  const amountOf = (minor: bigint) => ({ minor, currency: 'EUR' as const })
  const stored = await subscribesTo(bakery, cardOf(ana))
  const disputed = await buys('3.00')
  const { raises, decides } = disputesBetween(world, nordwind)
  await decides(await raises(disputed), 'win')
  const refunded = await buys('4.00')
  const voided = await buys('2.00')
  await world.runUntilIdle()
  const next = (authorization: string, minor: bigint) => ({
    key: crypto.randomUUID(),
    authorization,
    reference: undefined,
    amount: amountOf(minor),
  })
  expect(stored.orderId).toBeDefined()
  await acquirer.refund(next(refunded, 100n))
  await acquirer.reverse(next(voided, 200n))
  const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId: ana.customerId } })
  const again = nordwind.withToken(String(login.body.accessToken))
  await again('POST', `/cards/${ana.issued.id}/reissue/stolen`)
  await world.pass({ months: 1 })
  await sealAll(world.app)
  return world
}

const alter = (
  table: string,
  named: string,
  list: Record<string, string>,
  { where = 'true', key = 'id' } = {},
): Corruption[] =>
  Object.entries(list).map(([sentence, changes]) => [
    sentence,
    named,
    first(table, where, key),
    (id) => `update ${table} set ${changes} where (${key})::text = '${id}'`,
  ])

const ofRequest = { key: 'key', where: `kind = 'sale' and card_id is not null` }
/** A seal names a request by its place in the story. */
const sealedRequest = { key: `authorization_key || ' ' || step`, where: ofRequest.where }
const ofAuthentication = { key: 'ds_trans_id', where: 'trans_status is not null' }

const corruptions: readonly Corruption[] = [
  ...alter(
    'onus.requests',
    'on-us request',
    {
      'what a request was for': `kind = 'auth'`,
      'how much was requested': 'minor = minor + 1',
      'the currency of a request': `currency = 'USD'`,
      'the card of a request': 'card_id = gen_random_uuid()',
      'what was said of a merchant': `facts = facts || '{"recurring": true, "cvv2": "match"}'`,
      'what a request came to': `result = '{"outcome": "declined"}'`,
      'a result taken away': 'result = null',
      'when it was requested': `requested_at = requested_at - interval '1 day'`,
    },
    sealedRequest,
  ),
  [
    'the key of a request',
    'on-us request',
    first('onus.requests', sealedRequest.where, sealedRequest.key),
    (id) => `update onus.requests set key = gen_random_uuid() where authorization_key || ' ' || step = '${id}'`,
  ],
  [
    'a request removed',
    'on-us request',
    first('onus.requests', sealedRequest.where, sealedRequest.key),
    (id) => `delete from onus.requests where authorization_key || ' ' || step = '${id}'`,
  ],
  ...alter(
    'onus.authentications',
    'on-us authentication',
    {
      'whether a payer was authenticated': `trans_status = case trans_status when 'Y' then 'N' else 'Y' end`,
      'what proves it': `authentication_value = 'AAAA'`,
      'how strong it is': `eci = '09'`,
      'what the issuer calls it': 'acs_trans_id = gen_random_uuid()',
      'what the merchant’s side calls it': 'server_trans_id = gen_random_uuid()',
      'what it was for': 'authorization_key = gen_random_uuid()',
      'when it was': `requested_at = requested_at - interval '1 day'`,
      'an answer taken away': 'trans_status = null',
    },
    ofAuthentication,
  ),
  ...alter('onus.messages', 'on-us message', {
    'what a message is': `kind = case kind when 'clearing' then 'refund' else 'clearing' end`,
    'a message that is never sent': `status = 'waiting', due_at = null`,
    'a message that is sent again': `status = 'sent', due_at = now()`,
    'a message of another payment': 'authorization_key = gen_random_uuid()',
  }),
  ...alter(
    'onus.messages',
    'on-us message',
    { 'a clearing cancelled by hand': `status = 'cancelled', due_at = null` },
    { where: `kind = 'clearing' and status = 'waiting'` },
  ),
  [
    'a clearing that is missing',
    'on-us request',
    first('onus.messages', `kind = 'clearing'`),
    (id) => `delete from onus.messages where id = '${id}'`,
  ],
  ...alter('onus.dispute_events', 'on-us dispute event', {
    'what is reported of a dispute': `kind = case kind when 'opened' then 'won' else 'opened' end`,
    'how much is disputed': 'minor = minor + 1',
    'the place of an event in the list': 'number = number + 7',
  }),
  [
    'an event of a dispute removed',
    'on-us dispute event',
    first('onus.dispute_events'),
    (id) => `delete from onus.dispute_events where id = ${id}`,
  ],
  ...alter('onus.card_updates', 'card update', { 'an update that is never tried': `status = 'waiting'` }),
  [
    'an update removed',
    'stored card',
    first('shoppers.card_renewals', 'true', 'card_id'),
    () => 'delete from onus.card_updates',
  ],
  ...alter(
    'shoppers.cards',
    'stored card',
    {
      'the digits of a renewed card': `last4 = '0000'`,
      'the date of a renewed card': 'expiry_year = expiry_year + 1',
      'the brand of a renewed card': `brand = 'visa'`,
      'the number of a renewed card': 'vault_token = gen_random_uuid()',
      'the fingerprint of a renewed card': `fingerprint = '\\x00'`,
      'whose renewed card it is': 'shopper_id = shopper_id + 1',
    },
    { where: 'id in (select card_id from shoppers.card_renewals)' },
  ),
  ...alter('shoppers.card_renewals', 'renewal of stored card', {
    'what a card was before': `was_last4 = '0000'`,
    'which number it had': 'was_vault_token = gen_random_uuid()',
    'which card was renewed': 'card_id = card_id + 1',
    'who has told it': 'update_id = gen_random_uuid()',
    'when it was renewed': `renewed_at = renewed_at - interval '1 day'`,
  }),
]

/** What cannot be true of the two sides, whatever was sealed. */
const impossible = {
  'the issuer has booked something else, or nothing': `update onus.requests r set minor = minor + 1
    from onus.messages m where m.id = r.key and m.kind = 'clearing' and m.status = 'sent'`,
  'the issuer has booked it, and no merchant has taken or returned it': `delete from onus.messages where status = 'sent'`,
  'the connector’s own record says something else of what was taken': `update onus.requests r set minor = minor + 1
    from onus.messages m where m.id = r.key and m.kind = 'clearing'`,
  'it waits and is never sent, or is sent for ever': `update onus.messages set due_at = null where status = 'waiting'`,
  'it was done, and the issuer is not notified': 'delete from onus.messages',
  'it was cancelled, and nothing was reversed': `update onus.messages set status = 'cancelled', due_at = null where status = 'waiting'`,
  'it is of no request': 'update onus.messages set authorization_key = gen_random_uuid()',
  'the issuer has held it on another card': 'update onus.requests set card_id = gen_random_uuid() where step = 0',
  'the payment is about another amount': 'update onus.requests set minor = minor + 1 where step = 0',
  'the issuer has not authenticated it, or has decided otherwise': `update onus.authentications set trans_status = 'N' where trans_status = 'Y'`,
  'the issuer has not decided so': 'update onus.dispute_events set minor = minor + 1',
  'the issuer has decided it, and the merchant’s side is not notified': 'delete from onus.dispute_events',
  'it is about another payment than the one that is disputed':
    'update onus.dispute_events set authorization_key = gen_random_uuid()',
  'numbers are missing from the list before it': 'update onus.dispute_events set number = number + 10',
  'the merchant’s side has read it otherwise, or not at all': `delete from disputes.events where connector = 'on-us'`,
  'the merchant’s side has read it, and the issuer has not reported it': 'delete from onus.dispute_events',
  'it settles something else than its day comes to': `update ledger.lines set minor = minor + 1
    where entry_id = (select max(id) from ledger.entries where recipe = 'onUsSettled')`,
  'it is not settled, and a later day is': `update ledger.entries set reference = 'on-us 2031-01-01 EUR'
    where id = (select min(id) from ledger.entries where recipe = 'onUsSettled')`,
  'it waits and is never tried, or is tried for ever': `update onus.card_updates set status = 'waiting'`,
  'it was renewed, and no update has told so': 'delete from onus.card_updates',
  'it was renewed to a number that its cardholder has no card with': `update shoppers.cards set last4 = '0000'`,
}

/** Each of them is a verification of its own. */
const timeout = 200_000

test('whatever is done by hand to the record of our own cards, verify names the row', { timeout }, async () => {
  const world = await historyOfOwnCards()
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(world.app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, corruptions, verified)).toEqual([])
  expect(await unseenWithoutSeals(database, impossible, verified)).toEqual([])
})
