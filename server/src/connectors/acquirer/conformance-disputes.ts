import { expect, test } from 'vitest'
import type { AuthorizeRequest, DisputeEvent, DisputePage } from './acquirer.ts'
import { type AcquirerUnderTest, counter } from './conformance-counter.ts'

type Make = () => Promise<AcquirerUnderTest>

export function disputes(make: Make): void {
  test('is told from its opening to its end, with the key of its authorization', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    await dispute.open(requested, 1000n)
    await dispute.decide(requested, 'lost')
    const told = await emailInputOf(acquirer, requested)
    const amount = requested.amount
    expect(told).toMatchObject([
      { kind: 'opened', amount, authorization: requested.key },
      { kind: 'lost', amount, authorization: requested.key },
    ])
    expect(new Set(told.map((events) => events.dispute)).size).toBe(1)
    expect(new Set(told.map((events) => events.id)).size).toBe(2)
  })

  test('is told again, word for word, to whoever asks again, and not to whoever goes on behind it', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    const before = await endOf(acquirer)
    await dispute.open(requested, 300n)
    const page = await acquirer.disputesSince(before)
    expect(page.events).toHaveLength(1)
    expect(await acquirer.disputesSince(before)).toEqual(page)
    expect(await acquirer.disputesSince(page.place)).toMatchObject({ events: [] })
    await dispute.decide(requested, 'won')
    expect((await acquirer.disputesSince(page.place)).events).toMatchObject([{ kind: 'won' }])
  })

  test('takes money that cannot be refunded or reversed then, and gives it back when it is won', async () => {
    const { authorize, dispute, modify } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    await dispute.open(requested, 400n)
    expect((await modify(requested, 'reverse', 1000n)).outcome).toBe('declined')
    expect((await modify(requested, 'refund', 601n)).outcome).toBe('declined')
    expect((await modify(requested, 'refund', 600n)).outcome).toBe('done')
    await dispute.decide(requested, 'won')
    expect((await modify(requested, 'refund', 400n)).outcome).toBe('done')
  })

  test('of a part may be followed by one of the rest, each told by its own name', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    await dispute.open(requested, 400n)
    await dispute.decide(requested, 'lost')
    await dispute.open(requested, 600n)
    const told = await emailInputOf(acquirer, requested)
    expect(told.map(({ kind, amount }) => [kind, amount.minor])).toEqual([
      ['opened', 400n],
      ['lost', 400n],
      ['opened', 600n],
    ])
    expect(new Set(told.map((events) => events.dispute)).size).toBe(2)
  })
}

/** Everything that is told about an authorization, page after page. */
async function emailInputOf(acquirer: Requested, { key }: Pick<AuthorizeRequest, 'key'>): Promise<DisputeEvent[]> {
  return (await wholeList(acquirer)).events.filter(({ authorization }) => authorization === key)
}

const endOf = async (acquirer: Requested): Promise<string | undefined> => (await wholeList(acquirer)).place

type Requested = AcquirerUnderTest['acquirer']

async function wholeList(acquirer: Requested): Promise<DisputePage> {
  const events: DisputeEvent[] = []
  let place: string | undefined
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await acquirer.disputesSince(place)
    place = page.place
    if (page.events.length === 0) return { events, place }
    events.push(...page.events)
  }
  throw new Error(`the list of disputes has no end: ${pagesMax} pages of it were read`)
}
const pagesMax = 1_000
