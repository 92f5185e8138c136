import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { NoResponse } from '#connectors/acquirer/port.ts'
import { clockInHand, typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { copyOfTemplate } from '../world/database.ts'
import { type EmulatedHost, emulateHost } from '../world/iso8583-host/emulated-host.ts'
import { cardsInMemory, credentialsFor, macKey, openProcess } from '../world/iso8583-host/host-under-test.ts'
import { approvedCard, declinedCard } from '../world/iso8583-host/ledger.ts'

let url: string
let db: Db
beforeAll(async () => {
  url = await copyOfTemplate()
  db = openDb(url, { role: 'florin_app' })
})
afterAll(() => db.close())

const impatient = { session: { respondWithinSeconds: 2 } }

/** Each test has a connector of its own, so that its jobs find its own messages. */
async function atHost({ onTestFinished }: TestContext) {
  const host = await emulateHost({ macKey: Buffer.from(macKey, 'hex') })
  const cards = cardsInMemory()
  const clock = clockInHand()
  const connector = `host-${randomUUID().slice(0, 8)}`
  const start = (on = db) => {
    const process = openProcess(on, credentialsFor([host], impatient), { cards, clock, connector })
    const merchant = counter({
      acquirer: process.acquirer,
      currency: 'EUR',
      approved: typedCard(approvedCard),
      declined: typedCard(declinedCard),
    })
    onTestFinished(process.close)
    return { ...process, ...merchant }
  }
  onTestFinished(host.close)
  return { host, cards, clock, connector, start, ...start() }
}

const types = ({ received }: EmulatedHost): string[] => received.map(({ type }) => type)
const numbers = ({ received }: EmulatedHost): number => new Set(received.map(({ stan }) => stan)).size

// Each has a host and a connector of its own, and most of them wait for an answer that does not come.
describe.concurrent('a host that does not answer as it should', () => {
  test.for(['never arrives', 'answer is lost', 'cut within the answer', 'forged'] as const)(
    'a payment whose answer does not come (%s) is reversed at once, and declined when that is confirmed',
    async (mishap, context) => {
      const { host, authorize, inquiryOf, cards } = await atHost(context)
      host.next('0100', mishap)
      const { requested, result } = await authorize('sale', 1000n)
      expect(result).toMatchObject({ outcome: 'declined', reason: 'provider_error' })
      expect(types(host)).toEqual(['0100', '0420'])
      expect(host.received[1]!.message).toMatchObject({ 39: '68', 90: expect.stringContaining(host.received[0]!.stan) })
      expect(host.ledger).toMatchObject({ held: 0, captured: 0, clashes: 0 })
      expect(await inquiryOf(requested.key)).toEqual(result)
      expect(cards.kept.size).toBe(0)
    },
  )

  test('an approval that comes after its time changes nothing: the payment is being reversed', async (context) => {
    const { host, acquirer, request, inquiryOf, clock, works } = await atHost(context)
    host.next('0100', 'answered late')
    host.next('0420', 'never arrives')
    const requested = request('sale', 1000n)
    await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
    host.release()
    expect(await inquiryOf(requested.key)).toMatchObject({ outcome: 'pending' })
    expect(host.ledger.held).toBe(1000)
    clock.pass({ minutes: 1 })
    await works()
    expect(types(host)).toEqual(['0100', '0420', '0421'])
    expect(await inquiryOf(requested.key)).toMatchObject({ outcome: 'declined', reason: 'provider_error' })
    expect(host.ledger).toMatchObject({ held: 0, captured: 0 })
  })

  test('a payment is not declined because the host does not know it yet: it may still be on its way', async (context) => {
    const { host, acquirer, request, inquiryOf, clock, works } = await atHost(context)
    host.ledger.forgets = true
    host.next('0100', 'never arrives')
    const requested = request('auth', 1000n)
    await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
    expect(await inquiryOf(requested.key)).toMatchObject({ outcome: 'pending' })
    expect(await works()).toBe(0)
    clock.pass({ minutes: 2 })
    await works()
    expect(await inquiryOf(requested.key)).toMatchObject({ outcome: 'declined' })
    expect(types(host)).toEqual(['0100', '0420', '0421'])
  })

  test('a reversal that was requested while the answer is on its way stops the payment, whatever the answer is', async (context) => {
    const { host, acquirer, request, following } = await atHost(context)
    host.next('0100', 'answered late')
    const requested = request('sale', 1000n)
    const authorizing = acquirer.authorize(requested)
    await host.arrived('0100')
    const reversal = following(requested, 1000n)
    const reversing = acquirer.reverse(reversal)
    await context.expect.poll(async () => (await acquirer.inquire(reversal.key)).outcome).toBe('pending')
    host.release()
    expect((await reversing).outcome).toBe('done')
    expect(await authorizing).toMatchObject({ outcome: 'declined' })
    expect(host.ledger).toMatchObject({ held: 0, captured: 0 })
    expect(types(host)).toEqual(['0100', '0420'])
  })

  test('answers that come twice, and in another order than their requests, are each taken for their own', async (context) => {
    const { host, acquirer, request } = await atHost(context)
    const amounts = [1100n, 1200n, 1300n]
    const sent = amounts.map((minor) => {
      host.next('0100', 'answered late')
      return request('auth', minor)
    })
    const authorizing = sent.map((one) => acquirer.authorize(one))
    await host.arrived('0100', 3)
    host.release()
    const references = (await Promise.all(authorizing)).map((result) => ('reference' in result ? result.reference : ''))
    const byAmount = host.received.map(({ message }) => [Number(message[4]), message[37]])
    expect(amounts.map((minor, index) => [Number(minor), references[index]])).toEqual(byAmount.toSorted())
    host.next('0100', 'answered twice')
    expect((await acquirer.authorize(request('auth', 1400n))).outcome).toBe('approved')
    expect((await acquirer.authorize(request('auth', 1500n))).outcome).toBe('approved')
  })

  test('a capture is repeated with its number until it is answered, and is one capture', async (context) => {
    const { host, authorize, acquirer, following, inquiryOf, clock, works } = await atHost(context)
    const { requested } = await authorize('auth', 1000n)
    for (const mishap of ['never arrives', 'answer is lost', 'trouble'] as const) host.next('0220', mishap)
    const capture = following(requested, 700n)
    expect(await acquirer.capture(capture)).toMatchObject({ outcome: 'pending' })
    for (let minute = 0; minute < 4; minute++) {
      clock.pass({ minutes: 5 })
      await works()
    }
    expect(types(host)).toEqual(['0100', '0220', '0221', '0221', '0221'])
    expect(numbers(host)).toBe(2)
    expect(host.ledger).toMatchObject({ held: 0, captured: 700, clashes: 0 })
    expect(await inquiryOf(capture.key)).toMatchObject({ outcome: 'done' })
  })

  test('a refund whose answer is lost is one refund, and a payout one payout', async (context) => {
    const { host, authorize, capture, acquirer, following, payout, inquiryOf, clock, works, cards } =
      await atHost(context)
    const { requested } = await authorize('auth', 1000n)
    expect((await capture(requested, 1000n)).outcome).toBe('done')
    host.next('0220', 'answer is lost')
    host.next('0200', 'answer is lost')
    const [refund, paid] = [following(requested, 400n), payout(500n)]
    expect((await acquirer.refund(refund)).outcome).toBe('pending')
    expect((await acquirer.payOut(paid)).outcome).toBe('pending')
    expect((await acquirer.refund(following(requested, 601n))).outcome).toBe('declined')
    clock.pass({ minutes: 5 })
    await works()
    expect(await Promise.all([inquiryOf(refund.key), inquiryOf(paid.key)])).toMatchObject([
      { outcome: 'done' },
      { outcome: 'done' },
    ])
    expect(host.ledger).toMatchObject({ refunded: 400, paidOut: 500, clashes: 0 })
    expect([...cards.kept.keys()]).toEqual([requested.key])
  })

  test('a capture that is requested while the host is down reaches it later, and a payment does not begin', async (context) => {
    const { host, authorize, acquirer, request, following, inquiryOf, clock, works } = await atHost(context)
    const { requested } = await authorize('auth', 1000n)
    await host.down()
    const capture = following(requested, 1000n)
    expect((await acquirer.capture(capture)).outcome).toBe('pending')
    const another = request('sale', 500n)
    await expect(acquirer.authorize(another)).rejects.toThrow(/cannot be reached/)
    expect(await inquiryOf(another.key)).toEqual({ outcome: 'not_found' })
    await host.up()
    clock.pass({ minutes: 1 })
    await context.expect
      .poll(
        async () => {
          await works().catch(() => undefined)
          clock.pass({ minutes: 2 })
          return (await inquiryOf(capture.key)).outcome
        },
        { timeout: 5_000 },
      )
      .toBe('done')
    expect(host.ledger).toMatchObject({ captured: 1000, clashes: 0 })
    expect(host.signOns).toBe(2)
  })

  test('a capture that was settled is not reversed, and is still there to be refunded', async (context) => {
    const { host, authorize, reverse, refund } = await atHost(context)
    const { requested } = await authorize('sale', 1000n)
    await host.arrived('0220')
    host.ledger.settle()
    expect((await reverse(requested, 1000n)).outcome).toBe('declined')
    expect((await refund(requested, 1000n)).outcome).toBe('done')
  })
})
