import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longTest, sampled } from '../world/length.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { browse, openMerchantSide, proofOf } from '../world/three-ds.ts'
import { createWorld, type World } from '../world/world.ts'

const confirmed = { authType: 'fingerprint', authStatus: 'success' }

describe('3-D Secure of a card that we have issued', () => {
  let world: World
  let nordwind: PartnerFixture
  let shop: Awaited<ReturnType<typeof openMerchantSide>>
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
    shop = await openMerchantSide(world)
  })
  afterAll(async () => {
    await shop[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  const pending = async ({ call }: Spender) =>
    (await call('GET', '/transactions/3d-secure')).body as { data: Record<string, unknown>[]; total: number }
  const answer = ({ call }: Spender, id: string, body: object = confirmed) =>
    call('PATCH', `/transactions/3d-secure/${id}`, { body })
  const resultOf = (id: string) => shop.results.filter(({ acsTransID }) => acsTransID === id)
  const eventsOf = async (customerId: string) => {
    const { data } = (await nordwind.asServer('GET', '/events?size=100')).body as { data: Record<string, unknown>[] }
    return data.filter((event) => event.customerId === customerId)
  }

  test('the holder confirms a payment in the app, and its authorization joins the record of the challenge', async () => {
    const ana = await openSpender(world, nordwind)
    const ares = await shop.authenticate(ana, '42.99')
    expect(ares).toMatchObject({ transStatus: 'C', acsChallengeMandated: 'Y', authenticationType: '03' })
    const { data } = await pending(ana)
    const transactionId = String(data[0]?.transactionId)
    expect(data).toEqual([
      {
        transactionAuthId: ares.acsTransID,
        transactionId,
        cardId: ana.issued.id,
        amount: 42.99,
        currency: 'EUR',
        merchant: 'Florin Bakery',
        status: 'initiated',
        requestedAt: '2026-05-04T10:00:00.000Z',
        expiresAt: '2026-05-04T10:10:00.000Z',
      },
    ])
    expect(await ana.transaction(transactionId)).toMatchObject({ status: 'challenged', amount: '42.99' })
    const answered = await answer(ana, ares.acsTransID)
    expect(answered).toMatchObject({ status: 200, body: { status: 'authorized' } })
    expect((await pending(ana)).total).toBe(0)
    const [result] = resultOf(ares.acsTransID)
    expect(result).toMatchObject({ transStatus: 'Y', eci: '02', interactionCounter: '01' })
    expect(result?.authenticationValue).toMatch(/^xg[Q-T].{25}$/)
    const approval = await ana.authorize('42.99', proofOf(result!))
    expect(approval).toMatchObject({ code: '00', transactionId })
    expect(await ana.transaction(transactionId)).toMatchObject({
      status: 'pending',
      verdicts: expect.arrayContaining([{ rule: 'threeDs', result: 'passed' }]),
      messages: [
        { kind: 'challenge', code: '1A' },
        { kind: 'authorization', code: '00' },
      ],
    })
    expect((await eventsOf(ana.customerId)).map(({ eventType }) => eventType)).toEqual(
      expect.arrayContaining(['transactionCreated', 'transaction3dsRequested', 'transaction3dsCompleted']),
    )
  })

  test.each(
    sampled([
      ['failed', 'declined', 'declined', { transStatus: 'N', transStatusReason: '01' }],
      ['canceled', 'cancelled', 'declined', { transStatus: 'N', challengeCancel: '01' }],
      ['timeout', 'timeout', 'expired', { transStatus: 'N', transStatusReason: '14', challengeCancel: '04' }],
    ]),
  )('an app that says %s ends the challenge as %s', async (authStatus, status, ofTransaction, result) => {
    const ana = await openSpender(world, nordwind)
    const { acsTransID } = await shop.authenticate(ana, '42.99')
    const { transactionId } = (await pending(ana)).data[0]!
    expect((await answer(ana, acsTransID, { authType: 'pinCode', authStatus })).body).toMatchObject({ status })
    expect(await ana.transaction(String(transactionId))).toMatchObject({ status: ofTransaction })
    expect(resultOf(acsTransID)).toEqual([expect.objectContaining(result)])
    expect(resultOf(acsTransID)[0]).not.toHaveProperty('authenticationValue')
    const completed = (await eventsOf(ana.customerId)).find(({ eventType }) => eventType === 'transaction3dsCompleted')
    expect(completed?.data).toEqual({ transactionId, status })
    // The merchant's word that it was authenticated counts for nothing.
    const forged = { ...resultOf(acsTransID)[0]!, eci: '02', authenticationValue: 'xgTD5kW11+a9kmfcgtQqm0StsgSo' }
    expect((await ana.authorize('42.99', proofOf(forged))).code).toBe('59')
  })

  test('a challenge that is over takes no answer, and says what it is', async () => {
    const ana = await openSpender(world, nordwind)
    const { acsTransID } = await shop.authenticate(ana, '42.99')
    await answer(ana, acsTransID)
    expect(await answer(ana, acsTransID, { authType: 'other', authStatus: 'failed' })).toMatchObject({
      status: 409,
      body: { reason: 'challenge_over', allowed: [], message: expect.stringContaining('authorized') },
    })
    const unknown = await answer(ana, '00000000-0000-4000-8000-000000000000')
    expect(unknown).toMatchObject({ status: 404, body: { reason: 'challenge_not_found' } })
    expect((await answer(ana, 'nonsense')).status).toBe(404)
    const other = await openSpender(world, nordwind)
    expect((await answer(other, acsTransID)).status).toBe(404)
    expect((await answer(ana, acsTransID, { authType: 'password', authStatus: 'success' })).status).toBe(400)
  })

  // In small: an answer and the clock at once: one counts
  longTest('of two answers at once one counts, and one result is sent', async () => {
    const ana = await openSpender(world, nordwind)
    const { acsTransID } = await shop.authenticate(ana, '42.99')
    const declined = { authType: 'other', authStatus: 'failed' }
    const all = await Promise.all([answer(ana, acsTransID), answer(ana, acsTransID, declined), answer(ana, acsTransID)])
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const status = all.find((reply) => reply.status === 200)?.body.status
    expect(resultOf(acsTransID)[0]?.transStatus).toBe(status === 'authorized' ? 'Y' : 'N')
    const history = await world.query(`select to_status from threeds.challenge_transitions
      where challenge_id = '${acsTransID}' and action <> 'create'`)
    expect(history).toEqual([{ to_status: status }])
  })

  test('an answer and the clock at once: one counts', async () => {
    const ana = await openSpender(world, nordwind)
    const { acsTransID } = await shop.authenticate(ana, '42.99')
    const [reply] = await Promise.all([answer(ana, acsTransID), world.pass({ minutes: 11 })])
    const [{ status } = {}] = await world.query(`select status from threeds.challenges where id = '${acsTransID}'`)
    expect([
      [200, 'authorized'],
      [409, 'timeout'],
    ]).toContainEqual([reply.status, status])
    expect((await answer(ana, acsTransID)).status).toBe(409)
  })

  test('without a browser within half a minute, and without an answer within ten, the challenge times out', async () => {
    const ana = await openSpender(world, nordwind)
    const lost = await shop.authenticate(ana, '42.99')
    const { transactionId } = (await pending(ana)).data[0]!
    await world.pass({ seconds: 31 })
    expect(resultOf(lost.acsTransID)).toMatchObject([
      { transStatus: 'N', transStatusReason: '14', challengeCancel: '05' },
    ])
    expect(await ana.transaction(String(transactionId))).toMatchObject({ status: 'expired' })
    const seen = await shop.authenticate(ana, '42.99')
    await browse(world, 'POST', '/3ds/challenge', { creq: shop.creq(seen) })
    await world.pass({ minutes: 9 })
    expect((await pending(ana)).total).toBe(1)
    await world.pass({ minutes: 2 })
    expect((await pending(ana)).total).toBe(0)
    expect(resultOf(seen.acsTransID)).toMatchObject([{ challengeCancel: '04' }])
    expect((await answer(ana, seen.acsTransID)).status).toBe(409)
  })

  test('what was confirmed counts once, for its amount, merchant and card, for a week', async () => {
    const ana = await openSpender(world, nordwind)
    const confirm = async () => {
      const { acsTransID } = await shop.authenticate(ana, '42.99')
      await answer(ana, acsTransID)
      return proofOf(resultOf(acsTransID)[0]!)
    }
    const proof = await confirm()
    expect((await ana.authorize('43.00', proof)).code).toBe('63')
    expect((await ana.authorize('42.99', { ...proof, reference: { acquirerId: '400002' } })).code).toBe('63')
    const other = await openSpender(world, nordwind)
    expect((await other.authorize('42.99', proof)).code).toBe('63')
    const twice = await Promise.all([ana.authorize('42.99', proof), ana.authorize('42.99', proof)])
    expect(twice.map(({ code }) => code).toSorted()).toEqual(['00', '63'])
    expect(await ana.funds()).toMatchObject({ held: '42.99' })
    const late = await confirm()
    await world.pass({ hours: 24 * 7 + 1 })
    expect((await ana.authorize('42.99', late)).code).toBe('63')
    const waiting = `select s.id from spending.states s join spending.transactions using (id) where s.status = 'challenged'`
    expect(await world.query(`${waiting} and holder_id = '${ana.customerId}'`)).toEqual([])
  })

  test('what was confirmed is used up by an approval, and not by a decline', async () => {
    const ana = await openSpender(world, nordwind, { funds: '10.00' })
    const { acsTransID } = await shop.authenticate(ana, '42.99')
    await answer(ana, acsTransID)
    const proof = proofOf(resultOf(acsTransID)[0]!)
    expect((await ana.authorize('42.99', proof)).code).toBe('51')
    expect((await ana.authorize('42.99', proof)).code).toBe('51')
    await ana.refund('100.00', { presentmentId: ana.nextId('salary') })
    expect((await ana.authorize('42.99', proof)).code).toBe('00')
    expect((await ana.authorize('42.99', proof)).code).toBe('63')
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })

  // In small: what was confirmed counts once, for its amount, merchant and card, for a week
  longTest('of two payments with one confirmation that wait for their account together, one counts', async () => {
    const ana = await openSpender(world, nordwind)
    const { acsTransID } = await shop.authenticate(ana, '42.99')
    await answer(ana, acsTransID)
    const proof = proofOf(resultOf(acsTransID)[0]!)
    const held = await world.holdRow('accounts.accounts', ana.accountId)
    const before = ana.authorize('1.00')
    await world.untilWaiting(1)
    const twice = [ana.authorize('42.99', proof), ana.authorize('42.99', proof)]
    await world.untilWaiting(2)
    await held.release()
    expect((await before).code).toBe('00')
    expect((await Promise.all(twice)).map(({ code }) => code).toSorted()).toEqual(['00', '63'])
  })

  test('a card that is stopped while its holder confirms is not authenticated', async () => {
    const ana = await openSpender(world, nordwind)
    const { acsTransID } = await shop.authenticate(ana, '42.99')
    await ana.post(ana.issued, '/freeze')
    expect((await answer(ana, acsTransID)).body).toMatchObject({ status: 'failed' })
    expect(resultOf(acsTransID)).toMatchObject([{ transStatus: 'U', transStatusReason: '22', challengeCancel: '06' }])
    expect(await shop.authenticate(ana, '42.99')).toMatchObject({ transStatus: 'N', transStatusReason: '12' })
  })

  test('a payment that is refused without a question is a decline with its reason, once', async () => {
    const partner = await openPartner(world, 'Dough')
    const ana = await openSpender(world, partner)
    await ana.post(ana.issued, '/freeze')
    const { threeDSServerTransID, dsTransID } = shop.areq(ana, '42.99')
    const ids = { threeDSServerTransID, dsTransID }
    await shop.authenticate(ana, '42.99', ids)
    await shop.authenticate(ana, '42.99', ids)

    const { data } = (await ana.call('GET', '/transactions?status=declined')).body as { data: { id: string }[] }
    expect(data).toMatchObject([{ status: 'declined', amount: '42.99', amounts: { held: '0.00' } }])
    const { body } = await ana.call('GET', `/transactions/${data[0]?.id}`)
    expect(body).toMatchObject({
      declineReason: 'card',
      messages: [{ kind: 'challenge', status: 'declined', code: '62' }],
    })
    const events = await partner.asServer('GET', '/events?size=100')
    expect(events.body.data).toContainEqual(
      expect.objectContaining({ eventType: 'transactionCreated', data: { transactionId: data[0]?.id } }),
    )
  })

  test('small payments pass without a question five times, and again after the holder was asked', async () => {
    const ana = await openSpender(world, nordwind)
    const ask = async () => (await shop.authenticate(ana, '12.00')).transStatus
    const [first, ...rest] = await Promise.all(Array.from({ length: 7 }, () => shop.authenticate(ana, '12.00')))
    const all = [first!, ...rest].map(({ transStatus }) => transStatus)
    expect(all.toSorted()).toEqual(['C', 'C', 'Y', 'Y', 'Y', 'Y', 'Y'])
    const frictionless = [first!, ...rest].find(({ transStatus }) => transStatus === 'Y')!
    expect(await ana.authorize('12.00', proofOf(frictionless))).toMatchObject({ code: '00' })
    expect(await ana.authorize('12.00', proofOf(frictionless))).toMatchObject({ code: '63' })
    const { data } = await pending(ana)
    await answer(ana, String(data[0]?.transactionAuthId))
    expect(await ask()).toBe('Y')
  })

  test('the result waits for a merchant’s side that does not answer', async () => {
    const ana = await openSpender(world, nordwind)
    shop.answerResults(() => 'nothing')
    const { acsTransID } = await shop.authenticate(ana, '42.99')
    expect((await answer(ana, acsTransID)).status).toBe(200)
    await world.pass({ seconds: 11 })
    expect(resultOf(acsTransID)).toHaveLength(2)
    shop.answerResults(({ messageType: _, ...ids }) => ({ ...ids, messageType: 'RRes', resultsStatus: '01' }))
    await world.pass({ seconds: 11 })
    await world.pass({ seconds: 11 })
    expect(resultOf(acsTransID)).toHaveLength(3)
  })

  test('a request that cannot be read is answered with what is wrong, and the same again as before', async () => {
    const ana = await openSpender(world, nordwind)
    const areq = shop.areq(ana, '42.99')
    const wrong = async (changes: Record<string, unknown>) => {
      const answered = await shop.ask(ana, '42.99', changes)
      return 'errorCode' in answered ? `${answered.errorCode} ${answered.errorDetail}` : answered.transStatus
    }
    expect(await wrong({ merchantName: undefined, mcc: undefined })).toBe('201 mcc,merchantName')
    expect(await wrong({ browserUserAgent: undefined })).toBe('201 browserUserAgent')
    expect(await wrong({ browserJavascriptEnabled: 'true' })).toBe('203 browserJavascriptEnabled')
    expect(await wrong({ cardExpiryDate: null })).toBe('203 cardExpiryDate')
    expect(await wrong({ purchaseCurrency: '000' })).toBe('304 purchaseCurrency')
    expect(await wrong({ messageVersion: '2.3.1' })).toBe('102 2.2.0,2.1.0')
    expect(await wrong({ messageType: 'PReq' })).toBe('101 messageType is not AReq')
    expect(await wrong({ messageExtension: [{ id: 'A1', criticalityIndicator: true }] })).toBe('202 A1')
    expect(await wrong({ acctNumber: '4111111111111111' })).toBe('305 acctNumber')
    expect(await wrong({ cardExpiryDate: '2001' })).toBe('N')
    const { threeDSServerTransID, dsTransID } = areq
    const ids = { threeDSServerTransID, dsTransID }
    const first = await shop.authenticate(ana, '42.99', ids)
    expect(await shop.authenticate(ana, '42.99', ids)).toEqual(first)
    expect(await wrong({ ...ids, purchaseAmount: '1' })).toBe('305 threeDSServerTransID')
    expect((await pending(ana)).total).toBe(1)
  })

  test('everything agrees with everything', async () => {
    expect((await world.verify()).differences).toEqual([])
  })
})
