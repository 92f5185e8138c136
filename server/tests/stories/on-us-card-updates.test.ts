import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { findCardById } from '#acquiring/shoppers'
import { openStoredCard } from '../../src/acquiring/payments/open-stored-card.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { onUs, subscribesTo } from '../world/on-us.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openProduct, plastic } from '../world/programme.ts'
import { createWorld, type Merchant, type World } from '../world/world.ts'

type Shown = { number: string; expiry: string; cvv: string }

describe('a card that stores have kept gets another number', () => {
  let world: World
  let nordwind: PartnerFixture
  let bakery: Merchant
  beforeAll(async () => {
    world = await createWorld(onUs)
    nordwind = await openPartner(world)
    bakery = await world.merchant()
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => world[Symbol.asyncDispose]())

  const shownOf = async ({ customerId }: Spender, id: string): Promise<Shown> => {
    const { pan, cvv, expiryMonth, expiryYear } = (await (await loggedIn(customerId))('GET', `/cards/${id}/secrets`))
      .body
    const expiry = `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(2)}`
    return { number: String(pan), expiry, cvv: String(cvv) }
  }
  const loggedIn = async (customerId: string) => {
    const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
    return nordwind.withToken(String(login.body.accessToken))
  }
  const reissue = async ({ customerId }: Spender, id: string, reason: string) => {
    const { status, body } = await (await loggedIn(customerId))('POST', `/cards/${id}/reissue/${reason}`)
    expect(status).toBe(201)
    return body as { id: string; last4: string; status: string }
  }
  let people = 0
  /** The holder subscribes to bread, and so leaves the card with the bakery. */
  const subscribes = async (
    card: Shown,
    { shop = bakery, customer = `subscriber ${++people}`, everyMonths = 1 } = {},
  ) => {
    const shopper = await subscribesTo(shop, card, { customer, everyMonths })
    const [row] = await world.query(`select c.id from orders.orders o join shoppers.cards c on c.id = o.card_id
      where o.external_id = '${shopper.orderId}'`)
    return { id: BigInt(String(row?.id)) as never, shop, customer, orderId: shopper.orderId }
  }
  const storedOf = async ({ id }: { id: never }) => (await findCardById(world.app.db, id))!
  /** The last digits of all numbers that the vault of the merchants opens. */
  const inVault = async (): Promise<string[]> => {
    const all = await world.app.vault.inspect(undefined)
    return all.map(({ shown }) => shown?.last4 ?? 'unreadable')
  }
  const updateOf = async (cardId: string) =>
    (
      await world.query(`select status, renewed, successor, tries, due_at is null as rests from onus.card_updates
        where id = '${cardId}'`)
    )[0]
  const lastPurchase = async ({ customerId }: Spender) =>
    (
      await world.query(`select card_id as id from spending.transactions where holder_id = '${customerId}'
        and type = 'purchase' order by created_at desc, id desc limit 1`)
    )[0]

  test('stolen: the stored card shows the new number, keeps its id, and the old number is nowhere', async () => {
    const ana = await openSpender(world, nordwind)
    const old = await shownOf(ana, ana.issued.id)
    const stored = await subscribes(old)
    const before = await storedOf(stored)
    const next = await reissue(ana, ana.issued.id, 'stolen')
    expect(await updateOf(ana.issued.id)).toMatchObject({ status: 'waiting', rests: false })
    await world.runUntilIdle()

    const fresh = await shownOf(ana, next.id)
    const after = await storedOf(stored)
    expect(after).toMatchObject({ id: before.id, last4: fresh.number.slice(-4), first6: before.first6 })
    expect(after).toMatchObject({ brand: 'mastercard', networkTransactionId: before.networkTransactionId })
    expect(`${String(after.expiryMonth).padStart(2, '0')}/${String(after.expiryYear).slice(2)}`).toBe(fresh.expiry)
    expect(await updateOf(ana.issued.id)).toEqual({
      status: 'done',
      renewed: 1,
      successor: next.id,
      tries: 0,
      rests: true,
    })
    expect(await inVault()).toContain(fresh.number.slice(-4))
    expect(await inVault()).not.toContain(old.number.slice(-4))
    const page = await (await bakery.sends({ customer: { identifier: stored.customer } })).sees()
    expect(page.text).toContain(fresh.number.slice(-4))
    expect(page.text).not.toContain(old.number.slice(-4))
    await world.pass({ months: 1 })
    expect(await lastPurchase(ana)).toEqual({ id: next.id })
    for (const line of world.logged) for (const { number } of [old, fresh]) expect(line).not.toContain(number)
  })

  test('every store that has kept the card gets the number that is the newest by then', async () => {
    const ana = await openSpender(world, nordwind)
    const old = await shownOf(ana, ana.issued.id)
    const florist = await world.merchant()
    const kept = [await subscribes(old), await subscribes(old, { shop: florist })]
    const second = await reissue(ana, ana.issued.id, 'lost')
    const third = await reissue(ana, second.id, 'compromised')
    await world.runUntilIdle()
    const { number } = await shownOf(ana, third.id)
    for (const stored of kept) expect(await storedOf(stored)).toMatchObject({ last4: number.slice(-4) })
    expect(await updateOf(ana.issued.id)).toMatchObject({ status: 'done', successor: third.id, renewed: 2 })
    expect(await updateOf(second.id)).toMatchObject({ status: 'done', successor: third.id, renewed: 0 })
  })

  // In small: stolen: the stored card shows the new number, keeps its id, and the old number is nowhere
  longTest('damaged: a card that still works is kept until its successor is activated', async () => {
    const ana = await openSpender(world, nordwind)
    const card = (await ana.issue(plastic)).body as { id: string; last4: string }
    await ana.post(card, '/activate', { lastFour: card.last4 })
    const stored = await subscribes(await shownOf(ana, card.id))
    const next = await reissue(ana, card.id, 'damaged')
    await world.runUntilIdle()
    expect(next.status).toBe('readyToBeActivated')
    expect(await storedOf(stored)).toMatchObject({ last4: card.last4 })
    expect(await updateOf(card.id)).toBeUndefined()
    await (await loggedIn(ana.customerId))('POST', `/cards/${next.id}/activate`, { body: { lastFour: next.last4 } })
    await world.runUntilIdle()
    expect(await storedOf(stored)).toMatchObject({ last4: next.last4 })
  })

  test('closed without a successor: the stored card stays as it is, and is declined', async () => {
    const ana = await openSpender(world, nordwind)
    const stored = await subscribes(await shownOf(ana, ana.issued.id))
    await ana.post(ana.issued, '/close')
    await world.runUntilIdle()
    expect(await updateOf(ana.issued.id)).toMatchObject({ status: 'done', renewed: 0, successor: null })
    expect(await storedOf(stored)).toMatchObject({ last4: ana.issued.last4 })
    await world.pass({ months: 1 })
    const [{ status } = {}] = await world.query(`select status from payments.payments where card_id = ${stored.id}
      order by id desc limit 1`)
    expect(status).toBe('failed')
  })

  // In small: stolen: the stored card shows the new number, keeps its id, and the old number is nowhere
  longTest('a shopper who has stored the new card besides keeps both', async () => {
    const ana = await openSpender(world, nordwind)
    const stored = await subscribes(await shownOf(ana, ana.issued.id))
    const next = await reissue(ana, ana.issued.id, 'stolen')
    const besides = await subscribes(await shownOf(ana, next.id), { customer: stored.customer })
    await world.runUntilIdle()
    expect(besides.id).not.toBe(stored.id)
    expect(await storedOf(stored)).toMatchObject({ last4: ana.issued.last4 })
    await world.pass({ months: 1 })
    expect(await lastPurchase(ana)).toEqual({ id: next.id })
  })

  // In small: new card data is proven for nothing, stored, and tried with the debt in the same breath
  longTest('an order whose card was about to expire goes on', async () => {
    const product = await openProduct(world, nordwind, { prefix: '5321999901', months: 1 })
    const ana = await openSpender(world, nordwind, { product })
    const stored = await subscribes(await shownOf(ana, ana.issued.id), { everyMonths: 2 })
    const status = async () =>
      (await world.query(`select status from orders.orders where external_id = '${stored.orderId}'`))[0]?.status
    expect(await status()).toBe('expiring')
    await world.pass({ months: 1 })
    await reissue(ana, ana.issued.id, 'expired')
    await world.runUntilIdle()
    expect(await status()).toBe('in-progress')
  })

  test('a number that was stored late is noticed by the next payment without its holder', async () => {
    const ana = await openSpender(world, nordwind)
    const stored = await subscribes(await shownOf(ana, ana.issued.id))
    const next = await reissue(ana, ana.issued.id, 'stolen')
    // As if the card had been stored only after the update.
    await world.query(`update onus.card_updates set status = 'done', due_at = null where id = '${ana.issued.id}'`)
    await world.runUntilIdle()
    expect(await storedOf(stored)).toMatchObject({ last4: ana.issued.last4 })
    await world.pass({ months: 1 })
    expect(await lastPurchase(ana)).toEqual({ id: next.id })
    expect(await storedOf(stored)).toMatchObject({ last4: next.last4 })
  })

  // In small: a number that was stored late is noticed by the next payment without its holder
  longTest('a payment that has read the card before is made with the number of now', async () => {
    const ana = await openSpender(world, nordwind)
    const stored = await subscribes(await shownOf(ana, ana.issued.id))
    const before = await storedOf(stored)
    const next = await reissue(ana, ana.issued.id, 'stolen')
    await world.runUntilIdle()
    const opened = await openStoredCard(world.app, bakery.site.merchantId, before)
    expect(opened.pan.reveal().slice(-4)).toBe(next.last4)
    expect(opened.stored.last4).toBe(next.last4)
    const missing = { ...before, id: 1n as never }
    await expect(openStoredCard(world.app, bakery.site.merchantId, missing)).rejects.toMatchObject({
      code: 'token_not_found',
    })
  })

  test('an update that breaks off at any place is carried out again, and renews each card once', async () => {
    const { vault } = world.app
    for (const place of ['tokenize', 'delete'] as const) {
      const ana = await openSpender(world, nordwind)
      const old = await shownOf(ana, ana.issued.id)
      const stored = await subscribes(old)
      const next = await reissue(ana, ana.issued.id, 'stolen')
      vi.spyOn(vault, place).mockRejectedValueOnce(new Error('the database is gone'))
      await world.runUntilIdle()
      expect(await updateOf(ana.issued.id)).toMatchObject({ status: 'waiting', tries: 1 })
      await world.pass({ minutes: 2 })
      expect(await updateOf(ana.issued.id)).toMatchObject({ status: 'done', renewed: 1 })
      expect(await storedOf(stored)).toMatchObject({ last4: next.last4 })
      expect(await inVault()).not.toContain(old.number.slice(-4))
      const before = await world.app.vault.inspect(undefined)
      await world.query(`update onus.card_updates set status = 'waiting', tries = 0 where id = '${ana.issued.id}'`)
      await updateAgain(ana.issued.id)
      expect(await world.app.vault.inspect(undefined)).toEqual(before)
    }
  })
  const updateAgain = (id: string) =>
    world.app.jobs.find(({ name }) => name === 'update stored cards after a reissue')!.run(id)

  // In small: an update that breaks off at any place is carried out again, and renews each card once
  longTest('an update that fails for two days is parked, and an operator tries it again', async () => {
    const ana = await openSpender(world, nordwind)
    const stored = await subscribes(await shownOf(ana, ana.issued.id))
    const next = await reissue(ana, ana.issued.id, 'stolen')
    vi.spyOn(world.app.vault, 'tokenize').mockRejectedValue(new Error('the vault is closed'))
    await world.runUntilIdle()
    for (const minutes of [1, 5, 30, 120, 720, 1_440]) await world.pass({ minutes })
    const { prints } = openCommandLine(world)
    expect(await updateOf(ana.issued.id)).toMatchObject({ status: 'parked', tries: 7, rests: true })
    expect(await prints('on-us updates --status parked')).toMatch(
      new RegExp(`${ana.issued.id} +parked +7 +the vault is closed`),
    )
    vi.restoreAllMocks()
    expect(await prints(`on-us retry ${ana.issued.id}`)).toBe(
      `The stored cards of card ${ana.issued.id} are updated now.`,
    )
    expect(await prints(`on-us retry ${next.id}`)).toContain(`No update of card ${next.id} is parked`)
    expect(await prints('on-us retry 7')).toContain('cardId is a UUID')
    // The command has a clock of its own.
    await updateAgain(ana.issued.id)
    expect(await storedOf(stored)).toMatchObject({ last4: next.last4 })
  })

  test('both sides agree', async () => {
    expect((await world.verify()).differences).toEqual([])
  })
})
