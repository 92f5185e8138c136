import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Browsers, openBrowsers } from './browsers.ts'
import type { BenchContext } from './context.ts'
import { runClients } from './load.ts'
import { median, percentile } from './numbers.ts'
import { placeOrder } from './store.ts'
import type { Durations, OpenServer } from './throughput.ts'

/** Everything a browser loads to show the pay page: styles and script are inside the page. */
export type PageWeight = { part: string; bytes: number; gzip: number; brotli: number }[]
export type PageRow = { clients: number; perSecond: number; p50: number; p99: number }

export async function measurePage(
  ctx: BenchContext,
  { url }: OpenServer,
  { loads, ...durations }: Durations & { loads: readonly number[] },
): Promise<{ weight: PageWeight; rows: PageRow[] }> {
  const browsers = openBrowsers(url, Math.max(...loads))
  const address = await placeOrder({ ...ctx, browsers }, 19_000_000)
  const { text } = await browsers.get(address)
  const rows: PageRow[] = []
  for (const clients of loads) rows.push(await measureLoading(browsers, address, { clients, ...durations }))
  await browsers.close()
  return { weight: weigh(text), rows }
}

async function measureLoading(
  browsers: Browsers,
  address: string,
  how: Durations & { clients: number },
): Promise<PageRow> {
  const load = async () => {
    const began = performance.now()
    const { status } = await browsers.get(address)
    if (status !== 200) throw new Error(`the pay page answered ${status}`)
    return performance.now() - began
  }
  const { samples, seconds } = await runClients(load, how)
  return {
    clients: how.clients,
    perSecond: samples.length / seconds,
    p50: median(samples),
    p99: percentile(samples, 0.99),
  }
}

function weigh(page: string): PageWeight {
  const insides = (tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text]) => text).join('')
  const [styles, script] = [insides('style'), insides('script')]
  const parts = { 'whole page': page, 'of it styles': styles, 'of it script': script }
  return Object.entries(parts).map(([part, text]) => ({
    part,
    bytes: Buffer.byteLength(text),
    gzip: gzipSync(text, { level: 6 }).length,
    brotli: brotliCompressSync(text).length,
  }))
}
