import { type ApiClient, openApiClient } from './api-client.ts'
import type { BenchContext } from './context.ts'
import { type Reads, readsOf } from './list-plans.ts'
import { customerId, type ListedPlatform } from './list-rows.ts'
import { median, oftenTimed, percentile, rounded } from './numbers.ts'
import { openPartner } from './partner-client.ts'
import { table } from './section.ts'
import { staffToken } from './staff-token.ts'

/** What a page asks for at once, by one of the three kinds of staff. */
export type StaffPage = { name: string; token: string; paths: readonly string[] }

/** The homes of a merchant, the operator and a partner as the dashboard loads them, and the search of everything. */
export async function staffPages(
  ctx: BenchContext,
  { merchantId }: ListedPlatform,
  { owner, stored }: { owner: string; stored: number },
): Promise<StaffPage[]> {
  const operator = await staffToken(ctx)
  const { id: partnerId } = await openPartner(ctx)
  const partner = await staffToken(ctx, { kind: 'partner', id: String(partnerId) })
  const from = Temporal.Now.plainDateISO('UTC').subtract({ days: 7 })
  const searches = (who: string, token: string): StaffPage[] =>
    searched(stored).map(([what, text]) => ({
      name: `search by ${who}: ${what}`,
      token,
      paths: [`search?text=${encodeURIComponent(text)}`],
    }))
  return [
    {
      name: 'home of a merchant',
      token: owner,
      paths: [
        ...['figures', 'renewals'].map((name) => `merchants/${merchantId}/${name}`),
        'payments?type=deposit&size=5',
        ...['disputes?size=100&status=needsResponse', 'payments?size=1&status=uncertain'],
        ...['notifications?size=1&status=parked', 'approvals?size=1&status=requested'],
      ],
    },
    {
      name: 'home of the operator',
      token: operator,
      paths: [
        ...['platform/health', 'payments/unresolved?size=1', 'approvals?size=1&status=requested'],
        ...['kyc/cases?size=1&status=pending_review', 'screening/hits?size=1&status=open'],
        ...['deposits?size=1&status=parked', 'acquirer-breaks?size=1&status=open', 'dispute-events?size=1'],
      ],
    },
    {
      name: 'home of a partner (without customers)',
      token: partner,
      paths: [
        ...['kyc/cases?size=1&status=pending_review', 'events?size=1&status=parked', 'deposits?size=1&status=parked'],
        ...['approvals?size=1&status=requested', 'card-disputes?size=1&status=submitted'],
        ...['challenges?size=1&status=initiated', `card-transactions?from=${from}&size=1`],
        `card-transactions?from=${from}&status=declined&size=100`,
      ].map((path) => `${path}&partnerId=${partnerId}`),
    },
    ...['shoppers', 'shoppers?text=zzzz', 'orders', 'orders?created=last-30d'].map((path) => ({
      name: `list of a merchant: ${path}`,
      token: owner,
      paths: [path],
    })),
    ...searches('a merchant', owner),
    ...searches('the operator', operator),
  ]
}

/** What people remember. The orders and customers are a tenth of the payments. */
function searched(stored: number): readonly (readonly [what: string, text: string])[] {
  const number = Math.floor(stored / 20) + 776
  const day = Temporal.Now.plainDateISO('UTC').subtract({ days: 40 })
  return [
    ['an id', String(customerId(number))],
    ['an order', `order-${number}`],
    ['the beginning of many orders', 'order-'],
    ['an e-mail address', `customer-${number}@example.com`],
    ['the beginning of an address', 'customer-77@ex'],
    ['last four', '0776'],
    ['an amount', '9.90 EUR'],
    ['last four and an amount', '0776 9.90'],
    ['a day', day.toString()],
    ['an amount of a day', `9.90 ${day}`],
    ['last four of a day', `0776 ${day}`],
    ['words', 'bread'],
    ['words of none', 'zzzz yyyy'],
    ['a reference', `sbx_${number}`],
    ['an address of a network', '203.0.113.7'],
  ]
}

export type PageRow = { name: string; requests: number; first: number; often: number[]; reads?: Reads }

/** The first time, when sums are not remembered and a connection has planned nothing, and then again and again. */
export async function measurePages(url: string, pages: readonly StaffPage[], msMax: number): Promise<PageRow[]> {
  const rows: PageRow[] = []
  for (const { name, token, paths } of pages) {
    const client = openApiClient(url, token, paths.length)
    const load = () => Promise.all(paths.map((path) => client.get(`/staff/v1/${path}`)))
    const began = performance.now()
    await load()
    const first = performance.now() - began
    const often = await oftenTimed(load, msMax)
    rows.push({ name, requests: paths.length, first, often })
    await client.close()
  }
  return rows
}

/** What each page reads the first time. */
export async function pagesRead(ctx: BenchContext, url: string, pages: readonly StaffPage[]): Promise<Reads[]> {
  const reads: Reads[] = []
  for (const { token, paths } of pages) {
    const client: ApiClient = openApiClient(url, token, 1)
    const load = async () => {
      for (const path of paths) await client.get(`/staff/v1/${path}`)
    }
    reads.push(await readsOf(ctx, load, { settled: 0 }))
    await client.close()
  }
  return reads
}

export const pagesTable = (rows: readonly PageRow[]): string =>
  table(
    ['page', 'requests', 'the first time', 'p50', 'p99', 'read', 'blocks', 'tables read whole'],
    rows.map(({ name, requests, first, often, reads }) => [
      name,
      rounded(requests),
      ...[first, median(often), percentile(often, 0.99)].map(rounded),
      ...(reads ? [rounded(reads.page + reads.count), rounded(reads.blocks), reads.whole.join(', ')] : ['', '', '']),
    ]),
  )
