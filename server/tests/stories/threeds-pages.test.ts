import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { browse, openMerchantSide } from '../world/three-ds.ts'
import { createWorld, type World } from '../world/world.ts'

describe('the page of the bank of a card that we have issued', () => {
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

  const answer = ({ call }: Spender, id: string) =>
    call('PATCH', `/transactions/3d-secure/${id}`, { body: { authType: 'pattern', authStatus: 'success' } })
  const resultOf = (id: string) => shop.results.filter(({ acsTransID }) => acsTransID === id)

  test('it waits for the answer, and takes the browser back when it is there', async () => {
    const ana = await openSpender(world, nordwind)
    const ares = await shop.authenticate(ana, '42.99')
    const opened = await browse(world, 'POST', '/3ds/challenge', {
      creq: shop.creq(ares),
      threeDSSessionData: 'c2Vzc2lvbg',
    })
    expect(opened).toMatchObject({ status: 303, location: `/3ds/challenge/${ares.acsTransID}` })
    const page = await browse(world, 'GET', opened.location)
    expect(page.body).toContain('<bdi>Florin Bakery</bdi> asks for <bdi>€42.99</bdi> with your card ending in')
    expect(page.body).toContain(`data-live="${opened.location}/events"`)
    expect(page.body).toContain('<noscript><meta http-equiv="refresh"')
    expect(page.headers['content-security-policy']).toContain("connect-src 'self'")
    expect(page.headers['content-security-policy']).toContain('frame-ancestors https://pay.example')
    expect((await browse(world, 'GET', `${opened.location}?lang=ro`)).body).toContain('Aprobați plata în aplicație')
    // A reload brings the same CReq again.
    expect(await browse(world, 'POST', '/3ds/challenge', { creq: shop.creq(ares) })).toMatchObject({ status: 303 })
    const waiting = browse(world, 'GET', `${opened.location}/events`)
    await answer(ana, ares.acsTransID)
    expect((await waiting).body).toContain('event: answered')
    const back = await browse(world, 'GET', opened.location)
    expect(back.body).toContain('action="https://pay.example/3ds/return"')
    expect(back.body).toContain('value="c2Vzc2lvbg"')
    const [, cres = ''] = /name="cres" value="([^"]+)"/.exec(back.body) ?? []
    expect(JSON.parse(Buffer.from(cres, 'base64url').toString())).toEqual({
      messageType: 'CRes',
      messageVersion: '2.2.0',
      threeDSServerTransID: ares.threeDSServerTransID,
      acsTransID: ares.acsTransID,
      challengeCompletionInd: 'Y',
      transStatus: 'Y',
    })
  })

  test('a shopper cancels at the page, and a browser that brings nonsense is refused', async () => {
    const ana = await openSpender(world, nordwind)
    const ares = await shop.authenticate(ana, '42.99')
    const { location } = await browse(world, 'POST', '/3ds/challenge', { creq: shop.creq(ares) })
    expect(await browse(world, 'POST', `${location}/cancel`)).toMatchObject({ status: 303, location })
    expect(resultOf(ares.acsTransID)).toMatchObject([{ transStatus: 'N', challengeCancel: '01' }])
    expect((await browse(world, 'GET', location)).body).toContain('name="cres"')
    expect((await browse(world, 'POST', '/3ds/challenge', { creq: 'nonsense' })).status).toBe(400)
    const other = shop.creq(ares, { threeDSServerTransID: '00000000-0000-4000-8000-000000000000' })
    expect((await browse(world, 'POST', '/3ds/challenge', { creq: other })).status).toBe(400)
    const next = await shop.authenticate(ana, '42.99')
    await browse(world, 'POST', '/3ds/challenge', { creq: shop.creq(next, { messageVersion: '2.1.0' }) })
    expect(resultOf(next.acsTransID)).toMatchObject([{ transStatus: 'U', challengeCancel: '06' }])
    expect((await browse(world, 'GET', '/3ds/challenge/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })

  test('an answer after ten minutes counts for nothing, also before a worker has seen the time', async () => {
    const ana = await openSpender(world, nordwind)
    const ares = await shop.authenticate(ana, '42.99')
    await browse(world, 'POST', '/3ds/challenge', { creq: shop.creq(ares) })
    world.clock.pass({ minutes: 10 })
    expect(await answer(ana, ares.acsTransID)).toMatchObject({ status: 409, body: { reason: 'challenge_over' } })
    expect(resultOf(ares.acsTransID)).toMatchObject([{ transStatus: 'N', transStatusReason: '14' }])
  })

  test('a late failure of one worker does not undo the delivery of another', async () => {
    const ana = await openSpender(world, nordwind)
    shop.answerResults(() => 'nothing')
    const { acsTransID } = await shop.authenticate(ana, '42.99')
    await answer(ana, acsTransID)
    world.clock.pass({ seconds: 11 })
    const sending = world.app.jobs.find(({ name }) => name === 'deliver results of 3-D Secure')!
    const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    shop.answerResults(async () => {
      asked.resolve()
      await over.promise
      return 'nothing' as const
    })
    const late = sending.run(acsTransID)
    await asked.promise
    shop.answerResults(({ messageType: _, ...ids }) => ({ ...ids, messageType: 'RRes', resultsStatus: '01' }))
    await sending.run(acsTransID)
    over.resolve()
    await late
    expect(await world.query(`select status, attempts from threeds.results where id = '${acsTransID}'`)).toEqual([
      { status: 'delivered', attempts: 2 },
    ])
  })

  test('a merchant’s side elsewhere asks with the key of a connection', async () => {
    const ana = await openSpender(world, nordwind)
    const ask = async (payload: object, key = world.app.networkConnections.get('staging')?.reveal()) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const url = '/network/v1/3d-secure/requests'
      const reply = await world.http.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) })
      return { status: reply.statusCode, body: reply.json() }
    }
    const areq = shop.areq(ana, '42.99')
    expect(await ask(areq)).toMatchObject({
      status: 200,
      body: { messageType: 'ARes', transStatus: 'C', acsURL: 'http://florin.test/3ds/challenge' },
    })
    expect(await ask({ ...areq, mcc: undefined })).toMatchObject({
      status: 200,
      body: { messageType: 'Erro', errorCode: '201' },
    })
    expect(await ask(areq, 'x'.repeat(40))).toMatchObject({ status: 401 })
  })
})
