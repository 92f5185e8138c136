import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type AcquirerUnderTest, counter, wholeList } from './conformance-counter.ts'
import type { Acquirer, AuthorizeRequest, DisputeEvent } from './port.ts'

type Make = () => Promise<AcquirerUnderTest>

export function disputes(make: Make): void {
  test('is reported from its opening to its end, with the key of its authorization', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    await dispute.open(requested, 1000n)
    await dispute.decide(requested, 'lost')
    const events = await eventsOf(acquirer, requested)
    const amount = requested.amount
    expect(events).toMatchObject([
      { kind: 'opened', amount, authorization: requested.key },
      { kind: 'lost', amount, authorization: requested.key },
    ])
    expect(new Set(events.map((event) => event.dispute)).size).toBe(1)
    expect(new Set(events.map((event) => event.id)).size).toBe(2)
  })

  test('is reported again to a reader who starts again, and not to one who continues behind it', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    const { place: before } = await wholeList((place) => acquirer.disputesSince(place))
    await dispute.open(requested, 300n)
    const page = await acquirer.disputesSince(before)
    expect(page.events).toHaveLength(1)
    expect(await acquirer.disputesSince(before)).toEqual(page)
    expect(await acquirer.disputesSince(page.place)).toMatchObject({ events: [] })
    await dispute.decide(requested, 'won')
    expect((await acquirer.disputesSince(page.place)).events).toMatchObject([{ kind: 'won' }])
  })

  test('takes money that cannot be refunded or reversed then, and returns it when it is won', async () => {
    const { authorize, dispute, reverse, refund } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    await dispute.open(requested, 400n)
    expect((await reverse(requested, 1000n)).outcome).toBe('declined')
    expect((await refund(requested, 601n)).outcome).toBe('declined')
    expect((await refund(requested, 600n)).outcome).toBe('done')
    await dispute.decide(requested, 'won')
    expect((await refund(requested, 400n)).outcome).toBe('done')
  })

  test('of a part may be followed by one of the rest, each with a name of its own', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    await dispute.open(requested, 400n)
    await dispute.decide(requested, 'lost')
    await dispute.open(requested, 600n)
    const events = await eventsOf(acquirer, requested)
    expect(events.map(({ kind, amount }) => [kind, amount.minor])).toEqual([
      ['opened', 400n],
      ['lost', 400n],
      ['opened', 600n],
    ])
    expect(new Set(events.map((event) => event.dispute)).size).toBe(2)
  })
}

export function disputeResponses(make: Make): void {
  test('may be evidence while the dispute is open, and is repeated with its key', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    await dispute.open(requested, 1000n)
    const [opened] = await eventsOf(acquirer, requested)
    const evidence = {
      key: randomUUID(),
      authorization: requested.key,
      dispute: opened!.dispute,
      text: 'Signed for at the door.',
      documents: [{ name: 'receipt.txt', mediaType: 'text/plain', content: new Uint8Array([42]) }],
    }
    const result = await acquirer.submitEvidence(evidence)
    expect(result.outcome).not.toBe('closed')
    expect(await acquirer.submitEvidence(evidence)).toEqual(result)
  })

  test('may be to accept it: then it is lost', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    await dispute.open(requested, 1000n)
    expect((await dispute.respond(requested, 'acceptDispute')).outcome).not.toBe('closed')
    expect((await eventsOf(acquirer, requested)).map(({ kind }) => kind)).toEqual(['opened', 'lost'])
  })

  test('comes too late when it is decided', async () => {
    const { authorize, dispute } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    await dispute.open(requested, 1000n)
    await dispute.decide(requested, 'won')
    expect((await dispute.respond(requested, 'submitEvidence')).outcome).toBe('closed')
    expect((await dispute.respond(requested, 'acceptDispute')).outcome).toBe('closed')
  })
}

/** Every event of an authorization's disputes. */
async function eventsOf(acquirer: Acquirer, { key }: Pick<AuthorizeRequest, 'key'>): Promise<DisputeEvent[]> {
  const { events } = await wholeList((place) => acquirer.disputesSince(place))
  return events.filter(({ authorization }) => authorization === key)
}
