import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalIn, counter, inBrowser } from '#connectors/acquirer/conformance-counter.ts'
import type { AuthorizeRequest } from '#connectors/acquirer/port.ts'
import { clockInHand, typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { reasonOf } from '#connectors/acquirer/stripe/declines.ts'
import { stripe } from '#connectors/acquirer/stripe/index.ts'
import { Secret } from '#kernel/base/secret.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import type { StripeEmulator } from '../emulators/stripe/emulator.ts'
import { copyOfTemplate } from '../world/database.ts'
import { connectionParts, emulatorAt, openStripe, stripeUnderTest } from '../world/stripe.ts'

let db: Db
let emulator: StripeEmulator
const clock = clockInHand()
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
  emulator = await emulatorAt(clock, { mitExemption: false })
})
afterAll(async () => {
  await emulator.close()
  await db.close()
})

const shop = (given: Record<string, string> = {}, url = emulator.url) =>
  counter(stripeUnderTest(emulator, openStripe({ db, clock, url, given }).acquirer))

test.each([
  ['secretKey', { secretKey: 'pk_test_12345678' }],
  ['secretKey', {}],
  ['webhookSecret', { secretKey: 'sk_test_12345678', webhookSecret: 'secret' }],
  ['apiBase', { secretKey: 'sk_live_12345678', apiBase: 'http://127.0.0.1:1' }],
  ['mitExemption', { secretKey: 'rk_test_12345678', mitExemption: 'maybe' }],
])('credentials with a wrong %s are refused by its name', (field, given) => {
  expect(() => stripe.readCredentials(given as Record<string, string>)).toThrow(expect.objectContaining({ field }))
})

test('a key says its mode, and a live one is sent to Stripe alone', () => {
  const live = stripe.readCredentials({ secretKey: 'rk_live_12345678' })
  expect(stripe.modeOf(live)).toBe('live')
  expect(stripe.hostsOf(live)).toEqual(['api.stripe.com', 'files.stripe.com'])
})

test('the check says which account it is, and what is not switched on', async () => {
  const works = await stripe.check(connectionParts({ db, clock, url: emulator.url, given: { mitExemption: 'no' } }))
  expect(works).toMatchObject({ works: true, account: 'Crumb & Co. (acct_emulated)' })
  expect(works.works && works.notes.join('\n')).toContain('mitExemption is off')
  const wrong = { secretKey: 'sk_test_unknown00' }
  const refused = await stripe.check(connectionParts({ db, clock, url: emulator.url, given: wrong }))
  expect(refused).toMatchObject({ works: false, problem: expect.stringContaining('does not know this secret key') })
  expect(await stripe.check(connectionParts({ db, clock, url: 'http://127.0.0.1:9' }))).toMatchObject({
    works: false,
    problem: expect.stringContaining('see whether this machine may call'),
  })
})

test('without mit_exemption the merchant charges the card that Stripe has stored, again and again, and no other', async () => {
  const { acquirer, request } = shop({ mitExemption: 'no' })
  const first = request('sale', 1000n)
  const { networkTransactionId } = approvalIn(await acquirer.authorize(first))
  const later = (id: string): AuthorizeRequest => {
    const { card, ...rest } = request('sale', 700n)
    const initiator = { type: 'mit', reason: 'recurring', networkTransactionId: id } as const
    return { ...rest, initiator, card: { ...card, cvv: undefined } }
  }
  for (let month = 1; month <= 2; month++)
    expect((await acquirer.authorize(later(networkTransactionId!))).outcome).toBe('approved')
  expect((await acquirer.authorize(later('400000000000001'))).outcome).toBe('declined')
  expect(acquirer.capabilities.merchantInitiated).toBe('own')
})

test('numbers of wallets are left to others, until Stripe has allowed them: then with their cryptogram, and again by the merchant', async () => {
  const cryptogram = new Secret('AAAAAAAAAAAAAAAAAAAAAAAAAAA=')
  const wallet = { type: 'applePay', cryptogram, eci: '05' } as const
  const byWallet = (requested: AuthorizeRequest): AuthorizeRequest => {
    const { cvv: _cvv, ...card } = requested.card
    return { ...requested, card: { ...card, cvv: undefined, wallet } }
  }
  const without = shop({ mitExemption: 'no' })
  const declined = await without.acquirer.authorize(byWallet(without.request('sale', 1000n)))
  expect([without.acquirer.capabilities.walletTokens, declined.outcome]).toEqual([false, 'declined'])

  emulator.settings.mitExemption = true
  const { acquirer, request } = shop({ networkTokens: 'yes' })
  expect(acquirer.capabilities.walletTokens).toBe(true)
  const first = byWallet(request('sale', 1000n))
  const { networkTransactionId } = approvalIn(await acquirer.authorize(first))
  const initiator = { type: 'mit', reason: 'recurring', networkTransactionId: networkTransactionId! } as const
  const stored = { ...wallet, cryptogram: undefined, eci: undefined }
  const later = request('sale', 700n)
  const charged = await acquirer.authorize({
    ...later,
    initiator,
    card: { ...later.card, cvv: undefined, wallet: stored },
  })
  expect(charged.outcome).toBe('approved')
  emulator.settings.mitExemption = false

  const confirmed = emulator.seen.filter(({ path }) => path.endsWith('/confirm')).slice(-2)
  const sent = confirmed.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  const token = {
    'payment_method_data[card][network_token][number]': first.card.pan.reveal(),
    'payment_method_data[card][network_token][tokenization_method]': 'apple_pay',
  }
  const options = 'payment_method_options[card][network_token]'
  expect(sent[0]).toMatchObject({
    ...token,
    [`${options}[cryptogram]`]: cryptogram.reveal(),
    [`${options}[electronic_commerce_indicator]`]: '05',
  })
  expect(sent[1]).toMatchObject(token)
  for (const one of sent) expect(one).not.toHaveProperty('payment_method_data[card][number]')
  expect(Object.keys(sent[1]!).filter((name) => name.startsWith(options))).toEqual([])
})

test('the stored card is known also when the answer to its first payment was lost', async () => {
  const { acquirer, request } = shop({ mitExemption: 'no' })
  const first = request('sale', 1000n)
  emulator.faults.plan(/\/confirm$/, 'closeAfter')
  await expect(acquirer.authorize(first)).rejects.toThrow()
  const { networkTransactionId } = approvalIn((await acquirer.inquire(first.key)) as never)
  const initiator = { type: 'mit', reason: 'recurring', networkTransactionId: networkTransactionId! } as const
  expect((await acquirer.authorize({ ...request('sale', 700n), initiator })).outcome).toBe('approved')
})

test('an account that may not send card numbers declines, and the log says why without the number', async () => {
  emulator.settings.rawCards = false
  const logged: string[] = []
  const log = openLog({ level: 'trace', to: { write: (line) => void logged.push(line) } })
  const { acquirer } = openStripe({ db, clock, url: emulator.url, log })
  const requested = shop().request('sale', 1000n)
  expect(await acquirer.authorize(requested)).toMatchObject({ outcome: 'declined', reason: 'rejected_by_processor' })
  expect(logged.join('\n')).toContain('generally unsafe')
  expect(logged.join('\n')).not.toMatch(/4242424242424242|sk_test/)
  emulator.settings.rawCards = true
})

test('a wrong key declines with trouble of the connector, so that another one may take the payment', async () => {
  const { acquirer, request } = shop({ secretKey: 'sk_test_unknown00' })
  expect(await acquirer.authorize(request('sale', 1000n))).toMatchObject({
    outcome: 'declined',
    reason: 'provider_error',
  })
})

test.each([
  ['4000000000009995', 'insufficient_funds', 'retry_later'],
  ['4000000000009987', 'card_lost_or_stolen', 'do_not_retry'],
  ['4000000000000069', 'card_expired', undefined],
  ['4000000000000127', 'security_code_wrong', undefined],
  ['4000000000000119', 'provider_error', undefined],
  ['4000000000006975', 'limit_exceeded', undefined],
  ['4242424242424241', 'rejected_by_processor', undefined],
])('the test card %s is declined with %s and the advice %s', async (number, reason, advice) => {
  const { acquirer, request } = shop()
  const result = await acquirer.authorize(request('sale', 1000n, typedCard(number)))
  expect([result.outcome === 'declined' && result.reason, 'advice' in result ? result.advice : undefined]).toEqual([
    reason,
    advice,
  ])
})

test.each([
  [{ code: 'card_declined', decline_code: 'do_not_honor', network_decline_code: '51' }, 'insufficient_funds'],
  [{ code: 'card_declined', decline_code: 'generic_decline', advice_code: 'do_not_try_again' }, 'card_closed'],
  [{ code: 'card_declined', decline_code: 'fraudulent' }, 'rejected_by_processor'],
  [{ code: 'card_declined', decline_code: 'a_code_of_next_year' }, 'declined_by_bank'],
])('%o is %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})

test('a card that must be authenticated is declined where there is no browser, and challenged where there is one', async () => {
  const { acquirer, request } = shop()
  const card = typedCard('4000002760003184')
  const without = await acquirer.authorize(request('sale', 1000n, card))
  expect(without).toMatchObject({ outcome: 'declined', reason: 'authentication_required' })
  const verification = { ...shop().verification(card) }
  expect(await acquirer.verify(verification)).toMatchObject({ reason: 'authentication_required' })
  const asked = await acquirer.verify({ ...shop().verification(card), threeDSecure: inBrowser })
  expect(asked.outcome).toBe('challenge')
})

test('a sub-merchant that is a connected account is the business of the payment; another name is not sent', async () => {
  const { acquirer, request } = shop()
  for (const subMerchantId of ['acct_1Bakery', 'BAKERY7'])
    await acquirer.authorize({ ...request('sale', 1000n), subMerchantId })
  const created = emulator.seen.filter(({ path }) => path === '/v1/payment_intents').slice(-2)
  expect(created.map(({ body }) => new URLSearchParams(body).get('on_behalf_of'))).toEqual(['acct_1Bakery', null])
})

test.each([
  ['Crumb™ & Co.', 'CrumbTM &'],
  ['Пекарня B', 'Pekarnya B'],
  ['Bäckerei シ', 'Backerei s'],
  ['"La*Torta"', 'LaTorta'],
  ['42', null],
])('a merchant called %s is %s on statements, and the payment is taken', async (descriptor, suffix) => {
  const { acquirer, request } = shop({ descriptorSuffix: 'yes' })
  const result = await acquirer.authorize({ ...request('sale', 1000n), descriptor })
  expect(result.outcome).toBe('approved')
  const created = emulator.seen.findLast(({ path }) => path === '/v1/payment_intents')!
  expect(new URLSearchParams(created.body).get('statement_descriptor_suffix')).toBe(suffix)
})

test('what is bought is sent line by line where the account wants it, and a part of it can be captured', async () => {
  const { acquirer, request, capture } = shop({ lineItems: 'yes' })
  const bread = { name: 'Rye boule', code: 'RYE-1', units: '2', totalMinor: 1090n, vatPercent: '9' }
  const voucher = { name: 'Voucher', code: undefined, units: '1', totalMinor: -90n, vatPercent: undefined }
  const requested = { ...request('auth', 1000n), purchase: { reference: 'bread-1', lines: [bread, voucher] } }
  approvalIn(await acquirer.authorize(requested))
  const created = emulator.seen.findLast(({ path }) => path === '/v1/payment_intents')!
  expect(Object.fromEntries(new URLSearchParams(created.body))).toMatchObject({
    'amount_details[discount_amount]': '90',
    'amount_details[line_items][0][product_name]': 'Rye boule',
    'amount_details[line_items][0][product_code]': 'RYE-1',
    'amount_details[line_items][0][quantity]': '2',
    'amount_details[line_items][0][unit_cost]': '500',
    'amount_details[line_items][0][tax][total_tax_amount]': '90',
    'payment_details[order_reference]': 'bread-1',
  })
  expect((await capture(requested, 400n)).outcome).toBe('done')
})

test('a brand without network ids is approved without one', async () => {
  const { acquirer, request } = shop()
  const approved = await acquirer.authorize(request('sale', 1000n, typedCard('3530111333300000')))
  expect(approved).toMatchObject({ outcome: 'approved', networkTransactionId: undefined })
})
