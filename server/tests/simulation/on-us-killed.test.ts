import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#database/server-process.ts'
import { byLength } from '../world/length.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { noLimits } from '../world/no-limits.ts'
import { cardOf, onUs, throughTheBank } from '../world/on-us.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { fieldOf, openShopper, type Shopper } from '../world/shopper.ts'
import { createWorld, type Merchant, type World } from '../world/world.ts'
import type { WorldHttp } from '../world/world-http.ts'
import { endLeases } from './coming-to-rest.ts'
import { ended, untilItServes } from './killable-program.ts'
import { startOn } from './program-of-world.ts'

/**
 * The program is killed at a step of a payment with one of our own cards: there it is made to wait for a lock that somebody
 * else holds. What it had sent to the database by then is ended too, as if it had never left. In `npm test` money goes once in
 * each direction, between the two halves of what is recorded; `both-halves` kills at every statement, within one process.
 */
type Step = {
  what: 'sale' | 'authentication' | 'confirmation' | 'capture' | 'refund' | 'clearing'
  /** The table whose next new row is waited for. */
  before: string
  /** And after that row: the table whose newest row may not be changed. */
  orAfter?: string
}

const steps: readonly Step[] = [
  { what: 'sale', before: 'spending.messages', orAfter: 'onus.requests' },
  ...byLength<readonly Step[]>({
    short: [],
    long: [
      { what: 'refund', before: 'spending.messages', orAfter: 'onus.messages' },
      { what: 'confirmation', before: 'spending.messages', orAfter: 'onus.requests' },
      { what: 'clearing', before: 'spending.messages' },
      { what: 'sale', before: 'onus.requests' },
      { what: 'sale', before: 'spending.messages' },
      { what: 'authentication', before: 'onus.authentications' },
      { what: 'authentication', before: 'threeds.authentications' },
      { what: 'authentication', before: 'threeds.authentications', orAfter: 'onus.authentications' },
      { what: 'confirmation', before: 'onus.requests' },
      { what: 'confirmation', before: 'spending.messages' },
      { what: 'capture', before: 'onus.requests' },
      { what: 'refund', before: 'onus.requests' },
      { what: 'refund', before: 'spending.messages' },
      { what: 'clearing', before: 'spending.messages', orAfter: 'onus.messages' },
    ],
  }),
]

describe('the program is killed in the middle of a payment with our own card', () => {
  let world: World
  let nordwind: PartnerFixture
  let bakery: Merchant
  let url: string
  let killer: pg.Client
  beforeAll(async () => {
    world = await createWorld({ ...onUs, ownTime: true })
    nordwind = await openPartner(world)
    bakery = await world.merchant()
    url = `http://127.0.0.1:${await freePort(undefined)}`
    killer = new pg.Client(world.databaseUrl)
    await killer.connect()
  })
  afterAll(async () => {
    await killer.end()
    await world[Symbol.asyncDispose]()
  })

  const start = async () => {
    const child = startOn(world, ['start'], {
      FLORIN_PORT: new URL(url).port,
      FLORIN_VELOCITY_LIMITS: noLimits,
      FLORIN_WORKER_EVERY_MS: byLength({ short: '1000', long: '100' }),
    })
    await untilItServes(child)
    return child
  }

  /** The program over the network, as the helpers of the tests call it. */
  const http = {
    inject: async ({ method = 'GET', url: path, headers, payload }: Injected) => {
      const sent = { method, ...(headers && { headers }), ...(payload !== undefined && { body: payload }) }
      const reply = await fetch(new URL(path, url), { ...sent, redirect: 'manual' })
      const location = reply.headers.get('location')?.replace(url, '')
      return { statusCode: reply.status, headers: { location }, body: await reply.text() }
    },
  } as unknown as WorldHttp
  type Injected = { method?: string; url: string; headers?: Record<string, string>; payload?: string }

  const opens = (amount: string, mode: 'auth' | 'authAndCapture' = 'authAndCapture') =>
    openShopper({ http, site: bakery.site, privateKey: bakery.privateKey }, { amount, cardTransactionMode: mode })
  const newest = async () => {
    const [row] = await world.query('select id::text as id, status from payments.payments order by id desc limit 1')
    return row as { id: string; status: string }
  }
  const later = (hours: number) =>
    world.app.testClock!.move(world.app, { to: 'later', by: Temporal.Duration.from({ hours }) })
  const callsApi = (method: string, path: string, form: Record<string, string>) =>
    http.inject({
      method: method as 'PUT',
      url: path,
      headers: {
        authorization: `Bearer ${bakery.privateKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(form).toString(),
    })

  /** What is done, up to the moment at which it is killed, and then that. */
  const acts: Record<Step['what'], (ana: Spender) => Promise<() => Promise<unknown>>> = {
    sale: async (ana) => {
      const shopper = await opens('3.00')
      return () => shopper.pays(cardOf(ana))
    },
    authentication: async (ana) => {
      const shopper = await opens('42.99')
      return () => shopper.pays(cardOf(ana))
    },
    confirmation: async (ana) => {
      const shopper = await opens('42.99')
      const cres = await confirms(ana, shopper, cardOf(ana))
      return () => shopper.returnsFromBank({ url: `${shopper.address}/challenge`, fields: cres as never })
    },
    capture: async (ana) => {
      await (await opens('3.00', 'auth')).pays(cardOf(ana))
      const { id } = await newest()
      return () => callsApi('PUT', `/transaction/${id}`, { amount: '3.00' })
    },
    refund: async (ana) => {
      await (await opens('3.00')).pays(cardOf(ana))
      const { id } = await newest()
      return () => callsApi('DELETE', `/transaction/${id}`, { amount: '1.00', cancelReason: 'customer-demand' })
    },
    clearing: async (ana) => {
      await (await opens('3.00')).pays(cardOf(ana))
      return () => later(49)
    },
  }
  const confirms = async ({ customerId }: Spender, shopper: Shopper, card: ReturnType<typeof cardOf>) => {
    const { text } = await shopper.pays(card)
    const login = { 'x-partner-api-key': nordwind.apiKey }
    const { accessToken } = await callsJson('POST', '/v1/auth/login/partner', login, { customerId })
    const holder = { authorization: `Bearer ${accessToken}` }
    return throughTheBank({ http }, { creq: fieldOf(text, 'creq') }, (id) =>
      callsJson('PATCH', `/v1/transactions/3d-secure/${id}`, holder, {
        authType: 'fingerprint',
        authStatus: 'success',
      }),
    )
  }
  const callsJson = async (method: string, path: string, caller: Record<string, string>, body: object) => {
    const headers = { ...caller, 'content-type': 'application/json' }
    const reply = await http.inject({ method: method as 'POST', url: path, headers, payload: JSON.stringify(body) })
    return JSON.parse(reply.body) as Record<string, unknown>
  }

  /** Returns when the program waits at the step. */
  const stopAt = async ({ before, orAfter }: Step, act: () => Promise<unknown>) => {
    const gate = await holder(`lock table ${before} in share mode`)
    const acting = act().catch(() => undefined)
    try {
      await world.untilWaiting(1)
      if (!orAfter) return { acting, gate }
      const newest = `select ctid from ${orAfter} order by xmin::text::bigint desc limit 1`
      const next = await holder(`select from ${orAfter} where ctid = (${newest}) for update`)
      await gate.open()
      await world.untilWaiting(1)
      return { acting, gate: next }
    } catch (error) {
      await gate.open()
      throw error
    }
  }
  const holder = async (statement: string) => {
    const client = new pg.Client(world.databaseUrl)
    await client.connect()
    await client.query('begin')
    await client.query(statement)
    return { open: () => client.query('rollback').then(() => client.end()) }
  }
  const endOrphans = () =>
    killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)

  const sentenceOf = ({ what, before, orAfter }: Step) =>
    `${what}, killed ${orAfter ? `after the row in ${before} and before the change in ${orAfter}` : `before the row in ${before}`}`
  test.each(steps.map((step) => [sentenceOf(step), step] as const))(
    '%s: both sides agree, and nothing is done twice',
    async (_sentence, step) => {
      const ana = await openSpender(world, nordwind)
      const child = await start()
      const act = await acts[step.what](ana)
      const { acting, gate } = await stopAt(step, act)
      await ended(child)
      await endOrphans()
      await gate.open()
      await acting

      await endLeases(killer)
      await world.runUntilIdle()
      for (const hours of [2, 24, 49]) {
        await later(hours)
        await world.runUntilIdle()
      }
      const [sums] = await world.query(`select coalesce(sum(captured_minor - refunded_minor), 0)::int as taken
        from payments.payments where connector = 'on-us' and parent_id is null and status in ('captured', 'refunded')
          and key in (select r.key from onus.requests r where r.card_id = '${ana.issued.id}')`)
      const balance = ((100_000 - Number(sums?.taken)) / 100).toFixed(2)
      const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId: ana.customerId } })
      const again = nordwind.withToken(String(login.body.accessToken))
      const funds = (await again('GET', `/accounts/${ana.accountId}`)).body
      expect(funds).toMatchObject({ balance, held: '0.00', available: balance })
      const open = await world.query(
        `select id from payments.payments where connector = 'on-us' and request_key is not null`,
      )
      expect(open).toEqual([])
    },
  )
  test('and everything agrees with everything', async () => {
    expect((await world.verify()).differences).toEqual([])
  })
})
