import { expect, test } from 'vitest'
import type { AuthorizeAsk, DisputeNews, DisputePage } from './acquirer.ts'
import { type AcquirerUnderTest, counter } from './conformance-counter.ts'

type Make = () => Promise<AcquirerUnderTest>

export function disputes(make: Make): void {
  test('is told from its opening to its end, with the key of its authorization', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { asked } = await authorize('sale', 1000n)
    await dispute.open(asked, 1000n)
    await dispute.decide(asked, 'lost')
    const told = await newsOf(acquirer, asked)
    const amount = asked.amount
    expect(told).toMatchObject([
      { kind: 'opened', amount, authorization: asked.key },
      { kind: 'lost', amount, authorization: asked.key },
    ])
    expect(new Set(told.map((news) => news.dispute)).size).toBe(1)
    expect(new Set(told.map((news) => news.id)).size).toBe(2)
  })

  test('is told again, word for word, to whoever asks again, and not to whoever goes on behind it', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { asked } = await authorize('sale', 1000n)
    const before = await endOf(acquirer)
    await dispute.open(asked, 300n)
    const page = await acquirer.disputesSince(before)
    expect(page.news).toHaveLength(1)
    expect(await acquirer.disputesSince(before)).toEqual(page)
    expect(await acquirer.disputesSince(page.place)).toMatchObject({ news: [] })
    await dispute.decide(asked, 'won')
    expect((await acquirer.disputesSince(page.place)).news).toMatchObject([{ kind: 'won' }])
  })

  test('takes money that cannot be refunded or reversed then, and gives it back when it is won', async () => {
    const { authorize, dispute, follow } = counter(await make())
    const { asked } = await authorize('sale', 1000n)
    await dispute.open(asked, 400n)
    expect((await follow(asked, 'reverse', 1000n)).outcome).toBe('declined')
    expect((await follow(asked, 'refund', 601n)).outcome).toBe('declined')
    expect((await follow(asked, 'refund', 600n)).outcome).toBe('done')
    await dispute.decide(asked, 'won')
    expect((await follow(asked, 'refund', 400n)).outcome).toBe('done')
  })

  test('of a part may be followed by one of the rest, each told by its own name', async () => {
    const { acquirer, authorize, dispute } = counter(await make())
    const { asked } = await authorize('sale', 1000n)
    await dispute.open(asked, 400n)
    await dispute.decide(asked, 'lost')
    await dispute.open(asked, 600n)
    const told = await newsOf(acquirer, asked)
    expect(told.map(({ kind, amount }) => [kind, amount.minor])).toEqual([
      ['opened', 400n],
      ['lost', 400n],
      ['opened', 600n],
    ])
    expect(new Set(told.map((news) => news.dispute)).size).toBe(2)
  })
}

/** Everything that is told about an authorization, page after page. */
async function newsOf(acquirer: Asked, { key }: Pick<AuthorizeAsk, 'key'>): Promise<DisputeNews[]> {
  return (await wholeList(acquirer)).news.filter(({ authorization }) => authorization === key)
}

const endOf = async (acquirer: Asked): Promise<string | undefined> => (await wholeList(acquirer)).place

type Asked = AcquirerUnderTest['acquirer']

async function wholeList(acquirer: Asked): Promise<DisputePage> {
  const news: DisputeNews[] = []
  let place: string | undefined
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await acquirer.disputesSince(place)
    place = page.place
    if (page.news.length === 0) return { news, place }
    news.push(...page.news)
  }
  throw new Error(`the list of disputes has no end: ${pagesMax} pages of it were read`)
}
const pagesMax = 1_000
