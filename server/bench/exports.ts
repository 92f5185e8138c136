import { readFile } from 'node:fs/promises'
import { type BenchContext, openBenchContext } from './context.ts'
import { rounded } from './numbers.ts'
import { type Found, type Manner, type Section, table } from './section.ts'
import { staffToken } from './staff-token.ts'
import { openServer } from './throughput.ts'
import { storeTransactions } from './transaction-rows.ts'

/** A long list that is exported as a file: how long it takes, and that it is never in memory as a whole. */
export const exportsSection: Section = {
  title: 'Exports of long lists',
  run: async (manner) => {
    const ctx = await openBenchContext()
    try {
      return await measure(ctx, manner)
    } finally {
      await ctx.close()
    }
  },
}

async function measure(ctx: BenchContext, { quick, profile, say }: Manner): Promise<Found> {
  const stored = quick ? 100_000 : 1_000_000
  say(`${stored} payments`)
  await storeTransactions(ctx, stored)
  const server = await openServer(ctx, { profile })
  const headers = { authorization: `Bearer ${await staffToken(ctx)}` }
  const mebibytes: number[] = []
  const began = performance.now()
  const { body } = await fetch(`${server.url}/staff/v1/exports/payments`, { headers })
  let [bytes, lines] = [0, 0]
  for await (const part of body!) {
    bytes += part.length
    for (const byte of part) if (byte === newLine) lines++
    if (mebibytes.length < 10 && lines >= (mebibytes.length * stored) / 10)
      mebibytes.push(await residentMebibytes(server.helper.pid))
  }
  const seconds = (performance.now() - began) / 1_000
  mebibytes.push(await residentMebibytes(server.helper.pid))
  await server.helper.stop()
  if (lines !== stored + 1) throw new Error(`the file has ${lines} lines; it should have ${stored + 1}`)
  const most = Math.max(...mebibytes)
  return {
    inShort: [
      `${rounded(stored)} payments are exported in ${rounded(seconds)} s (${rounded(stored / seconds)} a second, ${rounded(bytes / 2 ** 20)} MiB); the server has at most ${rounded(most)} MiB of memory meanwhile`,
    ],
    text: [
      'One client reads `GET /staff/v1/exports/payments`. The memory of the server (resident set) at each tenth of the file, in MiB:',
      table(['begun', ...mebibytes.slice(1).map((_, tenth) => `${tenth + 1}/10`)], [mebibytes.map(rounded)]),
    ].join('\n\n'),
  }
}

const newLine = 10

async function residentMebibytes(pid: number): Promise<number> {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) / 1_024
}
