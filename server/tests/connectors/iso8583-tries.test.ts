import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { clockInHand, typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { read } from '../tidy/repository.ts'
import { copyOfTemplate } from '../world/database.ts'
import { emulateHost, type Mishap } from '../world/iso8583-host/emulated-host.ts'
import { cardsInMemory, credentialsFor, macKey, openProcess } from '../world/iso8583-host/host-under-test.ts'
import { approvedCard, declinedCard, openLedger } from '../world/iso8583-host/ledger.ts'
import { covering } from '../world/length.ts'

let db: Db
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(() => db.close())
const example = JSON.parse(read('deploy/iso8583/example-host.json').text)

type Given = { refundType?: '0220' | '0200'; saysDuplicate?: boolean }

/** A merchant at a host that does with each message what the test says, and may say 94 to what it has taken already. */
async function open({ refundType = '0220', saysDuplicate = false }: Given = {}) {
  const ledger = openLedger()
  ledger.saysDuplicate = saysDuplicate
  const host = await emulateHost({ macKey: Buffer.from(macKey, 'hex'), ledger })
  const clock = clockInHand()
  const changes = {
    session: { ...example.session, respondWithinSeconds: 1 },
    messages: { ...example.messages, refund: { ...example.messages.refund, type: refundType } },
  }
  const connector = `host-${randomUUID().slice(0, 8)}`
  const cards = cardsInMemory()
  const process = openProcess(db, credentialsFor([host], changes), { cards, clock, connector })
  const { acquirer } = process
  const approved = typedCard(approvedCard)
  const shop = counter({ acquirer, currency: 'EUR', approved, declined: typedCard(declinedCard) })
  const passes = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      clock.pass({ minutes: 70 })
      await process.works()
    }
  }
  const newPayout = () => {
    const { card, descriptor, shopper, amount } = shop.request('sale', 1000n)
    return { key: randomUUID(), amount, card, descriptor, shopper: { email: shopper.email, country: shopper.country } }
  }
  return {
    ...{ host, ledger, clock, cards, passes, newPayout, ...process, ...shop },
    async [Symbol.asyncDispose]() {
      await process.close()
      await host.close()
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>

/** What is requested, the type of its message, and what the host has carried out of it. */
const kinds = {
  'a refund as an advice': {
    refundType: '0220',
    type: '0220',
    moved: (at: Opened) => at.ledger.refunded,
    asks: refunds,
  },
  'a refund as a request': {
    refundType: '0200',
    type: '0200',
    moved: (at: Opened) => at.ledger.refunded,
    asks: refunds,
  },
  'a capture': { refundType: '0220', type: '0220', moved: (at: Opened) => at.ledger.captured, asks: captures },
  'a payout': { refundType: '0220', type: '0200', moved: (at: Opened) => at.ledger.paidOut, asks: paysOut },
} as const

async function refunds({ authorize, following, acquirer, works }: Opened, mishaps: () => void) {
  const { requested } = await authorize('sale', 1000n)
  await works()
  mishaps()
  const request = following(requested, 1000n)
  await acquirer.refund(request)
  return request.key
}
async function captures({ authorize, following, acquirer, works }: Opened, mishaps: () => void) {
  const { requested } = await authorize('auth', 1000n)
  await works()
  mishaps()
  const request = following(requested, 1000n)
  await acquirer.capture(request)
  return request.key
}
async function paysOut({ acquirer, newPayout }: Opened, mishaps: () => void) {
  mishaps()
  const request = newPayout()
  await acquirer.payOut(request)
  return request.key
}

test.each([
  [
    'a payout: taken with the answer lost, and its repeat finds the host busy',
    'a payout',
    ['answer is lost', 'trouble'],
    false,
  ],
  ['a refund as a request: the same', 'a refund as a request', ['answer is lost', 'trouble'], false],
  [
    'a refund: busy, taken with the answer lost, then "has it already"',
    'a refund as an advice',
    ['trouble', 'answer is lost'],
    true,
  ],
  ['a capture: the same', 'a capture', ['trouble', 'answer is lost'], true],
] as const)('%s is done', async (_, kind, mishaps, saysDuplicate) => {
  const { refundType, type, asks, moved } = kinds[kind]
  await using at = await open({ refundType, saysDuplicate })
  const key = await asks(at, () => {
    for (const mishap of mishaps) at.host.next(type, mishap)
  })
  await at.passes(3)
  expect([await at.inquiryOf(key), moved(at)]).toMatchObject([{ outcome: 'done' }, 1000])
})

test('a reversal: busy, taken with the answer lost, then "has it already" declines its payment', async () => {
  await using at = await open({ saysDuplicate: true })
  at.host.next('0100', 'answer is lost')
  at.host.next('0420', 'trouble')
  at.host.next('0420', 'answer is lost')
  const requested = at.request('sale', 1000n)
  await expect(at.acquirer.authorize(requested)).rejects.toThrow()
  await at.passes(4)
  expect([await at.inquiryOf(requested.key), at.ledger.held]).toMatchObject([{ outcome: 'declined' }, 0])
})

test('a busy host that then does not know what is reversed is asked once more', async () => {
  await using at = await open()
  at.ledger.forgets = true
  at.host.next('0100', 'never arrives')
  at.host.next('0420', 'trouble')
  const requested = at.request('sale', 1000n)
  await expect(at.acquirer.authorize(requested)).rejects.toThrow()
  at.clock.pass({ seconds: 31 })
  await at.works()
  expect((await at.inquiryOf(requested.key)).outcome).toBe('pending')
  at.clock.pass({ seconds: 61 })
  await at.works()
  expect((await at.inquiryOf(requested.key)).outcome).toBe('declined')
})

test('an approval by a code that no table has is declined, and what it holds is reversed', async () => {
  await using at = await open()
  at.host.next('0100', 'unlisted')
  const requested = at.request('sale', 1000n)
  expect(await at.acquirer.authorize(requested)).toMatchObject({ outcome: 'declined', reason: 'declined_by_bank' })
  await at.host.arrived('0420')
  await expect.poll(() => [at.ledger.held, at.cards.kept.size]).toEqual([0, 0])
  expect(at.ledger.captured).toBe(0)
})

test('an authorization that somebody behind the host may still approve (09) is reversed before it is declined', async () => {
  await using at = await open()
  at.host.next('0100', 'in progress')
  at.host.next('0420', 'answer is lost')
  const requested = at.request('auth', 1000n)
  await expect(at.acquirer.authorize(requested)).rejects.toThrow()
  await at.passes(2)
  expect([await at.inquiryOf(requested.key), at.ledger.held]).toMatchObject([
    { outcome: 'declined', reason: 'provider_error' },
    0,
  ])
})

const mishaps = ['none', 'never arrives', 'answer is lost', 'trouble', 'in progress', 'unlisted', 'refused'] as const
const matrix = {
  kind: Object.keys(kinds) as (keyof typeof kinds)[],
  first: mishaps,
  second: mishaps,
  third: mishaps,
  saysDuplicate: [false, true],
}
/** Hosts at once: what takes time is to wait for answers that do not come. */
const hostsAtOnce = 64
const batchesOf = <Row>(rows: readonly Row[]): [nth: number, batch: Row[]][] =>
  Array.from({ length: Math.ceil(rows.length / hostsAtOnce) }, (_, nth) => [
    nth,
    rows.slice(nth * hostsAtOnce, (nth + 1) * hostsAtOnce),
  ])

test.each(batchesOf(covering(matrix)))(
  'whatever happens to three tries, nothing is declined that was done, and nothing is done twice (%i)',
  async (_, batch) => {
    await Promise.all(
      batch.map(async (row) => {
        const { refundType, type, asks, moved } = kinds[row.kind]
        await using at = await open({ refundType, saysDuplicate: row.saysDuplicate })
        const each = [row.first, row.second, row.third]
        const key = await asks(at, () => {
          for (const mishap of each) if (mishap !== 'none') at.host.next(type, mishap satisfies Mishap)
        })
        await at.passes(5)
        const { outcome } = await at.inquiryOf(key)
        const facts = [row, outcome, moved(at)]
        if (outcome === 'done') expect(facts).toEqual([row, 'done', 1000])
        else if (outcome === 'declined') expect(facts).toEqual([row, 'declined', 0])
        else {
          expect(facts).toEqual([row, 'pending', expect.toBeOneOf([0, 1000])])
          // Only what was in doubt once is.
          expect(each.some((one) => one !== 'none' && one !== 'trouble')).toBe(true)
        }
      }),
    )
  },
  120_000,
)

const authorizations = {
  kind: ['auth', 'sale'] as const,
  first: mishaps,
  reversal: mishaps,
  repeat: mishaps,
  saysDuplicate: [false, true],
}

test.each(batchesOf(covering(authorizations)))(
  'whatever happens to an authorization and its reversal, it goes on at another connector only when nothing is held (%i)',
  async (_, batch) => {
    await Promise.all(
      batch.map(async (row) => {
        await using at = await open({ saysDuplicate: row.saysDuplicate })
        const moved = () => at.ledger.held + at.ledger.captured
        if (row.first !== 'none') at.host.next('0100', row.first)
        for (const one of [row.reversal, row.repeat]) if (one !== 'none') at.host.next('0420', one)
        const requested = at.request(row.kind, 1000n)
        const result = await at.acquirer.authorize(requested).catch(() => undefined)
        if (result?.outcome === 'declined' && result.reason === 'provider_error')
          expect([row, moved()]).toEqual([row, 0])
        await at.passes(5)
        const { outcome } = await at.inquiryOf(requested.key)
        const expected = outcome === 'approved' ? 1000 : outcome === 'declined' ? 0 : expect.toBeOneOf([0, 1000])
        expect([row, outcome, moved()]).toEqual([row, expect.toBeOneOf(['approved', 'declined', 'pending']), expected])
      }),
    )
  },
  120_000,
)
