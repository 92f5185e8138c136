import type { PluginTransformQueryArgs } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mayBeOurs } from '#issuing/programmes'
import { longTest } from '../world/length.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { cardOf, onUs, subscribesTo, throughTheBank, typed } from '../world/on-us.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import { fieldOf, type Shopper } from '../world/shopper.ts'
import { createWorld, type Merchant, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }

describe('a card that we have issued pays at a merchant of ours', () => {
  let world: World
  let nordwind: PartnerFixture
  let bakery: Merchant
  beforeAll(async () => {
    world = await createWorld(onUs)
    nordwind = await openPartner(world)
    bakery = await world.merchant()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const answering =
    ({ call }: Spender, authStatus = 'success') =>
    (id: string) =>
      call('PATCH', `/transactions/3d-secure/${id}`, { body: { authType: 'fingerprint', authStatus } })
  const formOf = (text: string) => ({
    url: /<form[^>]* action="([^"]+)"/.exec(text)?.[1] ?? '',
    creq: fieldOf(text, 'creq'),
  })
  const comesBack = (shopper: Shopper, fields: Record<string, string>) =>
    shopper.returnsFromBank({ url: `${shopper.address}/challenge`, fields: fields as never })
  const notifiedOf = async ({ orderId }: Shopper) => {
    await world.runUntilIdle()
    const all = bakery.receiver.requests.map((request) => request.open())
    return all
      .filter(({ externalOrderId }) => externalOrderId === orderId)
      .map(({ transactionStatus }) => transactionStatus)
  }

  test('after the holder has approved it in the app: paid, held, and cleared two days later', async () => {
    const ana = await openSpender(world, nordwind)
    const shopper = await bakery.sends({ amount: '42.99' })
    const { text } = await shopper.pays(cardOf(ana))
    expect(text).toContain('Your bank wants to be sure that it is you')
    const { url, creq } = formOf(text)
    expect(url).toBe('http://florin.test/3ds/challenge')
    const landed = await comesBack(shopper, await throughTheBank(world, { creq }, answering(ana)))
    expect(landed.address).toBe(`${shopper.address}/return`)
    expect(await notifiedOf(shopper)).toEqual(['complete-ok'])
    expect(await ana.funds()).toEqual({ balance: '1000.00', held: '42.99', available: '957.01' })
    const [seen] = (await ana.transactions('?type=purchase')).data
    expect(seen).toMatchObject({ status: 'pending', amount: '42.99', merchant: { name: expect.any(String) } })
    await world.pass({ hours: 49 })
    const [held] = await world.query(`select status from spending.states where id = '${seen?.id}'`)
    expect(held).toEqual({ status: 'settled' })
    const [payment] = await world.query(
      `select connector, three_d_secure as how from payments.payments order by id desc limit 1`,
    )
    expect(payment).toEqual({ connector: 'on-us', how: 'challenged' })
  })

  test('a response that says authenticated before the holder has said so pays nothing', async () => {
    const ana = await openSpender(world, nordwind)
    const shopper = await bakery.sends({ amount: '42.99' })
    const { creq } = formOf((await shopper.pays(cardOf(ana))).text)
    const { acsTransID, threeDSServerTransID } = JSON.parse(Buffer.from(creq, 'base64url').toString())
    const forged = { messageType: 'CRes', messageVersion: '2.2.0', acsTransID, threeDSServerTransID, transStatus: 'Y' }
    const cres = Buffer.from(JSON.stringify({ ...forged, authenticationValue: 'xgTD5kW11' })).toString('base64url')
    const landed = await comesBack(shopper, { cres })
    expect(landed.text).toContain('Your bank could not confirm that it was you.')
    expect(await ana.funds()).toMatchObject({ held: '0.00' })
  })

  test('a holder who declines in the app, and one without money, are declined as anywhere', async () => {
    const ana = await openSpender(world, nordwind, { funds: '10.00' })
    const shopper = await bakery.sends({ amount: '42.99' })
    const first = formOf((await shopper.pays(cardOf(ana))).text)
    const refused = await comesBack(shopper, await throughTheBank(world, first, answering(ana, 'failed')))
    expect(refused.text).toContain('Your bank could not confirm that it was you.')
    const second = formOf((await shopper.pays(cardOf(ana))).text)
    const poor = await comesBack(shopper, await throughTheBank(world, second, answering(ana)))
    expect(poor.text).toContain('There is not enough money on this card.')
    const wrong = await shopper.pays({ ...cardOf(ana), cvv: ana.shown.cvv2.reveal() === '000' ? '001' : '000' })
    const third = await comesBack(shopper, await throughTheBank(world, formOf(wrong.text), answering(ana)))
    expect(third.text).toContain('security code')
    expect((await ana.transactions('?status=declined')).total).toBe(3)
  })

  test('a refund comes back to the account, also of a payment that was not cleared yet', async () => {
    const ana = await openSpender(world, nordwind)
    const { acquirer } = world.app.connectors.find('on-us')!
    const key = crypto.randomUUID()
    const sold = await acquirer.authorize({
      key,
      kind: 'sale',
      amount: { minor: 20_00n, currency: 'EUR' },
      card: typed(ana),
      initiator: { type: 'cit', storesCard: false },
      descriptor: 'BAKERY',
      shopper: { ip: undefined, email: undefined, country: undefined },
      threeDSecure: undefined,
    })
    expect(sold.outcome).toBe('approved')
    const refund = { key: crypto.randomUUID(), authorization: key, reference: undefined }
    await acquirer.refund({ ...refund, amount: { minor: 5_00n, currency: 'EUR' } })
    expect(await ana.funds()).toEqual({ balance: '985.00', held: '0.00', available: '985.00' })
  })

  test('a card of another bank goes where it went before', async () => {
    const shopper = await bakery.sends()
    expect((await shopper.pays()).address).toBe(`${shopper.address}/return`)
    const [payment] = await world.query('select connector from payments.payments order by id desc limit 1')
    expect(payment).toEqual({ connector: 'sandbox' })
  })

  test('payments do not read the card products again, and know one that was added a moment ago', async () => {
    const { db, clock } = world.app
    let reads = 0
    const transformQuery = ({ node }: PluginTransformQueryArgs) => {
      reads++
      return node
    }
    const read = db.read.withPlugin({ transformQuery, transformResult: async ({ result }) => result })
    let seconds = 0
    const here = { db: { ...db, read }, clock: { ...clock, wall: () => clock.wall().add({ seconds }) } }
    const isOurs = () => Promise.all(['51999888', '5199', '5199988812345678'].map((digits) => mayBeOurs(here, digits)))
    expect([await isOurs(), await isOurs(), reads]).toEqual([[false, false, false], [false, false, false], 1])
    await openProduct({ ...world, app: { ...world.app, ...here } }, nordwind, { prefix: '51999888' })
    expect(await isOurs()).toEqual([true, true, true])
    await openProduct(world, nordwind, { prefix: '51999777' })
    expect(await mayBeOurs(here, '51999777')).toBe(false)
    seconds = 5
    expect(await mayBeOurs(here, '51999777')).toBe(true)
  })

  // In small: stolen: the stored card shows the new number, keeps its id, and the old number is nowhere
  longTest('a subscription lives on for half a year, with a card reissued in the middle', async () => {
    const ana = await openSpender(world, nordwind)
    const shopper = await subscribesTo(bakery, cardOf(ana))
    for (let month = 0; month < 3; month++) await world.pass({ months: 1 })
    const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId: ana.customerId } })
    const again = nordwind.withToken(String(login.body.accessToken))
    const reissued = await again('POST', `/cards/${ana.issued.id}/reissue/stolen`)
    expect(reissued.status).toBe(201)
    for (let month = 0; month < 3; month++) await world.pass({ months: 1 })
    // In November the same hour of the site is an hour later in UTC.
    await world.pass({ hours: 1 })
    expect(await notifiedOf(shopper)).toEqual(Array.from({ length: 7 }, () => 'complete-ok'))
    const cards = await world.query(`select card_id as id, count(*)::int as count from spending.transactions
      where holder_id = '${ana.customerId}' and type = 'purchase' group by 1 order by 2 desc`)
    expect(cards).toEqual([
      { id: ana.issued.id, count: 4 },
      { id: reissued.body.id, count: 3 },
    ])
  })

  test('a holder who allows no bakeries, or no merchants there, is declined at one: sites say what and where they sell', async () => {
    const ana = await openSpender(world, nordwind)
    const { directory } = world.app
    await directory.changeSite({ by, siteId: bakery.site.id, changes: { category: '5462', country: 'fr' } })
    const buys = async () => (await (await bakery.sends({ amount: '3.00' })).pays(cardOf(ana))).address
    const limits = (controls: object) => ana.call('PUT', `/cards/${ana.issued.id}/controls`, { body: controls })
    expect(await buys()).toContain('/return')
    const [seen] = (await ana.transactions('?type=purchase')).data
    expect(seen).toMatchObject({ merchant: { category: '5462', country: 'FR' } })
    expect((await limits({ merchantCategories: { mode: 'block', codes: ['5462'] } })).status).toBe(200)
    expect(await buys()).not.toContain('/return')
    expect((await limits({ countries: { mode: 'allow', codes: ['RO'] } })).status).toBe(200)
    expect(await buys()).not.toContain('/return')
    await directory.changeSite({ by, siteId: bakery.site.id, changes: { country: 'RO' } })
    expect(await buys()).toContain('/return')
  })

  test('both sides agree', async () => {
    expect((await world.verify()).differences).toEqual([])
  })
})
