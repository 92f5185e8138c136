import { createHash } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { changeTerms, importBankFile, listPayouts, makePayoutFile } from '#acquiring/merchant-payouts'
import { setRate } from '#core/rates'
import { readHolderId } from '#issuing/ids'
import { bookedBetween, recordReport, settleDay } from '#issuing/networkreports'
import { decideHit, screenPerson } from '#issuing/screening'
import { formatMoney, money } from '#kernel/base/money.ts'
import { by } from './author.ts'
import { clearsFile, presentment } from './clearing-file.ts'
import { openDecidingPartner } from './deciding.ts'
import { openWatchedChain, someone, usdc } from './deposits.ts'
import { sellerSettings } from './fee-invoices.ts'
import { approveKyc } from './issuing.ts'
import { codeIn, mailOf } from './mail.ts'
import { openPaidMerchant, operator } from './merchant-payouts.ts'
import { moneyOf, openSpender, type Spender } from './network.ts'
import { cardOf, disputesBetween, onUs, subscribesTo } from './on-us.ts'
import type { PartnerFixture } from './partner.ts'
import { compliance, loads, tavio } from './sanctions.ts'
import { ana as facts, list, namesake } from './screened.ts'
import { openMerchantSide, proofOf } from './three-ds.ts'
import { openTopups } from './topups.ts'
import { createWorld, dayOne, type Merchant, type World } from './world.ts'

const environment = {
  ...onUs.environment,
  ...sellerSettings,
  FLORIN_RATES: 'off',
  FLORIN_BANK: 'file',
  FLORIN_BANK_HOLDER: 'Florin Payments SRL',
  FLORIN_BANK_IBAN: 'RO49 AAAA 1B31 0075 9384 0000',
}

/**
 * Some weeks of a bank whose customers pay at a merchant of ours: card transactions of every kind, challenges, disputes,
 * a clearing file, topups in coins, sanctions lists, wallets, and payouts to the merchant by a file.
 */
export async function bankHistory(): Promise<World> {
  const world = await createWorld({ environment })
  const { app } = world
  await setRate(app, { by, base: 'EUR', quote: 'USD', rate: '1.25' })
  await setRate(app, { by, base: 'USDC', quote: 'EUR', rate: '0.90' })
  const bakery = await world.merchant()
  await openPaidMerchant(world, bakery.site.merchantId, { reserveBasisPoints: 1_000, reserveDays: 2 })
  await using fjord = await openDecidingPartner(world)
  const ana = await openSpender(world, fjord.partner)
  await spends(world, ana)
  await authenticates(world, ana)
  await topsUp(world, ana)
  await registers(world, fjord.partner)
  await buysAndDisputes(world, { bakery, partner: fjord.partner, ana })
  await reportsOfNetwork(world)
  await reversesTopup(world)
  await paidByFile(world, bakery)
  await screens(world, fjord.partner)
  await world.runUntilIdle()
  return world
}

async function spends(world: World, ana: Spender): Promise<void> {
  const original = async (amount: string) => {
    const request = ana.authorization(amount)
    await ana.send(request)
    return { original: { key: request.key } }
  }
  await ana.clear('40.00', await original('40.00'))
  await ana.reverse('12.00', (await original('12.00')).original, { remaining: moneyOf('5.00') })
  await ana.refund('4.00')
  await clearsFile(world.app, [presentment({ cardNumber: ana.shown.number.reveal() })])
}

async function authenticates(world: World, ana: Spender): Promise<void> {
  await using shop = await openMerchantSide(world)
  const { acsTransID } = await shop.authenticate(ana, '42.99')
  const body = { authType: 'pinCode', authStatus: 'success' }
  await ana.call('PATCH', `/transactions/3d-secure/${acsTransID}`, { body })
  await ana.authorize('42.99', proofOf(shop.results[0]!))
  await shop.authenticate(ana, '42.99')
}

async function screens(world: World, partner: PartnerFixture): Promise<void> {
  const { customerId } = await partner.customer()
  await approveKyc(world, customerId)
  const holderId = readHolderId(customerId)!
  await loads(world, 'ofac', list(tavio))
  const [hit] = await screenPerson(world.app, holderId, namesake)
  await decideHit(world.app, { by: compliance, hitId: hit!.id, decision: 'clear' })
  await screenPerson(world.app, holderId, facts)
}

/** The network reports the days so far, and the first is settled. */
async function reportsOfNetwork({ app, clock, pass, query }: World): Promise<void> {
  await pass({ hours: 24 })
  const dayOf = (moment: Temporal.Instant) => moment.toZonedDateTimeISO('UTC').toPlainDate()
  const days = await bookedBetween(app.db, dayOf(dayOne), dayOf(clock.now()).subtract({ days: 1 }))
  const booked = [...days.values()].map(({ day, currency, sums }) => {
    const { clearing, refund, chargeback, representment } = sums
    const text = ({ minor }: { minor: bigint }) => formatMoney(money(minor, currency))
    return {
      ...{ day: day.toString(), currency },
      ...{ clearings: String(clearing.count), cleared: text(clearing) },
      ...{ refunds: String(refund.count), refunded: text(refund) },
      ...{ chargebacks: String(chargeback.count), chargedBack: text(chargeback) },
      ...{ representments: String(representment.count), represented: text(representment) },
    }
  })
  const rows = booked.map((columns, nth) => ({ line: nth + 2, columns }))
  const author = { ...by, reason: 'Report of the week.' }
  const report = await recordReport(app, {
    by: author,
    name: 'network.csv',
    rows: (async function* () {
      yield* rows
    })(),
    digest: () => createHash('sha256').update(JSON.stringify(rows)).digest(),
  })
  const [row] = await query(`select id from networkreports.rows where report_id = ${report.id}`)
  await settleDay(app, { by: author, reportId: report.id, row: BigInt(String(row!.id)) })
}

/** A customer of another partner tops up with a card, and the store refunds a part of it. */
async function reversesTopup(world: World): Promise<void> {
  const { holder, refund } = await openTopups(world)
  await refund(await (await holder()).topsUp('30.00'), '10.00')
}

async function topsUp(world: World, ana: Spender): Promise<void> {
  await openWatchedChain(world)
  await world.runUntilIdle()
  const body = {
    fiatCurrency: 'EUR',
    cryptoCurrency: 'USDC',
    amount: 90,
    inputType: 'fiat',
    blockchain: 'sandbox',
    senderAddress: someone,
  }
  const reply = await ana.call('POST', '/topups/crypto', { body })
  if (reply.status >= 300) throw new Error(JSON.stringify(reply.body))
  const { crypto } = reply.body as { crypto: { address: string } }
  await world.app.sandboxChain!.send({ contract: usdc, from: someone, to: crypto.address, quantity: 100_000_000n })
  await world.app.sandboxChain!.mine(4)
  await world.pass({ seconds: 5 })
}

/** A customer registers with a wallet. */
async function registers(world: World, { asApp }: PartnerFixture): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  const post = async (path: string, body: object) =>
    (await asApp('POST', `/auth/register/wallet${path}`, { body })).body
  const { challengeId, message } = await post('/challenge', { walletAddress: account.address })
  const signature = await account.signMessage({ message: String(message) })
  const { registrationId } = await post('', { challengeId, signature, email: 'eve@example.com' })
  await world.runUntilIdle()
  const code = codeIn((await mailOf(world, 'eve@example.com')).at(-1)!)
  await post('/verify', { registrationId, code })
}

type Sides = { bakery: Merchant; partner: PartnerFixture; ana: Spender }

/** Payments at the merchant: one is disputed and lost, one refunded, one voided; the card is reissued. */
async function buysAndDisputes(world: World, { bakery, partner, ana }: Sides): Promise<void> {
  const buys = async (amount: string) => {
    const shopper = await bakery.sends({ amount })
    await shopper.pays(cardOf(ana))
    const [{ key } = {}] = await world.query('select key from payments.payments order by id desc limit 1')
    return String(key)
  }
  await subscribesTo(bakery, cardOf(ana))
  const disputed = await buys('3.00')
  const { raises, decides } = disputesBetween(world, partner)
  await decides(await raises(disputed), 'win')
  await buys('200.00')
  await world.runUntilIdle()
  const login = await partner.asServer('POST', '/auth/login/partner', { body: { customerId: ana.customerId } })
  const again = partner.withToken(String(login.body.accessToken))
  await again('POST', `/cards/${ana.issued.id}/reissue/stolen`)
}

/** The operator makes the file of payouts, and the bank answers with its own. */
async function paidByFile({ app, pass }: World, { site }: Merchant): Promise<void> {
  await pass({ months: 1 })
  await makePayoutFile(app, { by: operator })
  const { data } = await listPayouts(
    app.db,
    { merchantIds: [site.merchantId], status: 'submitted' },
    { page: 1, size: 1 },
  )
  const reported = `<TxInfAndSts><OrgnlEndToEndId>${data[0]!.endToEndId}</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts>`
  await importBankFile(app, {
    by: operator,
    content: `<Document><CstmrPmtStsRpt>${reported}</CstmrPmtStsRpt></Document>`,
  })
  await changeTerms(app, { by: operator, merchantId: site.merchantId, changes: { hold: true } })
}
