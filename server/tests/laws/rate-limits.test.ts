import { expect, test } from 'vitest'
import { openDb } from '#kernel/db/db.ts'
import { openRateLimiter, type RateLimit } from '#kernel/http/rate-limit.ts'
import { readLimits } from '../../src/app/limits.ts'
import { copyOfTemplate } from '../world/database.ts'
import { messagesOf } from '../world/shopper.ts'
import { createWorld, dayOne, handClock } from '../world/world.ts'

const wrongKey = { method: 'GET', url: '/order', headers: { authorization: `Bearer ${'f'.repeat(32)}` } } as const

test('a client that sends wrong keys again and again has to wait, in the dialect of the API', async () => {
  await using world = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'wrong_api_keys=3/PT1M' } })
  const statuses = []
  for (let call = 0; call < 5; call++) statuses.push((await world.http.inject(wrongKey)).statusCode)
  expect(statuses).toEqual([401, 401, 401, 429, 429])

  const reply = await world.http.inject(wrongKey)
  expect(reply.headers['retry-after']).toBe('20')
  expect(reply.json()).toMatchObject({
    code: 429,
    message: 'Too Many Requests',
    errors: [
      {
        code: 612,
        reason: 'too_many_requests',
        message: 'Too many requests. Wait 20 seconds and try again.',
        type: 'Exception',
      },
    ],
  })

  world.clock.pass({ seconds: 19 })
  expect((await world.http.inject(wrongKey)).statusCode).toBe(429)
  world.clock.pass({ seconds: 1 })
  expect((await world.http.inject(wrongKey)).statusCode).toBe(401)
  world.clock.pass({ minutes: 1 })
  const later = [
    await world.http.inject(wrongKey),
    await world.http.inject(wrongKey),
    await world.http.inject(wrongKey),
  ]
  expect(later.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
})

test('a right key is answered while wrong ones of the same address are not, and another address is counted apart', async () => {
  await using world = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'wrong_api_keys=1/PT1M' } })
  const { privateKey } = await world.merchant()
  await world.http.inject(wrongKey)
  expect((await world.http.inject(wrongKey)).statusCode).toBe(429)
  const right = { ...wrongKey, headers: { authorization: `Bearer ${privateKey}` } }
  expect((await world.http.inject(right)).statusCode).toBe(200)
  expect((await world.http.inject({ ...wrongKey, remoteAddress: '203.0.113.9' })).statusCode).toBe(401)
})

test('a browser that opens sessions without end is shown a page that says to wait, and one later is served', async () => {
  await using world = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'sessions_opened=2/PT1M' } })
  const open = () => world.http.inject({ method: 'POST', url: '/', payload: { jsonRequest: 'e30=', checksum: 'AA==' } })
  expect([(await open()).statusCode, (await open()).statusCode]).toEqual([400, 400])

  const reply = await open()
  expect([reply.statusCode, reply.headers['retry-after'], reply.headers['content-type']]).toEqual([
    429,
    '30',
    'text/html; charset=utf-8',
  ])
  expect(messagesOf(reply.body)).toContain('Time to wait 30 seconds')

  world.clock.pass({ seconds: 30 })
  expect((await open()).statusCode).toBe(400)
})

test('the card forms of one session are counted, and those of another session apart from them', async () => {
  await using world = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'card_attempts=2/PT1M' } })
  const pay = (token: string) => world.http.inject({ method: 'POST', url: `/checkout/${token}/pay`, payload: {} })
  expect((await Promise.all(['one', 'one', 'other'].map(pay))).map(({ statusCode }) => statusCode)).toEqual([
    404, 404, 404,
  ])
  expect([(await pay('one')).statusCode, (await pay('other')).statusCode]).toEqual([429, 404])
})

test('returns from the bank are counted for each session, since each would be a request to the acquirer', async () => {
  await using world = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'bank_returns=2/PT1M' } })
  const returns = (url: string) => world.http.inject({ method: 'POST', url, payload: {} })
  for (const path of ['/checkout/one/challenge', '/subscription/one/challenge', '/bank-return?order=one']) {
    const statuses = []
    for (let call = 0; call < 3; call++)
      statuses.push((await returns(path.replace('one', path.slice(1, 5)))).statusCode)
    expect([path, ...statuses]).toEqual([path, 404, 404, 429])
  }
  expect((await returns('/checkout/other/challenge')).statusCode).toBe(404)
})

test('switched off, nothing is limited', async () => {
  await using world = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'off' } })
  const replies = await Promise.all(Array.from({ length: 50 }, () => world.http.inject(wrongKey)))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})

test('numbers that cannot be are refused before anything starts', () => {
  for (const text of [
    '',
    'of',
    'wrong_api_keys',
    'nothing=1/PT1M',
    'card_attempts=0/PT1M',
    'card_attempts=1/P',
    'on,off',
  ])
    expect([text, readLimits(text)]).toEqual([text, { problem: expect.stringContaining('wrong_api_keys') }])
  expect(readLimits('card_attempts=5/PT1H')).toMatchObject({ limits: { card_attempts: { points: 5 } } })
})

const seven: RateLimit = { points: 7, per: Temporal.Duration.from('PT1H'), shared: true }

/** Two processes are two limiters, each with connections of its own, on one database. */
async function twoProcesses(limit: RateLimit) {
  const url = await copyOfTemplate()
  const clock = handClock(dayOne)
  const dbs = [0, 1].map(() => openDb(url, { role: 'florin_app', connectionsMax: 8 }))
  const limiters = dbs.map((db) => openRateLimiter({ db, clock, secret: Buffer.from('of all') }, { calls: limit }))
  return {
    clock,
    db: dbs[0]!,
    /** So many calls with this key at each process at once; how many are allowed. */
    allowed: async (count: number, key = 'one') => {
      const calls = limiters.flatMap((limiter) => Array.from({ length: count }, () => limiter.take('calls', key)))
      return (await Promise.all(calls)).filter(({ allowed }) => allowed).length
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(dbs.map((db) => db.close()))),
  }
}

test('two processes share a limit that is counted in the database, however many calls come at once', async () => {
  await using processes = await twoProcesses(seven)
  expect(await processes.allowed(20)).toBe(7)
  expect(await processes.allowed(20)).toBe(0)
  expect(await processes.allowed(3, 'other')).toBe(6)
  processes.clock.pass({ hours: 1 })
  expect(await processes.allowed(20)).toBe(7)
})

test('a limit that is counted in memory is one of each process', async () => {
  await using processes = await twoProcesses({ ...seven, shared: false })
  expect(await processes.allowed(20)).toBe(14)
})

test('keys that have all their points back are swept, and no key or address is stored as it is', async () => {
  await using processes = await twoProcesses(seven)
  const rows = async () => (await processes.db.run('select key from florin.rate_limits', [])).map(({ key }) => key)
  for (const key of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) await processes.allowed(1, key)
  expect((await rows()).join()).not.toContain('203.0.113')
  expect(await rows()).toHaveLength(4)
  processes.clock.pass({ hours: 2 })
  await processes.allowed(1, '203.0.113.9')
  expect((await rows()).length).toBeLessThanOrEqual(3)
})
