import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OrderId } from '#acquiring/ids'
import { capturePayment, paymentsOf, reversePayment } from '#acquiring/payments'
import { readId } from '#kernel/base/id.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { by } from '../world/author.ts'
import { cardRow, csvOf } from '../world/card-file.ts'
import { openShop, type Shop } from '../world/shop.ts'
import type { CardTyped, CheckoutInput } from '../world/shopper.ts'

/**
 * PCI DSS 3.3 and 3.4: a card number is in the vault, sealed, and nowhere else beyond its first six and last four
 * digits; a security code is nowhere at all. Cards that no page mentions go through every kind of story, and then
 * everything that Florin stores, logs, shows and sends is searched.
 */
test('no card number and no security code is anywhere but where it must be', async () => {
  const shop = await openShop({ attemptsMax: 5 })
  shop.mayLogErrors()
  for (const story of stories) await story(shop)
  const paid = await shop.rows(`select distinct card_brand as brand from payments.payments where status = 'captured'`)
  expect(paid.map(({ brand }) => brand).sort()).toEqual(brandsUsed)
  await shop.world.pass({ minutes: 20 })
  await shop.world.pass({ hours: 5 })
  await shop.world.app.requestLog.flush()
  expect(await shop.count('request_log.requests')).toBeGreaterThan(10)

  const places = {
    ...(await tablesOf(shop)),
    'the log': shop.world.logged,
    'what browsers were answered': shop.world.answered,
    'what the store received': shop.notified().map((notified) => JSON.stringify(notified)),
  }
  const found = Object.entries(places).flatMap(([place, texts]) =>
    texts.flatMap((text) => secretsIn(text).map((secret) => `${place}: ${secret} in ${around(text, secret)}`)),
  )
  expect(found).toEqual([])
})

test('the vault has the card, and not its digits', async () => {
  const shop = await openShop()
  await pays(shop, { saveCard: true }, { number: pans[0]!, save: true })
  const rows = await shop.rows('select * from vault.cards')
  expect(rows).toHaveLength(1)
  const bytes = Object.values(rows[0]!).map((value) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value))))
  for (const secret of [pans[0]!, pans[0]!.slice(6, -4)])
    for (const encoding of ['ascii', 'hex', 'utf16le'] as const)
      for (const value of bytes) expect(value.includes(Buffer.from(secret, encoding))).toBe(false)
})

test('the search finds what it looks for', () => {
  const [pan] = pans as [string]
  for (const text of [
    `{"pan":"${pan}"}`,
    `card ${pan.replaceAll(/(.{4})/g, '$1 ')}`,
    `\\x${Buffer.from(pan).toString('hex')}`,
    Buffer.from(`x${pan}`).toString('base64'),
    `(1,${pan.slice(6, -4)},x)`,
    `first ten ${pan.slice(0, 10)}`,
    '{"cvv":"873"}',
    'cardCvv=7391&x',
    '<input name="cardCvv" value="873">',
  ])
    expect(secretsIn(text), text).not.toEqual([])
  expect(secretsIn(`674408c3-9328-4da8-bc34-${pan.slice(0, 12)}`)).toEqual([])
  expect(secretsIn(`${pan.slice(0, 6)}******${pan.slice(-4)}, "took": 1873, 10.873Z`)).toEqual([])
})

/** Numbers that pass the check and are on no page of ours. */
const pans = [
  '453914880343',
  '542523343010',
  '37424545540',
  '601155668734',
  '353011133330',
  '67591234567',
  '620012345678',
]
  .map((start) => start + '0'.repeat(start.startsWith('37') ? 3 : 3))
  .map(withCheckDigit)
const brandsUsed = ['amex', 'discover', 'jcb', 'maestro', 'mastercard', 'unionpay', 'visa']
const codes = { three: '873', four: '7391' }

async function pays(shop: Shop, input: CheckoutInput = {}, card: CardTyped = {}) {
  const shopper = await shop.sends(input)
  const cvv = card.number?.startsWith('3742') ? codes.four : codes.three
  const landed = await shopper.pays({ cvv, ...card })
  await shopper.sees()
  await shop.world.runUntilIdle()
  return { shopper, landed }
}

const stories: readonly ((shop: Shop) => Promise<unknown>)[] = [
  ...pans.map((number) => (shop: Shop) => pays(shop, { saveCard: true }, { number, save: true })),
  ...pans.map((number) => (shop: Shop) => pays(shop, { amount: '0.05', saveCard: true }, { number, save: true })),
  ...['0.04', '0.07'].map(
    (amount) => (shop: Shop) => pays(shop, { amount, saveCard: true }, { number: pans[0]!, save: true }),
  ),
  ...['12345', '0000 0000 0000 0000', '4539-1488-0343-0001'].map(
    (number) => (shop: Shop) => pays(shop, {}, { number }),
  ),
  (shop) => pays(shop, {}, { number: pans[0]!, cvv: '73', holder: pans[0]! }),
  (shop) => pays(shop, {}, { number: pans[1]!, expiry: '01/20', holder: `Ana ${pans[1]}` }),
  (shop) => pays(shop, { order: { type: 'managed' } }, { number: pans[1]! }),
  (shop) => pays(shop, { order: { type: 'recurring', intervalType: 'month', intervalValue: 1 } }, { number: pans[2]! }),
  (shop) => pays(shop, { cardTransactionMode: 'verifyCard', amount: '0', saveCard: true }, { number: pans[3]! }),
  async (shop) => {
    const { shopper } = await pays(shop, { amount: '30.00', saveCard: true }, { number: pans[0]!, save: true })
    await shopper.answersChallenge('00000')
    await shopper.bringsBack()
  },
  async (shop) => {
    const { shopper } = await pays(shop, { amount: '30.00' }, { number: pans[4]! })
    await shopper.returnsFromBank(await shopper.passesBank('1', 'cancel'))
  },
  async (shop) => {
    shop.acquirerProxy.next('authorize', 'request lost', 'response lost')
    await pays(shop, { saveCard: true }, { number: pans[5]!, save: true })
    await pays(shop, { saveCard: true }, { number: pans[0]!, save: true, expiry: '11/33' })
  },
  async (shop) => {
    const blurt = () => Promise.reject(new Error(`cannot charge ${pans[1]} with ${codes.three}`))
    shop.acquirerProxy.next('authorize', blurt)
    await pays(shop, {}, { number: pans[1]! })
  },
  async (shop) => {
    await shop.rows('alter table payments.payments add constraint broken check (card_holder_name <> $$Eve$$) not valid')
    await pays(shop, { saveCard: true }, { number: pans[0]!, holder: 'Eve', save: true, expiry: '10/33' })
    expect(shop.world.logged.some((acquirerProxy) => acquirerProxy.includes('a page failed'))).toBe(true)
  },
  (shop) => shop.sends({ customer: { email: pans[0]! } }),
  async (shop) => {
    const [shopper] = await shop.rows('select max(id) as id from shoppers.shoppers')
    const card = { customerId: String(shopper!.id), cardNumber: pans[5]!, cardExpiryDate: '12/34' }
    const pair = { networkTransactionId: '412345678901234', networkTransactionDate: '1770000000000' }
    for (const more of [{}, pair, { ...pair, cardCvv: codes.three }, { ...pair, cardHolderName: pans[5]! }])
      await shop.world.http.inject({
        method: 'POST',
        url: '/card',
        headers: { authorization: `Bearer ${shop.privateKey}`, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ...card, ...more }).toString(),
      })
    expect(await shop.count(`shoppers.cards where expiry_year = 2034 and brand = 'maestro'`)).toBe(1)
  },
  async (shop) => {
    const row = (nth: number, fields = {}) => cardRow(`old-${nth}`, { cardNumber: pans[nth]!, ...fields })
    const misplaced = ['reference', 'identifier', 'email', 'cardExpiryDate', 'cardHolderName', 'networkTransactionDate']
    const wrong = misplaced.map((column) => row(2, { [column]: pans[2]! }))
    const { printed, mapping } = await importsFile(shop, csvOf([row(0), ...wrong, row(1), ['old-2', pans[2]!]]))
    expect(await shop.count('shoppers.card_imports')).toBe(2)
    expect(printed).toContain('7 refused')
    expect([printed, mapping].flatMap(secretsIn)).toEqual([])
  },
  (shop) =>
    shop.world.http.inject({ method: 'GET', url: `/checkout/${pans[0]}?cardNumber=${pans[0]}&cardCvv=${codes.three}` }),
  (shop) => shop.world.http.inject({ method: 'POST', url: '/nowhere', payload: { pan: pans[0], cardCvv: codes.four } }),
  (shop) =>
    shop.world.http.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      payload: `{"cardNumber":"${pans[0]}","cardCvv":"${codes.three}"`,
    }),
  async (shop) => {
    const { shopper } = await pays(shop, { cardTransactionMode: 'auth' }, { number: pans[1]! })
    const [row] = await shop.rows(`select id::text from orders.orders where external_id = '${shopper.orderId}'`)
    const [payment] = await paymentsOf(shop.world.app.db, readId<OrderId>(row!.id)!)
    const { siteId, id: paymentId } = payment!
    await capturePayment(shop.world.app, { by, siteId, paymentId, amount: undefined })
    await reversePayment(shop.world.app, { by, siteId, paymentId, amount: undefined })
  },
  async (shop) => {
    const [card] = await shop.rows('select min(id) as id from shoppers.cards')
    const shopper = await shop.sends({ cardId: Number(card!.id) })
    await shopper.sees()
    await shopper.paysWith(BigInt(String(card!.id)))
    await shopper.bringsBack()
  },
]

/** What `florin card import` prints and writes. */
async function importsFile({ world, site }: Shop, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'florin-secrets-'))
  const [path, to] = [join(folder, 'cards.csv'), join(folder, 'mapping.csv')]
  await writeFile(path, text, { mode: 0o600 })
  const { printed, error } = await openCommandLine(world).runs([
    'card',
    'import',
    String(site.id),
    path,
    '--mapping',
    to,
  ])
  const mapping = await readFile(to, 'utf8')
  await rm(folder, { recursive: true })
  return { printed: `${printed}${error?.message}`, mapping }
}

async function tablesOf(shop: Shop): Promise<Record<string, string[]>> {
  const tables = await shop.rows(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema', 'vault') and table_type = 'BASE TABLE'`)
  const texts: Record<string, string[]> = {}
  for (const { name } of tables)
    texts[String(name)] = (await shop.rows(`select t::text as row from ${name} t`)).map(({ row }) => String(row))
  return texts
}

/**
 * More of a number than its ends: nine digits of it in a row, or the digits between the first six and the last four; in
 * plain text, with gaps, in hexadecimal or in base64. A security code: as a whole word in quotes or beside its name.
 */
function secretsIn(everything: string): string[] {
  const text = everything.replaceAll(uuid, 'made by chance')
  const plain = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '')
  return [...new Set([...numbersIn(plain), ...numbersIn(text)])].concat(codesIn(text))
}

/** Among thousands of UUIDs, some contain nine digits of a number by chance. */
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g

const numbersIn = (text: string): string[] =>
  pans.flatMap((pan) => {
    const windows = Array.from({ length: pan.length - 8 }, (_, start) => pan.slice(start, start + 9))
    const between = new RegExp(`(?<![0-9a-fA-F])${pan.slice(6, -4)}(?![0-9a-fA-F])`).exec(text)?.[0]
    const encoded = [Buffer.from(pan).toString('hex'), ...[0, 1, 2].map((shift) => base64Of(pan, shift))]
    return [...windows, ...encoded].filter((window) => text.includes(window)).concat(between ?? [])
  })

/** What base64 makes of the number wherever it begins in a longer text. */
const base64Of = (pan: string, shift: number): string =>
  Buffer.from('x'.repeat(shift) + pan)
    .toString('base64')
    .slice(shift === 0 ? 0 : shift + 1, 16)

const codesIn = (text: string): string[] =>
  Object.values(codes).filter((code) =>
    new RegExp(`["'=>(,]${code}(?=["'&<),\\s]|$)|(?:cvv|cvc|code)\\W{1,4}${code}(?!\\d)`, 'i').test(text),
  )

const around = (text: string, secret: string): string => {
  const place = Math.max(0, text.indexOf(secret))
  return text.slice(Math.max(0, place - 80), place + 40)
}

function withCheckDigit(start: string): string {
  const sum = [...start].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return start + String((10 - (sum % 10)) % 10)
}
