import { randomUUID } from 'node:crypto'
import { openApiClient } from './api-client.ts'
import { type Breakdown, type RequestKind, takeApart } from './breakdown.ts'
import { type Browsers, openBrowsers } from './browsers.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import type { LimitRush, LimitRushed } from './limit-process.ts'
import { type LinkFindings, type Rush, reportLinks } from './links-report.ts'
import { measureMinimal, openMinimal } from './minimal.ts'
import type { Observed } from './observe.ts'
import type { Manner, Section } from './section.ts'
import { typedCard } from './store.ts'
import { connections, type OpenServer, openLimit, openServer } from './throughput.ts'
import { verified } from './verified.ts'

/** One link for many shoppers: all open it, and then all press the button at the same moment. */
export const linksSection: Section = {
  title: 'Many shoppers on one payment link',
  run: async (manner) => {
    const ctx = await openBenchContext()
    try {
      return reportLinks(await measure(ctx, manner))
    } finally {
      await ctx.close()
    }
  },
}

const places = 10

async function measure(ctx: BenchContext, { quick, durations, profile, say }: Manner): Promise<LinkFindings> {
  const many = quick ? 300 : 1_000
  say('where the time goes')
  const breakdown = await breakDown(ctx, quick ? 30 : 100)
  // Shoppers have an address each; here all have one.
  const server = await openServer(ctx, { profile, env: { FLORIN_CONNECTIONS_PER_ADDRESS: String(2 * many) } })
  await rushAt(ctx, server, { many: many / 5, limitAccess: undefined })
  say(`${many} shoppers, ${places} places`)
  const few = await rushAt(ctx, server, { many, limitAccess: places })
  say(`${many} shoppers, a place for each`)
  const all = await rushAt(ctx, server, { many, limitAccess: undefined })
  await server.helper.stop()
  const books = await verified(ctx)
  say('the limit')
  const limit = await openLimit(ctx)
  const first = groupsOfFirst(breakdown)
  const rush = async (free: number, shoppers: number): Promise<LimitRushed> => {
    await ctx.query(`update links.links set limit_access = paid + reserved + ${free} where hash = '${breakdown.hash}'`)
    return limit.ask<LimitRushed>({ tape: breakdown.tape, first, many: shoppers } satisfies LimitRush)
  }
  await rush(many, many / 5)
  const limits = { few: await rush(places, many), all: await rush(many, many) }
  await openMinimal(ctx)
  const minimal = await measureMinimal(ctx, limit, { work: 'hold', clients: connections, ...durations })
  await limit.stop()
  return { minimalPerSecond: minimal.perSecond, many, places, few, all, limits, breakdown, verified: books }
}

/** One shopper after the other opens a link and pays, at a server that watches itself. */
async function breakDown(ctx: BenchContext, shoppers: number): Promise<Breakdown & { hash: string }> {
  const server = await openServer(ctx, { observe: true })
  const hash = await makeLink(ctx, server, undefined)
  const browsers = openBrowsers(server.url, 1)
  const seen: { opened: number; sent: number; shown: number }[] = []
  for (let shopper = 0; shopper < 2 * shoppers; shopper++) {
    // The first half is warming up.
    if (shopper === shoppers) await server.helper.ask('begin')
    const began = performance.now()
    const address = await open(browsers, hash)
    const opened = performance.now() - began
    const { paid, ...times } = await pay(browsers, address)
    if (!paid) throw new Error('a shopper alone at a link was not served')
    if (shopper >= shoppers) seen.push({ opened, ...times })
  }
  const observed = await server.helper.ask<Observed>('observed')
  await browsers.close()
  await server.helper.stop()
  const kinds: RequestKind[] = [
    { name: 'open', is: ({ path }) => path.startsWith('/l/'), seen: seen.map(({ opened }) => opened) },
    { name: 'pay', is: ({ path }) => path.endsWith('/pay'), seen: seen.map(({ sent }) => sent) },
    { name: 'page', is: ({ path, method }) => method === 'GET' && path !== '/', seen: seen.map(({ shown }) => shown) },
  ]
  return { ...takeApart(observed, kinds), hash }
}

async function makeLink(
  { privateKey, siteId }: BenchContext,
  { url }: OpenServer,
  limitAccess: number | undefined,
): Promise<string> {
  const client = openApiClient(url, privateKey, 1)
  const terms = {
    amount: '12.50',
    currency: 'EUR',
    orderType: 'purchase',
    contentType: 'Description',
    content: 'Bread',
  }
  const text = await client.post('/payment-link', { ...terms, siteId, active: 1, ...(limitAccess && { limitAccess }) })
  await client.close()
  return (JSON.parse(text) as { data: { hash: string } }).data.hash
}

/** Begins a visit by the link and returns its address. */
async function open(browsers: Browsers, hash: string): Promise<string> {
  const { status, location, text } = await browsers.post(`/l/${hash}`, { visit: randomUUID() })
  if (status !== 303) throw new Error(`the link did not open: ${status} ${text.slice(0, 300)}`)
  return location
}

/** Presses the button and follows to the page that says what came of it. */
async function pay(browsers: Browsers, address: string): Promise<{ sent: number; shown: number; paid: boolean }> {
  const began = performance.now()
  const { status, location, text } = await browsers.post(`${address}/pay`, { attempt: '1', ...typedCard })
  if (status !== 303) throw new Error(`a shopper was not answered: ${status} ${text.slice(0, 300)}`)
  const sent = performance.now() - began
  const page = await browsers.get(location)
  return { sent, shown: performance.now() - began - sent, paid: page.text.includes('your payment is complete') }
}

/** Everybody with a connection of their own. Who has opened the link waits for the others; then all pay at once. */
async function rushAt(
  ctx: BenchContext,
  server: OpenServer,
  { many, limitAccess }: { many: number; limitAccess: number | undefined },
): Promise<Rush> {
  const hash = await makeLink(ctx, server, limitAccess)
  const browsers = openBrowsers(server.url, many)
  const opened = performance.now()
  const addresses = await Promise.all(Array.from({ length: many }, () => open(browsers, hash)))
  const began = performance.now()
  const answers = await Promise.all(addresses.map((address) => pay(browsers, address)))
  const ended = performance.now()
  await browsers.close()
  const [written] = await ctx.query(
    `select paid, reserved, (select count(*) from payments.payments where order_id in (
       select order_id from links.uses where link_id = link.id)) as started from links.links link where hash = '${hash}'`,
  )
  return {
    openSeconds: (began - opened) / 1000,
    seconds: (ended - began) / 1000,
    each: answers.map(({ sent, shown }) => sent + shown),
    paid: answers.filter(({ paid }) => paid).length,
    written: Number(written!.paid),
    reserved: Number(written!.reserved),
    started: Number(written!.started),
  }
}

/** How many groups of the recording are the opening of the link. */
function groupsOfFirst({ requests, tape }: Breakdown): number {
  let [groups, statements] = [0, 0]
  while (statements < requests[0]!.statements.length) statements += tape.groups[groups++]!.length
  return groups
}
