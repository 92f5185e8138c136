import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IssuingCaller, IssuingRoute } from '#issuing/api'
import { Secret } from '#kernel/base/secret.ts'
import { issuingRoutes } from '../../src/surfaces/issuing-api/routes.ts'
import { approveKyc } from '../world/issuing.ts'
import { codeIn, mailOf } from '../world/mail.ts'
import { openSender } from '../world/network.ts'
import { type CallAs, openPartner, type PartnerFixture } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import { openMerchantSide } from '../world/three-ds.ts'
import { offerTopups } from '../world/topups.ts'
import { createWorld, type World } from '../world/world.ts'

/**
 * Every route of the issuing interface, with every credential that is not its own. The routes are those that are mounted,
 * so a new one is tried here without a line for it; one with an id in its path says in `idIn` whose it is.
 */

/** What somebody may hold and send. */
type Credential =
  | 'nothing'
  | 'partnerKey'
  | 'wrongPartnerKey'
  | 'partnerId'
  | 'unknownPartnerId'
  | 'accessToken'
  | 'expiredToken'
  | 'tokenOfEndedSession'
  | 'forgedToken'
  | 'refreshToken'
  | 'sessionToken'

/** The one credential that each kind of caller is recognized by. */
const rightFor: Readonly<Record<IssuingCaller, Credential>> = {
  partner: 'partnerKey',
  partnerApp: 'partnerId',
  holder: 'accessToken',
  refreshToken: 'refreshToken',
  loginSession: 'sessionToken',
}

let world: World
let nordwind: PartnerFixture
let routes: readonly IssuingRoute[]
let headersOf: Readonly<Record<Credential, Record<string, string>>>
let victim: {
  customerId: string
  accountId: string
  cardId: string
  eventId: string
  topupId: string
  transactionId: string
  disputeId: string
  challengeId: string
  call: CallAs
}

beforeAll(async () => {
  world = await createWorld()
  nordwind = await openPartner(world)
  routes = issuingRoutes(world.app)
  headersOf = await credentials()
  const { customerId, call } = await nordwind.customer('victim@example.com')
  await approveKyc(world, customerId)
  const account = await call('POST', '/accounts', { body: { currency: 'EUR' } })
  const product = await openProduct(world, nordwind)
  const body = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'First' }
  const card = await call('POST', '/cards', { body })
  await offerTopups(world, nordwind)
  await call('POST', '/topups/fiat', { body: { amount: '20.00', currency: 'EUR' } })
  const [topup] = (await call('GET', '/topups')).body.data as { id: string }[]
  const events = (await nordwind.asServer('GET', '/events')).body.data as { eventId: string }[]
  const { pan } = (await call('GET', `/cards/${card.body.id}/secrets`)).body
  const sender = openSender(world, { number: new Secret(String(pan)) })
  const { transactionId = '' } = await sender.authorize('5.00')
  const cleared = await sender.clear('2.00')
  const claim = { reason: 'fraud', explanation: 'It was not me.' }
  const dispute = await call('POST', `/transactions/${cleared.transactionId}/disputes`, { body: claim })
  const ids = {
    accountId: account.body.id as string,
    cardId: card.body.id as string,
    eventId: events[0]!.eventId,
    topupId: topup!.id,
    transactionId,
    disputeId: String(dispute.body.id),
    challengeId: await challengeOf(String(pan)),
  }
  victim = { customerId, ...ids, call }
})
afterAll(() => world[Symbol.asyncDispose]())

async function challengeOf(pan: string): Promise<string> {
  await using shop = await openMerchantSide(world)
  const shown = { number: new Secret(pan), expiry: '3005', cvv2: new Secret('000') }
  return (await shop.authenticate({ shown }, '42.99')).acsTransID
}

async function credentials(): Promise<typeof headersOf> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const expired = await nordwind.customer('expired@example.com')
  const ended = await endedSession()
  const sessionToken = await pendingLogin()
  const holder = await nordwind.customer('holder@example.com')
  const [head, body, signature = ''] = holder.accessToken.split('.')
  const forged = `${head}.${body}.${signature.slice(0, -4)}AAAA`
  return {
    nothing: {},
    partnerKey: { 'x-partner-api-key': nordwind.apiKey },
    wrongPartnerKey: { 'x-partner-api-key': `fpk_test_${'a'.repeat(43)}` },
    partnerId: { 'x-partner-id': String(nordwind.partner.id) },
    unknownPartnerId: { 'x-partner-id': '999999' },
    accessToken: bearer(holder.accessToken),
    expiredToken: bearer(expired.accessToken),
    tokenOfEndedSession: bearer(ended),
    forgedToken: bearer(forged),
    refreshToken: bearer(holder.refreshToken),
    sessionToken: bearer(sessionToken),
  }
}

/** An access token that has not expired, of a session that ended because its refresh token was used twice. */
async function endedSession(): Promise<string> {
  const { refreshToken } = await nordwind.customer('ended@example.com')
  const next = await nordwind.withToken(refreshToken)('POST', '/auth/refresh')
  // More than the fifteen minutes of the token that expires in these credentials, and of its refresh.
  world.clock.pass({ minutes: 16 })
  const last = await nordwind.withToken(next.body.refreshToken as string)('POST', '/auth/refresh')
  await nordwind.withToken(refreshToken)('POST', '/auth/refresh')
  return last.body.accessToken as string
}

async function pendingLogin(): Promise<string> {
  const [email, password] = ['pending@example.com', 'Blue-Kettle-42']
  const body = { email, password, secondFactor: true }
  const { registrationId } = (await nordwind.asApp('POST', '/auth/register/email', { body })).body
  await world.runUntilIdle()
  const code = codeIn((await mailOf(world, email)).at(-1)!)
  await nordwind.asApp('POST', '/auth/register/email/verify', { body: { registrationId, code } })
  const login = await nordwind.asApp('POST', '/auth/login/email', { body: { email, password } })
  return login.body.sessionToken as string
}

/** The path with the ids of the victim in it, and the query without which it is refused to everybody. */
function pathOf({ path }: IssuingRoute): string {
  const named = path.replaceAll(
    /\/(\w[\w-]*)\/:(\w+)/g,
    (_all, things: string, name: string) => `/${things}/${idIn(things, name)}`,
  )
  return path.endsWith('/statement') ? `${named}?from=2026-05-04&to=2026-05-04` : named
}
function idIn(things: string, name: string): string {
  const ids: Readonly<Record<string, string>> = {
    accounts: victim.accountId,
    cards: victim.cardId,
    reissue: 'lost',
    events: victim.eventId,
    topups: victim.topupId,
    transactions: victim.transactionId,
    disputes: victim.disputeId,
    '3d-secure': victim.challengeId,
  }
  const id = ids[things]
  if (id === undefined) throw new Error(`say here which of the victim's ${things} /${things}/:${name} is to name`)
  return id
}

async function send(route: IssuingRoute, headers: Record<string, string>, body: unknown = { code: '123456' }) {
  const { method } = route
  const reply = await world.http.inject({
    method,
    url: `/v1${pathOf(route)}`,
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { payload: JSON.stringify(body) }),
  })
  return { status: reply.statusCode, text: reply.body }
}

describe('every route of the issuing interface', () => {
  test('is refused with 401 to every credential that is not its own', async () => {
    let requests = 0
    for (const route of routes) {
      for (const [credential, headers] of Object.entries(headersOf)) {
        if (credential === rightFor[route.caller]) continue
        const { status, text } = await send(route, headers)
        requests++
        expect([route.method, route.path, credential, status]).toEqual([route.method, route.path, credential, 401])
        expect(JSON.parse(text)).toMatchObject({ code: 401, message: expect.any(String), reason: expect.any(String) })
      }
    }
    expect(requests).toBe(routes.length * (Object.keys(headersOf).length - 1))
    expect(routes.length).toBeGreaterThanOrEqual(17)
  })

  test('recognizes its own credential', async () => {
    for (const route of routes) {
      // The tokens that work once are tried in the stories.
      if (route.caller === 'refreshToken' || route.caller === 'loginSession') continue
      const { status } = await send(route, headersOf[rightFor[route.caller]], {})
      expect([route.method, route.path, status === 401]).toEqual([route.method, route.path, false])
    }
  })

  test('shows, changes and uses nothing of another customer, of this partner or another', async () => {
    const other = await openPartner(world, 'Another Bank')
    const strangers = [await nordwind.customer('stranger@example.com'), await other.customer('stranger@example.com')]
    for (const { customerId } of strangers) await approveKyc(world, customerId)
    const ofVictim = () =>
      world.query(
        `select to_jsonb(h)::text as row from holders.holders h where id = '${victim.customerId}'
         union all select to_jsonb(a)::text from accounts.accounts a where holder_id = '${victim.customerId}'
         union all select to_jsonb(k)::text from kyc.cases k where holder_id = '${victim.customerId}'
         union all select to_jsonb(c)::text from cards.cards c where holder_id = '${victim.customerId}'
         union all select to_jsonb(t)::text from topups.topups t where holder_id = '${victim.customerId}'
         union all select to_jsonb(t)::text from spending.transactions t where holder_id = '${victim.customerId}'
         union all select to_jsonb(d)::text from chargebacks.disputes d where holder_id = '${victim.customerId}'`,
      )
    const before = await ofVictim()
    expect(before.length).toBeGreaterThanOrEqual(3)
    let named = 0
    for (const route of routes.filter(({ caller }) => caller === 'holder')) {
      for (const { accessToken } of strangers) {
        const { status, text } = await send(route, { authorization: `Bearer ${accessToken}` }, { currency: 'EUR' })
        if (route.path.includes(':')) {
          named++
          const isRefused = status === 404 || (route.body !== undefined && status === 400)
          expect([route.method, route.path, status, isRefused]).toEqual([route.method, route.path, status, true])
        } else expect([route.path, text.includes(victim.accountId)]).toEqual([route.path, false])
      }
    }
    expect(named).toBeGreaterThanOrEqual(4)
    expect(await ofVictim()).toEqual(before)
  })

  test('of a partner does nothing to the customers of another one', async () => {
    const thief = await openPartner(world, 'Thief Bank')
    const headers = { 'x-partner-api-key': thief.apiKey }
    for (const route of routes.filter(({ caller }) => caller === 'partner')) {
      const body = { customerId: victim.customerId, email: 'thief@example.com' }
      const { status, text } = await send(route, headers, body)
      if (status < 400) expect([route.path, text.includes(victim.customerId)]).toEqual([route.path, false])
      else expect([404, 409], route.path).toContain(status)
    }
    // Its key beside the id of another partner, and the other way round.
    const mixed = { ...headers, 'x-partner-id': String(nordwind.partner.id) }
    for (const route of routes.filter(({ caller }) => caller === 'partner'))
      expect([route.path, (await send(route, mixed)).status]).toEqual([route.path, 401])
  })
})
