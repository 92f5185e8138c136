import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { iso8583HostMetrics } from '#connectors/acquirer/iso8583/index.ts'
import { clockInHand, typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { openMetrics } from '#kernel/telemetry/metrics.ts'
import { makeCertificate, pemOf } from '../world/certificates.ts'
import { copyOfTemplate } from '../world/database.ts'
import { emulateHost } from '../world/iso8583-host/emulated-host.ts'
import {
  cardsInMemory,
  credentialsFor,
  dyingAfterRecord,
  macKey,
  openProcess,
  type Process,
} from '../world/iso8583-host/host-under-test.ts'
import { approvedCard, declinedCard } from '../world/iso8583-host/ledger.ts'

let url: string
let db: Db
beforeAll(async () => {
  url = await copyOfTemplate()
  db = openDb(url, { role: 'florin_app' })
})
afterAll(() => db.close())

const key = Buffer.from(macKey, 'hex')
const merchantOf = ({ acquirer }: Process) =>
  counter({ acquirer, currency: 'EUR', approved: typedCard(approvedCard), declined: typedCard(declinedCard) })

async function openHost(means: Parameters<typeof emulateHost>[0] = { macKey: key }) {
  const host = await emulateHost(means)
  onTestFinished(host.close)
  return host
}

/** What processes of one installation share. */
const installation = () => ({
  cards: cardsInMemory(),
  clock: clockInHand(),
  connector: `host-${randomUUID().slice(0, 8)}`,
})

function start(on: Db, given: Parameters<typeof openProcess>[1], of: Parameters<typeof openProcess>[2] = {}): Process {
  const process = openProcess(on, given, of)
  onTestFinished(process.close)
  return process
}

test('two processes at one terminal never use a number twice, and one key in both is one payment', async () => {
  const host = await openHost()
  const shared = installation()
  const other = openDb(url, { role: 'florin_app' })
  onTestFinished(() => other.close())
  const processes = [db, other].map((each) => start(each, credentialsFor([host]), shared))
  const desks = processes.map(merchantOf)
  await Promise.all(desks.flatMap((desk) => Array.from({ length: 15 }, () => desk.authorize('auth', 1000n))))
  expect(host.received).toHaveLength(30)
  expect(host.ledger).toMatchObject({ held: 30_000, clashes: 0 })
  const requested = desks[0]!.request('auth', 1000n)
  const both = await Promise.allSettled(desks.map(({ acquirer }) => acquirer.authorize(requested)))
  expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(host.received).toHaveLength(31)
  expect(host.ledger.held).toBe(31_000)
  expect((await desks[1]!.inquiryOf(requested.key)).outcome).toBe('approved')
})

test('a reversal in another process waits for the answer to the payment, and never overtakes it', async () => {
  const host = await openHost()
  const shared = installation()
  const [paying, reversing] = [
    start(db, credentialsFor([host]), shared),
    start(db, credentialsFor([host]), shared),
  ].map(merchantOf)
  host.next('0100', 'answered late')
  const requested = paying!.request('sale', 1000n)
  const authorizing = paying!.acquirer.authorize(requested)
  await host.arrived('0100')
  const reversal = reversing!.following(requested, 1000n)
  expect((await reversing!.acquirer.reverse(reversal)).outcome).toBe('pending')
  expect(host.received).toHaveLength(1)
  host.release()
  expect(await authorizing).toMatchObject({ outcome: 'declined' })
  expect((await reversing!.inquiryOf(reversal.key)).outcome).toBe('done')
  expect(host.received.map(({ type }) => type)).toEqual(['0100', '0420'])
  expect(host.ledger).toMatchObject({ held: 0, captured: 0 })
})

test('a payment whose process was killed before it was sent is reversed by another one, and never sent', async () => {
  const host = await openHost()
  const shared = installation()
  const killed = merchantOf(start(dyingAfterRecord(db), credentialsFor([host]), shared))
  const requested = killed.request('sale', 1000n)
  await expect(killed.acquirer.authorize(requested)).rejects.toThrow('killed')
  const next = start(db, credentialsFor([host]), shared)
  expect((await next.acquirer.inquire(requested.key)).outcome).toBe('pending')
  expect(await next.works()).toBe(0)
  shared.clock.pass({ minutes: 1 })
  expect(await next.works()).toBe(1)
  expect(await next.acquirer.inquire(requested.key)).toMatchObject({ outcome: 'declined', reason: 'provider_error' })
  expect(host.received.map(({ type }) => type)).toEqual(['0420'])
  expect(shared.cards.kept.size).toBe(0)
})

test('a capture whose process was killed before it was sent goes out once, with the number that was committed', async () => {
  const host = await openHost()
  const shared = installation()
  const { requested } = await merchantOf(start(db, credentialsFor([host]), shared)).authorize('auth', 1000n)
  const killed = start(dyingAfterRecord(db), credentialsFor([host]), shared)
  const capture = merchantOf(killed).following(requested, 1000n)
  await expect(killed.acquirer.capture(capture)).rejects.toThrow('killed')
  const [row] = await db.run('select stan from isohost.messages where request_key = $1', [capture.key])
  expect(host.received).toHaveLength(1)
  const next = start(db, credentialsFor([host]), shared)
  shared.clock.pass({ minutes: 1 })
  await next.works()
  expect(host.received.slice(1).map(({ type, stan }) => [type, Number(stan)])).toEqual([['0220', row!.stan]])
  expect((await next.acquirer.inquire(capture.key)).outcome).toBe('done')
  expect(await next.works()).toBe(0)
})

test('nothing of a card is in the tables: no number, no security code', async () => {
  const host = await openHost()
  const desk = merchantOf(start(db, credentialsFor([host]), installation()))
  const { requested } = await desk.authorize('sale', 1000n)
  await desk.refund(requested, 400n)
  const [row] = await db.run(
    `select string_agg(to_jsonb(r)::text, ' ') || (select string_agg(to_jsonb(m)::text, ' ') from isohost.messages m) as all
       from isohost.requests r`,
    [],
  )
  const { 2: number, 48: data } = host.received[0]!.message
  expect([number, data]).toEqual([approvedCard, expect.stringContaining('9203123')])
  expect(row!.all).not.toContain(approvedCard.slice(0, 8))
  expect(row!.all).not.toMatch(/"cvv|9203123/)
})

test('the line signs on once for all requests, answers the host’s echo, and signs off at the end', async () => {
  const host = await openHost()
  const process = openProcess(db, credentialsFor([host]), installation())
  expect(host.signOns).toBe(0)
  await Promise.all(Array.from({ length: 5 }, () => merchantOf(process).authorize('auth', 1000n)))
  expect(host.signOns).toBe(1)
  expect(await host.echo()).toBe('00')
  await process.close()
  expect(host.signOffs).toBe(1)
})

test('requests beyond what the host takes at once wait for their turn', async () => {
  const host = await openHost()
  const session = { inFlight: 2 }
  const desk = merchantOf(start(db, credentialsFor([host], { session }), installation()))
  for (let count = 0; count < 2; count++) host.next('0100', 'answered late')
  const authorizing = Array.from({ length: 5 }, () => desk.authorize('auth', 1000n))
  await host.arrived('0100', 2)
  expect(host.received).toHaveLength(2)
  host.release()
  const results = await Promise.all(authorizing)
  expect(results.map(({ result }) => result.outcome)).toEqual(Array(5).fill('approved'))
})

test('when the first address does not take the line, the second one does; new credentials open another', async () => {
  const [host, renewed] = [await openHost(), await openHost({ macKey: Buffer.alloc(16, 5) })]
  const given = { now: credentialsFor([{ port: 1 }, host]) }
  const process = start(db, () => given.now, installation())
  expect((await merchantOf(process).authorize('auth', 1000n)).result.outcome).toBe('approved')
  given.now = { ...credentialsFor([renewed]), macKey: '05'.repeat(16) }
  expect((await merchantOf(process).authorize('auth', 1000n)).result.outcome).toBe('approved')
  expect([host.received.length, renewed.received.length]).toEqual([1, 1])
})

test('a host and its line are known by certificates of their own authority', async () => {
  const [authority, ours] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]
  const theirs = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = { name: 'Acquirer', key: authority.privateKey }
  const [from, to] = ['2026-01-01T00:00:00Z', '2100-01-01T00:00:00Z'].map((at) => Temporal.Instant.from(at))
  const certificate = (name: string, publicKey: typeof ours.publicKey, ca = false) =>
    pemOf(makeCertificate({ name, publicKey, issuer, ca, from: from!, to: to! }))
  const pem = ({ privateKey }: typeof ours) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const ca = certificate('Acquirer', authority.publicKey, true)
  const host = await openHost({
    macKey: key,
    tls: { ca, cert: certificate('host.acquirer.example', theirs.publicKey), key: pem(theirs), requestCert: true },
  })
  const given = credentialsFor([host], { tls: { serverName: 'host.acquirer.example' } })
  const signed = { tlsCa: ca, tlsCertificate: certificate('Florin', ours.publicKey), tlsKey: pem(ours) }
  const desk = merchantOf(start(db, { ...given, ...signed }, installation()))
  expect((await desk.authorize('sale', 1000n)).result.outcome).toBe('approved')
  const stranger = merchantOf(start(db, given, installation()))
  await expect(stranger.authorize('sale', 1000n)).rejects.toThrow('cannot be reached')
  expect(host.received.filter(({ type }) => type === '0100')).toHaveLength(1)
})

test('the check of a connection signs on and sends an echo at each address, and says what is wrong', async () => {
  const host = await openHost()
  const check = (given: Readonly<Record<string, string>>) => {
    const { parts, processor } = start(db, given, installation())
    return processor.check(parts)
  }
  expect(await check(credentialsFor([host]))).toEqual({
    works: true,
    account: '000000004711001 at terminal FLORIN01',
    notes: [`127.0.0.1:${host.port} takes connections and answers an echo`],
  })
  expect(await check(credentialsFor([host, { port: 1 }]))).toMatchObject({
    works: false,
    problem: expect.stringContaining('ECONNREFUSED'),
  })
  expect(host.received).toEqual([])
})

test('a scrape says whether the line is open, and how many messages wait', async () => {
  const host = await openHost()
  const metrics = await openMetrics(iso8583HostMetrics, { onError: (error) => expect.unreachable(String(error)) })
  const shared = { ...installation(), metrics }
  const session = { respondWithinSeconds: 1 }
  const process = start(db, credentialsFor([host], { session }), shared)
  host.next('0220', 'never arrives')
  await merchantOf(process).authorize('sale', 1000n)
  await host.arrived('0220')
  const { text } = await metrics.scrape()
  expect(text).toContain(`florin_iso8583_host_line_open{acquirer="${shared.connector}"} 1`)
  expect(text).toContain(`florin_iso8583_host_open_messages{acquirer="${shared.connector}"} 1`)
})

test('what the host can do is what its profile says', () => {
  const { messages, ...example } = JSON.parse(credentialsFor([{ port: 1 }]).profile!)
  const { payout: _, ...fewer } = messages
  const process = start(db, credentialsFor([{ port: 1 }], { ...example, messages: fewer, partialCapture: false }))
  expect(process.acquirer.capabilities).toMatchObject({ payOut: false, partialCapture: false })
})
