import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { closeTotals, listTotals } from '#acquiring/processors'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import type { DayTotals } from '#connectors/acquirer/processor.ts'
import { clockInHand, typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { operator } from '../world/connected.ts'
import { copyOfTemplate } from '../world/database.ts'
import { openIso8583World } from '../world/iso8583.ts'
import { emulateHost } from '../world/iso8583-host/emulated-host.ts'
import { credentialsFor, macKey, openProcess } from '../world/iso8583-host/host-under-test.ts'
import { approvedCard, declinedCard } from '../world/iso8583-host/ledger.ts'

let db: Db
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(() => db.close())

/** A merchant at a host that wants totals of each day of Bucharest, and a program that begins to count on 15 June at noon. */
async function openDay() {
  const host = await emulateHost({ macKey: Buffer.from(macKey, 'hex') })
  const clock = clockInHand('2026-06-15T09:00:00Z')
  const given = credentialsFor([host], { totals: {}, currencies: ['EUR'], session: { respondWithinSeconds: 1 } })
  const program = openProcess(db, given, { clock, connector: `host-${randomUUID().slice(0, 8)}` })
  onTestFinished(() => program.close().then(host.close))
  await program.begin!()
  const { totals } = program.processor.recordsOf!(program.parts)
  const passes = async (time: Temporal.DurationLike) => {
    clock.pass(time)
    while ((await program.works()) > 0);
  }
  const cards = { approved: typedCard(approvedCard), declined: typedCard(declinedCard) }
  const merchant = counter({ acquirer: program.acquirer, currency: 'EUR', ...cards })
  const pays = async (kind: 'auth' | 'sale', minor: bigint) => (await merchant.authorize(kind, minor)).requested
  /** A program of the same connection whose profile has another cut-over. */
  const changesTo = async (cutOver: string) => {
    const changed = credentialsFor([host], { totals: { cutOver }, currencies: ['EUR'] })
    const next = openProcess(db, changed, { clock, connector: program.parts.connector })
    onTestFinished(() => next.close())
    await next.begin!()
    return async (time: Temporal.DurationLike) => {
      clock.pass(time)
      while ((await next.works()) > 0);
    }
  }
  return {
    ...{ host, merchant, passes, pays, changesTo },
    listed: () => totals.list(undefined),
    sent: () => host.received.filter(({ type }) => type.startsWith('05')),
  }
}

/** 30 minutes after midnight in Bucharest. */
const dayIsOver = { hours: 12, minutes: 31 }

const written = ({ day, status, ours }: DayTotals) =>
  [
    String(day),
    status,
    ...Object.entries(ours).map(([line, one]) => `${line} ${one.count ?? ''} ${one.amount?.minor ?? ''}`),
  ].join(', ')

test('a day of sales, part captures, refunds and reversals is in balance with a host that counts by itself', async () => {
  const { merchant, passes, pays, listed, sent, host } = await openDay()
  await pays('sale', 1000n)
  const authorized = await pays('auth', 5000n)
  await merchant.capture(authorized, 3000n)
  const reversed = await pays('sale', 700n)
  await expect.poll(() => host.ledger.captured).toBe(4700)
  await merchant.reverse(reversed, 700n)
  await merchant.reverse(await pays('auth', 900n), 900n)
  await merchant.refund(authorized, 1200n)
  await merchant.authorize('sale', 1000n, 'declined')
  await passes({ hours: 11 })
  expect(sent(), 'before the day is over nothing is sent').toEqual([])
  await passes(dayIsOver)
  expect((await listed()).map(written)).toEqual([
    '2026-06-15, inBalance, debits 3 4700, debitReversals 1 700, credits 1 1200, creditReversals 0 0, authorizations 4 , net  2800',
  ])
  await pays('sale', 1000n)
  await passes({ hours: 24 })
  const days = (await listed()).map(({ day, status, ours }) => [String(day), status, ours.net.amount?.minor])
  expect(days).toEqual([
    ['2026-06-16', 'inBalance', 1000n],
    ['2026-06-15', 'inBalance', 2800n],
  ])
  expect(sent().map(({ type }) => type)).toEqual(['0500', '0500'])
})

test('a capture that the host has left out is out of balance, with both sums, and is not sent again', async () => {
  const { passes, pays, listed, sent, host } = await openDay()
  host.ledger.days.overlookDebit()
  await pays('sale', 1000n)
  await pays('sale', 500n)
  await expect.poll(() => host.ledger.captured).toBe(1500)
  await passes(dayIsOver)
  const [day] = await listed()
  expect(day).toMatchObject({
    status: 'outOfBalance',
    code: '95',
    differing: ['debits', 'net'],
    ours: { debits: { count: 2, amount: { minor: 1500n } } },
    theirs: { debits: { count: 1 }, credits: { count: 0 } },
  })
  await passes({ hours: 20 })
  expect(sent()).toHaveLength(1)
})

test('totals whose answer is lost are sent again as 0501 with the same fields, until they are answered', async () => {
  const { passes, pays, listed, sent, host } = await openDay()
  await pays('sale', 1000n)
  await expect.poll(() => host.ledger.captured).toBe(1000)
  for (const mishap of ['never arrives', 'trouble', 'answer is lost', 'cut within the answer'] as const)
    host.next('0500', mishap)
  await passes(dayIsOver)
  expect(await listed()).toMatchObject([{ status: 'open', theirs: undefined }])
  for (let minutes = 0; minutes < 10; minutes += 2) await passes({ minutes: 2 })
  expect(await listed()).toMatchObject([{ status: 'inBalance', code: '00' }])
  const [first, ...again] = sent().map(({ message }) => ({ ...message, 0: '', 128: '' }))
  expect(sent().map(({ type }) => type)).toEqual(['0500', '0501', '0501', '0501', '0501'])
  expect(again).toEqual(Array(4).fill(first))
})

test('totals that the host has, and whose answer is lost, are for a person: it has not said that they agree', async () => {
  const { passes, pays, listed, sent, host } = await openDay()
  host.ledger.days.overlookDebit()
  await pays('sale', 1000n)
  await expect.poll(() => host.ledger.captured).toBe(1000)
  host.next('0500', 'answer is lost')
  host.next('0500', 'duplicate')
  await passes(dayIsOver)
  await passes({ minutes: 2 })
  expect(await listed()).toMatchObject([{ status: 'outOfBalance', code: '94', theirs: { debits: {} }, differing: [] }])
  await passes({ hours: 20 })
  expect(sent().map(({ type }) => type)).toEqual(['0500', '0501'])
})

test('a day waits for an answer that the host still owes, but for no longer than six hours', async () => {
  const { passes, pays, listed, host } = await openDay()
  for (let times = 0; times < 20; times++) host.next('0220', 'answer is lost')
  await pays('sale', 1000n)
  await host.arrived('0220')
  await passes(dayIsOver)
  expect(await listed()).toEqual([])
  await passes({ hours: 6 })
  const [day] = await listed()
  expect(day).toMatchObject({
    status: 'outOfBalance',
    ours: { debits: { count: 0 } },
    theirs: { debits: { count: 1 } },
  })
})

test('totals that the host refuses are sent again each hour', async () => {
  const { passes, listed, sent, host } = await openDay()
  host.next('0500', 'refused')
  await passes(dayIsOver)
  expect(await listed()).toMatchObject([{ status: 'open', code: '12', tries: 1 }])
  await passes({ minutes: 59 })
  expect(sent()).toHaveLength(1)
  await passes({ minutes: 2 })
  expect(await listed()).toMatchObject([{ status: 'inBalance', tries: 2 }])
})

test.each(['06:00', '22:00'])('every message is in one day, also when the cut-over moves to %s', async (cutOver) => {
  const { host, passes, pays, listed, changesTo } = await openDay()
  const captured = (minor: number) => expect.poll(() => host.ledger.captured).toBe(minor)
  await pays('sale', 1000n)
  await captured(1000)
  await passes({ hours: 11 })
  await pays('sale', 500n)
  await captured(1500)
  await passes({ hours: 1, minutes: 31 })
  await passes({ hours: 1 })
  await pays('sale', 300n)
  await captured(1800)
  await passes({ minutes: 1 })
  const passesChanged = await changesTo(cutOver)
  await passesChanged({ hours: 12 })
  await pays('sale', 70n)
  await captured(1870)
  await passes({ minutes: 1 })
  await passesChanged({ hours: 24 })
  const counted = (await listed()).map(({ day, ours }) => [String(day), ours.debits.amount?.minor])
  expect(counted).toEqual([
    ['2026-06-16', 370n],
    ['2026-06-15', 1500n],
  ])
})

test('an operator closes totals that are out of balance with a reason, once, and what is in balance not at all', async () => {
  await using at = await openIso8583World()
  const { processors } = at.app
  const row = (day: string, status: string) =>
    at.world.query(
      `insert into isohost.totals (connector, day, currency, terminal, sent_at, attempts, ours, status, code, answered_at)
       values ('host', '${day}', 'EUR', 'FLORIN01', now(), 1, '{}', '${status}', '95', now()) returning id`,
    )
  const [[wrong], [right]] = await Promise.all([row('2026-06-15', 'outOfBalance'), row('2026-06-16', 'inBalance')])
  const close = (found: typeof wrong) =>
    closeTotals(processors, { by: operator, connection: 'host', id: BigInt(found!.id as bigint) })
  expect(await close(wrong)).toMatchObject({ status: 'closed', closedAt: expect.anything() })
  for (const found of [wrong, right]) await expect(close(found)).rejects.toMatchObject({ code: 'totals_closed' })
  expect((await listTotals(processors, {})).map(({ status }) => status)).toEqual(['inBalance', 'closed'])
  const audit = await at.world.query(`select action from directory.audit where action like 'totals%'`)
  expect(audit).toEqual([{ action: 'totalsClosed' }])
})
