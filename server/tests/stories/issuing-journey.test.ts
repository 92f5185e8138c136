import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseOf, submitsAll } from '../world/kyc.ts'
import { sampled } from '../world/length.ts'
import { codeIn, mailOf } from '../world/mail.ts'
import type { CallAs, PartnerFixture } from '../world/partner.ts'
import { openProduct, plastic } from '../world/programme.ts'
import { openPeople, type Person } from '../world/staff.ts'
import { type Envelope, openWebhookPartner, type WebhookPartner } from '../world/webhook-receiver.ts'
import { createWorld, type World } from '../world/world.ts'

type Registered = { customerId: string; call: CallAs }
type Registration = (world: World, partner: PartnerFixture) => Promise<Registered>

const password = 'Blue-Kettle-42'

const withPartner: Registration = async (_world, partner) => {
  const { body } = await partner.asServer('POST', '/auth/register/partner', { body: { email: 'ana@example.com' } })
  const { customerId } = body as { customerId: string }
  const login = await partner.asServer('POST', '/auth/login/partner', { body: { customerId } })
  return loggedIn(partner, customerId, login.body)
}

const withEmail: Registration = async (world, partner) => {
  const email = 'maria@example.com'
  const { registrationId } = (await partner.asApp('POST', '/auth/register/email', { body: { email, password } })).body
  const body = { registrationId, code: await codeTo(world, email) }
  const { customerId } = (await partner.asApp('POST', '/auth/register/email/verify', { body })).body
  const login = await partner.asApp('POST', '/auth/login/email', { body: { email, password } })
  return loggedIn(partner, customerId, login.body)
}

const withWallet: Registration = async (world, partner) => {
  const [email, wallet] = ['ioana@example.com', privateKeyToAccount(generatePrivateKey())]
  const signed = async (purpose: 'register' | 'login') => {
    const path = `/auth/${purpose}/wallet/challenge`
    const { body } = await partner.asApp('POST', path, { body: { walletAddress: wallet.address } })
    return { challengeId: body.challengeId, signature: await wallet.signMessage({ message: String(body.message) }) }
  }
  const begun = await partner.asApp('POST', '/auth/register/wallet', { body: { ...(await signed('register')), email } })
  const body = { registrationId: begun.body.registrationId, code: await codeTo(world, email) }
  const { customerId } = (await partner.asApp('POST', '/auth/register/wallet/verify', { body })).body
  const login = await partner.asApp('POST', '/auth/login/wallet', { body: await signed('login') })
  return loggedIn(partner, customerId, login.body)
}

async function codeTo(world: World, email: string): Promise<string | undefined> {
  await world.runUntilIdle()
  return codeIn((await mailOf(world, email)).at(-1)!)
}

const loggedIn = ({ withToken }: PartnerFixture, customerId: unknown, { accessToken }: Record<string, unknown>) => ({
  customerId: String(customerId),
  call: withToken(String(accessToken)),
})

describe('from the registration to cards', () => {
  let world: World
  let nordwind: WebhookPartner
  let reviewer: Person
  let productId: string
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openWebhookPartner(world)
    reviewer = await (await openPeople(world)).person('compliance')
    productId = (await openProduct(world, nordwind.partner)).id
  })
  afterAll(async () => {
    await nordwind[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  /** A customer at work, whose every request has to be answered with success. */
  const working =
    ({ call }: Registered): CallAs =>
    async (method, path, options) => {
      const reply = await call(method, path, options)
      expect([method, path, Math.floor(reply.status / 100), reply.body]).toEqual([method, path, 2, reply.body])
      return reply
    }

  /** An account is refused until a person in the queue has approved the customer. */
  async function isApproved({ customerId, call }: Registered): Promise<void> {
    const account = { body: { currency: 'EUR' } }
    expect((await call('POST', '/accounts', account)).body).toMatchObject({ reason: 'kyc_not_approved' })
    expect((await submitsAll(world, call)).body).toEqual({ status: 'pending_review', missing: [] })
    // The identity provider leaves Ana to persons.
    await world.runUntilIdle()
    const caseId = await caseOf(world, customerId)
    const { body: queue } = await reviewer.call('GET', `/kyc/cases?customerId=${customerId}`)
    expect(queue).toMatchObject({ total: 1, data: [{ id: caseId, customerId, check: { status: 'review' } }] })
    const body = { reason: 'The documents are right.' }
    expect((await reviewer.call('POST', `/kyc/cases/${caseId}/approve`, { body })).status).toBe(200)
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'approved', missing: [] })
  }

  /** Returns the changes of its cards, each with its status. */
  async function usesCards(customer: Registered): Promise<string[]> {
    const call = working(customer)
    const { body: account } = await call('POST', '/accounts', { body: { currency: 'EUR' } })
    const issue = async (more: object) => {
      const body = { subscriptionCardId: productId, currency: 'EUR', label: 'Groceries', ...more }
      return (await call('POST', '/cards', { body })).body as { id: string; last4: string }
    }
    const secretsOf = async ({ id }: { id: string }) => (await call('GET', `/cards/${id}/secrets`)).body
    const [virtual, physical] = [await issue({ isVirtual: true }), await issue(plastic)]
    expect([virtual, physical]).toMatchObject([{ accountId: account.id }, { accountId: account.id }])
    await call('POST', `/cards/${physical.id}/activate`, { body: { lastFour: physical.last4 } })
    await call('POST', `/cards/${virtual.id}/freeze`)
    await call('POST', `/cards/${virtual.id}/unfreeze`)
    const { body } = await call('POST', `/cards/${physical.id}/reissue/lost`)
    const successor = body as { id: string; last4: string }
    await call('POST', `/cards/${successor.id}/activate`, { body: { lastFour: successor.last4 } })
    const read = [await secretsOf(virtual), await secretsOf(successor)]
    expect(read).toMatchObject([
      { pan: expect.stringMatching(new RegExp(`${virtual.last4}$`)), cvv: expect.stringMatching(/^\d{3}$/) },
      { pan: expect.stringMatching(new RegExp(`${successor.last4}$`)), cvv: expect.any(String), pin: plastic.pin },
    ])
    const { data } = (await call('GET', '/cards')).body as { data: { id: string; status: string }[] }
    expect(Object.fromEntries(data.map(({ id, status }) => [id, status]))).toEqual({
      [virtual.id]: 'active',
      [physical.id]: 'closed',
      [successor.id]: 'active',
    })
    const shipped = ['pending', 'readyToBeActivated', 'active']
    return [
      ...['pending', 'active', 'frozen', 'active'].map((status) => `${virtual.id} ${status}`),
      ...[...shipped, 'closed'].map((status) => `${physical.id} ${status}`),
      ...shipped.map((status) => `${successor.id} ${status}`),
    ]
  }

  /** What the partner keeps of its deliveries: each event once, in the order of their ids. */
  async function deduplicated(): Promise<Envelope[]> {
    const byId = new Map((await nordwind.received()).map((envelope) => [envelope.eventId, envelope]))
    return [...byId.values()].toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1))
  }

  const described = ({ data: { cardId, newStatus, status } }: Envelope) =>
    cardId === undefined ? `KYC ${status}` : `${cardId} ${newStatus}`

  test.each(
    sampled(
      [
        ['its server with the partner key', withPartner],
        ['an e-mail address', withEmail],
        ['a wallet', withWallet],
      ],
      2,
    ),
  )(
    'a customer registered by %s is approved by a person and uses cards; its partner learns of each change once',
    async (_how, register) => {
      const customer = await register(world, nordwind.partner)
      await isApproved(customer)
      // The receiver works on what comes, and its answers are lost: everything comes again.
      nordwind.receiver.answer({ status: 500 })
      const changes = await usesCards(customer)
      await world.runUntilIdle()
      nordwind.receiver.answer({})
      await world.pass({ seconds: 5 })

      const events = (await deduplicated()).filter(({ customerId }) => customerId === customer.customerId)
      const kyc = ['in_progress', 'pending_review', 'approved'].map((status) => `KYC ${status}`)
      expect(events.map(described).toSorted()).toEqual([...kyc, ...changes].toSorted())
      const deliveries = (await nordwind.received()).filter(({ customerId }) => customerId === customer.customerId)
      expect(deliveries.length).toBeGreaterThan(events.length)
    },
  )

  test('what arrived is what the partner reads back, and the books, the seals and the histories agree', async () => {
    const { body } = await nordwind.partner.asServer('GET', '/events?size=100')
    const byId = (a: Envelope, b: Envelope) => (a.eventId < b.eventId ? -1 : 1)
    expect(body).toMatchObject({ hasMore: false })
    expect((body.data as Envelope[]).toSorted(byId)).toEqual(await deduplicated())
    expect((await world.verify()).differences).toEqual([])
  })
})
