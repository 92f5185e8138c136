import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OrderId } from '#acquiring/ids'
import { findOrderById } from '#acquiring/orders'
import { openRefusedNotes, openVelocity } from '#acquiring/velocity'
import { mailboxMessenger } from '#connectors/message/mailbox.ts'
import type { NetworkRequest } from '#connectors/network/message.ts'
import type { MerchantId, SiteId } from '#core/directory'
import { type AnsweredRequest, openRequestLog } from '#core/request-log'
import { silentLog } from '#kernel/telemetry/log.ts'
import { velocityLimits } from '../../src/acquiring/velocity/limits.ts'
import { sources, withoutImports } from '../tidy/repository.ts'
import { clearsFile, presentment } from '../world/clearing-file.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

/**
 * A member that cannot be done fails alone, wherever the program does something for many at once. Each such place is listed
 * here with the test that plants a member which the database refuses, or which throws; a new place fails the first test.
 */
const planted: Readonly<Record<string, string>> = {
  'server/src/kernel/db/commit/batches.ts':
    'commit-batch: of 100 commits of one shape the one that the database refuses fails',
  'server/src/kernel/db/load-in-batches.ts': 'an order that cannot be asked for',
  'server/src/issuing/spending/network.ts': 'an authorization that the database refuses',
  'server/src/issuing/spending/lanes.ts': 'a batch of one',
  'server/src/issuing/spending/files/clear-file.ts': 'a row of a clearing file that throws',
  'server/src/connectors/message/mailbox.ts': 'an email that the mailbox refuses',
  'server/src/acquiring/velocity/open-velocity.ts': 'an attempt that cannot be counted',
  'server/src/acquiring/velocity/refused.ts': 'a refusal that cannot be noted',
  'server/src/core/request-log/open-request-log.ts': 'a request that the log refuses',
  'server/src/acquiring/invoices/issue-documents.ts': 'invoices-parked: an invoice that cannot be made is parked',
  'server/src/kernel/work/due-work.ts': 'due-work: a kind whose items cannot be claimed keeps no other back',
  // One item after the other, by `isolateEach`, whose own test is beside it.
  'server/src/acquiring/fee-invoices/make-invoices.ts': 'isolateEach',
  'server/src/acquiring/merchant-payouts/earnings.ts': 'isolateEach',
  'server/src/acquiring/merchant-payouts/import-bank-file.ts': 'isolateEach',
  'server/src/acquiring/merchant-payouts/pay-by-schedule.ts': 'isolateEach',
  'server/src/acquiring/payments/releases.ts': 'isolateEach',
  'server/src/acquiring/orders/cancel-order.ts': 'isolateEach',
  'server/src/acquiring/shoppers/renew-cards.ts': 'isolateEach',
  'server/src/app/erase-idle-people.ts': 'isolateEach',
  'server/src/app/schedule.ts': 'isolateEach',
  'server/src/issuing/screening/rescreen.ts': 'issuing-screening: a person who cannot be read is passed',
}

/** How the program does many things at once, besides the loaders, which are all made by `loadInBatches`. */
const together = /\b(?:inBatches|openBatches|isolateFailures|isolateEach|isSharedFailure)\(/
const byItself = /kernel\/db\/(?:isolate-failures|shared-failure|in-batches|db)\.ts$/
/** Sweeps delete what is old, a batch of one statement at a time. */
const isSweep = (text: string) => text.includes("from '#kernel/db/in-batches.ts'")

test('every place that does things for many at once has a member planted in it that cannot be done', () => {
  const found = sources.filter(
    (file) =>
      together.test(withoutImports(file)) && !byItself.test(file.path) && (!isSweep(file.text) || file.path in planted),
  )
  expect(found.map(({ path }) => path).toSorted()).toEqual(Object.keys(planted).toSorted())
})

test('decisions for many in one transaction, and rows from arrays, are in these places and no others', () => {
  const where = (...patterns: RegExp[]) =>
    sources.filter(({ text }) => patterns.every((one) => one.test(text))).map(({ path }) => path)
  expect(where(/^import \{[^}]*\bcommitTogether\b/m)).toEqual([
    'server/src/acquiring/invoices/issue-documents.ts', // planted
    'server/src/issuing/chargebacks/decide-dispute.ts',
    'server/src/issuing/chargebacks/open-dispute.ts',
    'server/src/issuing/holders/change-password.ts', // of one customer
    'server/src/issuing/holders/end-sessions.ts',
    'server/src/issuing/holders/reset-password.ts',
    'server/src/issuing/spending/asking/end-question.ts',
    'server/src/issuing/spending/decide-together.ts', // planted: the others decide about one thing
    'server/src/issuing/spending/expire-transaction.ts',
    'server/src/issuing/spending/follow-message.ts',
  ])
  expect(where(/insert into/, /unnest\(/)).toEqual([
    'server/src/acquiring/velocity/store.ts',
    'server/src/connectors/chain/sandbox.ts', // a chain of our own
    'server/src/connectors/message/mailbox.ts',
    'server/src/core/request-log/store.ts',
    'server/src/kernel/db/commit/batch-statement.ts',
    'server/src/kernel/db/commit/statement.ts', // the codes of the rows of one write
  ])
})

/** Text that PostgreSQL cannot store. */
const unstorable = 'a\0b'

describe('a member that cannot be done', () => {
  let world: World
  let ana: Spender
  beforeAll(async () => {
    world = await createWorld({ environment: { FLORIN_SPENDING_VELOCITY: 'off' } })
    ana = await openSpender(world, await openPartner(world))
  })
  afterAll(() => world[Symbol.asyncDispose]())

  /** Which of these that begin in one moment fail. */
  async function failing(all: readonly Promise<unknown>[]): Promise<number[]> {
    const ended = await Promise.allSettled(all)
    return ended.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []))
  }

  test('fails alone among authorizations: the others are approved, by a bounded number of decisions', async () => {
    const locked = vi.spyOn(world.app.db, 'locked')
    const sent = Array.from({ length: 30 }, (_, nth) =>
      ana.authorize('0.10', nth === 7 ? { merchant: { id: 'M', name: unstorable, category: '5411' } } : {}),
    )
    expect(await failing(sent)).toEqual([7])
    expect(locked.mock.calls.length).toBeLessThanOrEqual(1 + 2 * 5)
    locked.mockRestore()
    expect(await ana.funds()).toMatchObject({ held: '2.90' })
  })

  test('fails alone among the rows of a clearing file: it is rejected, and the rows behind it are booked', async () => {
    const row = () => presentment({ cardNumber: ana.shown.number.reveal(), amount: '1.00' })
    const { network } = world.app
    const app = {
      ...world.app,
      network: {
        ...network,
        send: async (request: NetworkRequest) => {
          if (request.key.stan === '3') throw new TypeError('cannot read properties of undefined')
          return network.send(request)
        },
      },
    }
    const results = await clearsFile(app, [row(), row(), row()])
    expect(results.map(({ is }) => is)).toEqual(['forced', 'rejected', 'forced'])
    expect(results[1]).toMatchObject({ line: 3, problems: [{ field: 'row' }] })
  })

  test('fails alone among reads by key', async () => {
    const { db } = world.app
    const ids = [1n, 2n ** 70n, 2n] as OrderId[]
    expect(await failing(ids.map((id) => findOrderById(db, id)))).toEqual([1])
  })

  test('fails alone among emails', async () => {
    const mailbox = mailboxMessenger(world.app)
    const send = (subject: string) =>
      mailbox.send({
        ...{ key: randomUUID(), from: { name: 'Florin', address: 'f@example.com' }, to: 'ana@example.com' },
        ...{ replyTo: undefined, subject, text: 'Hello', html: '<p>Hello' },
      })
    expect(await failing(['one', unstorable, 'two'].map(send))).toEqual([1])
  })

  test('fails alone among attempts with cards', async () => {
    const { velocity } = openGuards()
    const ids = [randomUUID(), 'no id', randomUUID()]
    const attempt = (id: string) => ({
      ...{ id, site: { id: 10_001 as SiteId, merchantId: 1 as MerchantId, underAttack: false }, ip: '203.0.113.9' },
      ...{ email: undefined, card: { first6: '411111', fingerprint: Buffer.from(id) } },
      ...{ orderId: undefined, linkId: undefined, page: undefined },
    })
    expect(await failing(ids.map((id) => velocity.begin(attempt(id))))).toEqual([1])
    expect(await failing(ids.map((id) => velocity.end(id, 'asked')))).toEqual([1])
    expect(await failing(ids.map((id) => velocity.end(id, 'declined')))).toEqual([1])
    expect(await world.query('select * from velocity.attempts')).toEqual([])
  })

  test('fails alone among refusals that are noted', async () => {
    const { refused } = openGuards()
    await Promise.all(['one', unstorable, 'two'].map((name) => refused.note({ name })))
    const rows = await world.query('select name from velocity.refusals order by name')
    expect(rows.map(({ name }) => name)).toEqual(['one', 'two'])
  })

  function openGuards() {
    const { app, clock } = world
    const refused = openRefusedNotes({ db: app.db, clock })
    const { limiter } = app
    return {
      refused,
      velocity: openVelocity({ ...app, limiter, limits: velocityLimits, refused, puzzle: {} as never }),
    }
  }

  test('is the only request that is not in the log', async () => {
    const log = openRequestLog({
      ...{ db: world.app.db, clock: world.clock, log: silentLog, everyMs: Number.POSITIVE_INFINITY },
      kept: Temporal.Duration.from({ hours: 1 }),
    })
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const [nth, requestId] of ids.entries()) log.keep(request(nth === 1 ? 'no id' : requestId))
    await log.flush()
    const rows = await world.query(`select request_id from request_log.requests where route = '/planted' order by id`)
    expect(rows.map((row) => row.request_id)).toEqual([ids[0], ids[2]])
  })
})

const request = (requestId: string): AnsweredRequest => ({
  requestId,
  receivedAt: Temporal.Instant.from('2026-05-04T10:00:00Z'),
  siteId: 10_001 as SiteId,
  sentBy: 'key',
  method: 'GET',
  route: '/planted',
  params: {},
  query: {},
  body: undefined,
  status: 200,
  tookMs: 1,
  reply: undefined,
  isSecret: false,
})
