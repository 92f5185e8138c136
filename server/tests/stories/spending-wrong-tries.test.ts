import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthorizationRequest } from '#connectors/network/message.ts'
import { Secret } from '#kernel/base/secret.ts'
import { bakery, openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

type Changes = Parameters<Spender['authorize']>[1]

/** Codes that are not that of the card. */
const wrongCodes = ({ shown }: Spender, many: number): Secret<string>[] =>
  Array.from({ length: many + 1 }, (_, nth) => String(nth).padStart(3, '0'))
    .filter((code) => code !== shown.cvv2.reveal())
    .slice(0, many)
    .map((code) => new Secret(code))

let acquirers = 0
/** Through an acquirer that nobody else in this file tries cards at. */
const through = (merchant = bakery.id) => ({
  reference: { acquirerId: String(500_000 + ++acquirers) },
  merchant: { ...bakery, id: merchant },
})

describe('security codes and expiry dates that somebody tries', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld({ environment: { FLORIN_SPENDING_VELOCITY: 'off' } })
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  /** A card of which five wrong codes and dates were tried. */
  async function openTried() {
    const ana = await openSpender(world, nordwind)
    const where = through()
    for (const cvv2 of wrongCodes(ana, 3))
      expect((await ana.authorize('5.00', { ...where, card: { cvv2 } })).code).toBe('82')
    for (const expiry of ['2609', '2610'])
      expect((await ana.authorize('5.00', { ...where, card: { expiry } })).code).toBe('54')
    return { ana, where }
  }
  const withoutId = ({ transactionId: _, ...answer }: Awaited<ReturnType<Spender['authorize']>>) => answer

  test('after five wrong ones a typed card gets one answer, whether code and date are right or wrong', async () => {
    const { ana } = await openTried()
    const tries: Changes[] = [
      {},
      { card: { cvv2: wrongCodes(ana, 1)[0]! } },
      { card: { expiry: '2609' } },
      { card: { cvv2: undefined } },
      { purpose: 'verification' },
      { purpose: 'refund' },
      { channel: 'inStore', entry: '012' },
      { entry: '102' },
      through(),
    ]
    for (const changes of tries)
      expect(withoutId(await ana.authorize('5.00', changes))).toEqual({ code: '59', cvv: 'notChecked' })
    expect(await ana.funds()).toMatchObject({ held: '0.00' })
    const { transactionId } = await ana.authorize('5.00')
    expect(await ana.transaction(transactionId)).toMatchObject({ status: 'declined', declineReason: 'expiry' })
  })

  test('what proves itself otherwise goes on: chips, wallets, stored cards, subscriptions, authenticated payments', async () => {
    const { ana } = await openTried()
    const stored = { cvv2: undefined }
    const going: Changes[] = [
      { channel: 'inStore', entry: '051', card: stored },
      { channel: 'contactless', entry: '071', card: stored },
      { entry: '102', card: stored },
      { entry: '091', card: stored },
      { recurring: true, card: stored },
    ]
    for (const changes of going) expect((await ana.authorize('5.00', changes)).code).toBe('00')
    // So nothing is learnt of a date by calling the card stored.
    expect((await ana.authorize('5.00', { entry: '102', card: { ...stored, expiry: '2609' } })).code).toBe('00')
  })

  test('a quarter of an hour after the last wrong one a typed card pays again, however many were tried meanwhile', async () => {
    const { ana, where } = await openTried()
    for (const cvv2 of wrongCodes(ana, 3))
      expect((await ana.authorize('5.00', { ...where, card: { cvv2 } })).code).toBe('59')
    world.clock.pass({ minutes: 15 })
    expect((await ana.authorize('5.00')).code).toBe('00')
    expect((await ana.authorize('5.00', { ...where, card: { cvv2: wrongCodes(ana, 1)[0]! } })).code).toBe('82')
    expect((await ana.authorize('5.00')).code).toBe('59')
  })

  test('the partner and the customer are notified once a day', async () => {
    const { ana, where } = await openTried()
    world.clock.pass({ minutes: 15 })
    await ana.authorize('5.00', { ...where, card: { cvv2: wrongCodes(ana, 1)[0]! } })
    const about = `subject_id = '${ana.issued.id}' and name = 'cardTestingSuspected'`
    expect(await world.query(`select count(*)::int as n from outbox.events where ${about}`)).toEqual([{ n: 1 }])
    const { data } = (await nordwind.asServer('GET', `/events?size=100`)).body
    const notified = (data as { eventType: string; data: object }[]).filter(
      ({ eventType, data: of }) =>
        eventType === 'cardTestingSuspected' && 'cardId' in of && of.cardId === ana.issued.id,
    )
    expect(notified).toHaveLength(1)
  })

  test('tries that come at once, and in one batch, are counted one after the other', async () => {
    const ana = await openSpender(world, nordwind)
    const where = through()
    const answers = await Promise.all(
      wrongCodes(ana, 20).map((cvv2) => ana.authorize('5.00', { ...where, card: { cvv2 } })),
    )
    expect(answers.filter(({ cvv }) => cvv === 'noMatch')).toHaveLength(5)
    expect(answers.filter(({ code }) => code === '59')).toHaveLength(15)
  })

  test('a merchant through whom many cards are tried learns no more, and the same cards pay elsewhere', async () => {
    const cards = await Promise.all(Array.from({ length: 3 }, () => openSpender(world, nordwind)))
    const where = through()
    await world.query(
      `insert into spending.wrong_tries (subject, empties_at)
       values ('merchant ${where.reference.acquirerId} ${bakery.id}', '${world.clock.now().add({ minutes: 5 * 48 })}')`,
    )
    // 48 of 50 are counted: of three at the same moment two are compared.
    const tried = (ana: Spender): AuthorizationRequest =>
      ana.authorization('5.00', { ...where, card: { cvv2: wrongCodes(ana, 1)[0]! } })
    const answers = await Promise.all(cards.map((ana) => ana.send(tried(ana))))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['59', '82', '82'])
    expect((await cards[0]!.authorize('5.00', where)).code).toBe('59')
    expect((await cards[0]!.authorize('5.00', { ...where, merchant: { ...bakery, id: 'ANOTHER' } })).code).toBe('00')
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
