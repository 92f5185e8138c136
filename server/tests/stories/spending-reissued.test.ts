import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suspendCard } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { Secret } from '#kernel/base/secret.ts'
import { clearsFile, presentment } from '../world/clearing-file.ts'
import { sampled } from '../world/length.ts'
import { bakery, openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { plastic } from '../world/programme.ts'
import { createWorld, type World } from '../world/world.ts'

describe('a merchant elsewhere still has the number of a card that was reissued', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const reissue = async (ana: Spender, id: string, reason: string) =>
    (await ana.call('POST', `/cards/${id}/reissue/${reason}`)).body as {
      id: string
      last4: string
      expiryMonth: number
      expiryYear: number
    }
  const cardOf = async (ana: Spender, id: string | undefined) => (await ana.transaction(id)).cardId

  test.each(sampled(['lost', 'stolen', 'compromised', 'expired']))(
    '%s: what it charges again and again is paid by the card in its place',
    async (reason) => {
      const ana = await openSpender(world, nordwind)
      const next = await reissue(ana, ana.issued.id, reason)
      const request = ana.authorization('12.00', { recurring: true, card: { cvv2: undefined } })
      const answer = await ana.send(request)
      const expiry = `${String(next.expiryYear).slice(2)}${String(next.expiryMonth).padStart(2, '0')}`
      expect(answer).toMatchObject({ code: '00', updatedCard: { lastFour: next.last4, expiry } })
      expect(await cardOf(ana, answer.transactionId)).toBe(next.id)
      expect(await ana.send(request)).toEqual(answer)
      expect(await ana.funds()).toMatchObject({ held: '12.00' })
      // The messages that follow have the old number as well.
      const cleared = await ana.clear('12.00', { original: { key: request.key } })
      expect(cleared).toMatchObject({ code: '00', transactionId: answer.transactionId })
      const refunded = await ana.refund('2.00', { original: { key: request.key } })
      expect(refunded).toMatchObject({ code: '00', transactionId: answer.transactionId })
      expect(await ana.funds()).toEqual({ balance: '990.00', held: '0.00', available: '990.00' })
    },
  )

  test('a row of a clearing file with the old number is about the payment that it names, on the card in its place', async () => {
    const ana = await openSpender(world, nordwind)
    await reissue(ana, ana.issued.id, 'lost')
    const reference = { acquirerId: '400001', rrn: 'REISSUED', networkTransactionId: 'NTIREISSUED' }
    const recurring = { reference, recurring: true, card: { cvv2: undefined } }
    await ana.authorize('12.00', recurring)
    const row = { cardNumber: ana.shown.number.reveal(), retrievalReference: reference.rrn }
    const { networkTransactionId } = reference
    const results = await clearsFile(world.app, [
      presentment({ ...row, networkTransactionId, amount: '12.00' }),
      presentment({ ...row, networkTransactionId, amount: '2.00', kind: 'refund' }),
    ])
    expect(results.map(({ is }) => is)).toEqual(['cleared', 'refunded'])
    expect(await ana.funds()).toEqual({ balance: '990.00', held: '0.00', available: '990.00' })
  })

  test('a sender that belongs to us finds the card in its place, too', async () => {
    const ana = await openSpender(world, nordwind)
    const next = await reissue(ana, ana.issued.id, 'stolen')
    const reference = { id: ana.issued.id, cvv2: 'notSent' as const }
    const shown = { number: undefined, cvv2: undefined, reference }
    const answer = await ana.authorize('12.00', { recurring: true, card: shown })
    expect(answer).toMatchObject({ code: '00', updatedCard: { lastFour: next.last4 } })
    expect((await ana.authorize('12.00', { card: shown })).code).toBe('43')
  })

  test('anybody else’s payment with the old number is declined, with the reason of the reissue', async () => {
    const ana = await openSpender(world, nordwind)
    await reissue(ana, ana.issued.id, 'stolen')
    expect(await ana.authorize('12.00')).toMatchObject({ code: '43' })
    expect(await ana.authorize('12.00')).not.toHaveProperty('updatedCard')
  })

  test('after two reissues the first number is still paid, and a payment of before is cleared to its own card', async () => {
    const ana = await openSpender(world, nordwind)
    const before = ana.authorization('5.00')
    const first = await ana.send(before)
    const second = await reissue(ana, ana.issued.id, 'stolen')
    const between = ana.authorization('7.00', { recurring: true, card: { cvv2: undefined } })
    const middle = await ana.send(between)
    const third = await reissue(ana, second.id, 'lost')
    const last = await ana.authorize('9.00', { recurring: true, card: { cvv2: undefined } })
    expect(await Promise.all([first, middle, last].map(({ transactionId }) => cardOf(ana, transactionId)))).toEqual([
      ana.issued.id,
      second.id,
      third.id,
    ])
    for (const [amount, original, { transactionId }] of [
      ['5.00', before, first],
      ['7.00', between, middle],
    ] as const)
      expect(await ana.clear(amount, { original: { key: original.key } })).toMatchObject({ code: '00', transactionId })
    expect(await ana.funds()).toEqual({ balance: '988.00', held: '9.00', available: '979.00' })
  })

  test('an increase with the old number joins the approval that it names, or is a payment of the card in its place', async () => {
    const ana = await openSpender(world, nordwind)
    const next = await reissue(ana, ana.issued.id, 'stolen')
    const recurring = { recurring: true, card: { cvv2: undefined } }
    const request = ana.authorization('12.00', recurring)
    const { transactionId } = await ana.send(request)
    const joined = await ana.authorize('3.00', { ...recurring, incrementOf: { key: request.key } })
    expect(joined).toMatchObject({ code: '00', transactionId })
    const alone = await ana.authorize('5.00', { ...recurring, incrementOf: { key: ana.nextKey() } })
    expect(alone.code).toBe('00')
    expect(await cardOf(ana, alone.transactionId)).toBe(next.id)
    expect(await ana.funds()).toMatchObject({ held: '20.00' })
  })

  test('a reversal with the old number that comes first is about the card in its place', async () => {
    const ana = await openSpender(world, nordwind)
    await reissue(ana, ana.issued.id, 'stolen')
    const request = ana.authorization('12.00', { recurring: true, card: { cvv2: undefined } })
    expect(await ana.reverse('12.00', { key: request.key })).toMatchObject({ code: '00' })
    expect(await ana.send(request)).toMatchObject({ code: '05' })
  })

  test('it goes on while the next card is on its way to the holder, who cannot use it yet', async () => {
    const ana = await openSpender(world, nordwind)
    const card = (await ana.issue(plastic)).body as { id: string; last4: string }
    await ana.post(card, '/activate', { lastFour: card.last4 })
    const { body } = await ana.get(card, '/secrets')
    const next = await reissue(ana, card.id, 'lost')
    expect(await ana.statusOf(next)).toBe('readyToBeActivated')
    const shown = { number: new Secret(String(body.pan)), expiry: undefined, cvv2: undefined }
    expect(await ana.authorize('12.00', { recurring: true, card: shown })).toMatchObject({ code: '00' })
    expect(await ana.authorize('12.00', { card: shown })).toMatchObject({ code: '41' })
    // It has the reasons of a suspension before it is activated.
    const by = { actor: 'staff 7', fromWhere: 'test', reason: 'odd purchases' }
    await suspendCard(world.app, { cardId: next.id as CardId, by })
    expect(await ana.authorize('12.00', { recurring: true, card: shown })).toMatchObject({ code: '62' })
  })

  test('the interface of card networks says which card has paid, to a repeated message in the same bytes', async () => {
    const ana = await openSpender(world, nordwind)
    const next = await reissue(ana, ana.issued.id, 'stolen')
    const payload = JSON.stringify({
      key: { stan: ana.nextKey().stan, sentAt: '0504100000', acquirerId: '400001' },
      card: { number: ana.shown.number.reveal() },
      amount: { amount: '12.00', currency: 'EUR' },
      merchant: bakery,
      channel: 'online',
      recurring: true,
    })
    const headers = {
      authorization: `Bearer ${world.app.networkConnections.get('staging')!.reveal()}`,
      'content-type': 'application/json',
    }
    const sends = () => world.http.inject({ method: 'POST', url: '/network/v1/authorizations', headers, payload })
    const reply = await sends()
    expect(JSON.parse(reply.body)).toMatchObject({
      code: '00',
      updatedCard: { lastFour: next.last4, expiry: expect.stringMatching(/^\d{4}$/) },
    })
    // A repeat is answered in the same bytes.
    expect((await sends()).body).toBe(reply.body)
  })

  test('books and seals agree', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
