import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { median, rounded } from './numbers.ts'
import { offeredPerSecond } from './offered.ts'
import { type Helper, startHelper } from './processes.ts'
import { table } from './section.ts'
import type { SideAsked, SideMeasured } from './side-process.ts'

/**
 * `npm run bench -- --against <commit>`: this program and that commit's, each with its own database, under the same load,
 * by turns and a moment each. A machine that others use as well makes all figures worse, but hardly the ratio of two
 * that were measured right after each other.
 */
const works: readonly (Omit<SideAsked, 'ms'> & { title: string })[] = [
  { title: 'POST /order, 1 client', work: 'order', clients: 1 },
  { title: 'POST /order, 64 clients', work: 'order', clients: 64 },
  { title: 'POST /order, 64 clients, 1 of 20 refused', work: 'orderWithMisses', clients: 64 },
  { title: 'checkout, stored card, 1 client', work: 'storedCard', clients: 1 },
  { title: 'checkout, stored card, 64 clients', work: 'storedCard', clients: 64 },
  { title: 'checkout, new card, 64 clients', work: 'newCard', clients: 64 },
  { title: 'billing run', work: 'billing', clients: 1 },
  { title: 'card decision, 1 client', work: 'decision', clients: 1 },
  { title: 'card decision, 64 clients on 64 accounts', work: 'decision', clients: 64 },
  { title: 'card decision, 64 clients on 1 account', work: 'decisionOfOne', clients: 64 },
  { title: 'all in one process, new card, 64 clients', work: 'oneProcess', clients: 64 },
  { title: `all in one process, ${offeredPerSecond} POST /order a second offered`, work: 'offered', clients: 64 },
]

export async function compareWith(
  commit: string,
  { quick, only, say }: { quick: boolean; only: string | undefined; say(what: string): void },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-against-'))
  const root = fileURLToPath(new URL('../../', import.meta.url))
  let sides: Helper[] = []
  try {
    const tree = execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 1 << 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: tree })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    // The same load for both: only what is measured is that commit's.
    await cp(join(root, 'server/bench'), join(folder, 'server/bench'), { recursive: true })
    const there = pathToFileURL(join(folder, 'server/bench/side-process.ts'))
    sides = await Promise.all([startHelper(there.href), startHelper('./side-process.ts')])
    const chosen = works.filter(({ work }) => !only || only.split(',').includes(work))
    const rows = []
    for (const { title, ...asked } of chosen) {
      say(title)
      rows.push([
        title,
        ...(await measureByTurns(sides, asked, quick ? { rounds: 3, ms: 1_500 } : { rounds: 7, ms: 3_000 })),
      ])
    }
    const headings = [
      'work',
      'faster',
      'there',
      'here',
      'p50',
      'p99',
      'CPU there',
      'CPU here',
      'WAL there',
      'WAL here',
      'notified',
    ]
    return `# Against ${commit}\n\n${explanation}\n\n${table(headings, rows)}\n`
  } finally {
    await Promise.all(sides.map((side) => side.stop().catch(() => undefined)))
    await rm(folder, { recursive: true, force: true })
  }
}

const explanation =
  '`faster` is the median of the ratios of rounds that followed each other; the other figures are medians. Per second; milliseconds; processor milliseconds of server and database and bytes of log for one piece of work; notifications received a second, there and here.'

async function measureByTurns(
  [there, here]: readonly Helper[],
  asked: Omit<SideAsked, 'ms'>,
  { rounds, ms }: { rounds: number; ms: number },
): Promise<string[]> {
  const pairs: [SideMeasured, SideMeasured][] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? [there!, here!] : [here!, there!]
    const one = await first.ask<SideMeasured>({ ...asked, ms })
    const other = await second.ask<SideMeasured>({ ...asked, ms })
    pairs.push(round % 2 === 0 ? [one, other] : [other, one])
  }
  const of = (side: 0 | 1, value: (measured: SideMeasured) => number) =>
    rounded(median(pairs.map((pair) => value(pair[side]))))
  const processor = ({ serverMs, databaseMs }: SideMeasured) => serverMs + databaseMs
  return [
    `× ${median(pairs.map(([one, other]) => other.perSecond / one.perSecond)).toFixed(2)}`,
    ...([0, 1] as const).map((side) => of(side, ({ perSecond }) => perSecond)),
    `${of(0, ({ p50 }) => p50)} → ${of(1, ({ p50 }) => p50)}`,
    `${of(0, ({ p99 }) => p99)} → ${of(1, ({ p99 }) => p99)}`,
    ...([0, 1] as const).map((side) => of(side, processor)),
    ...([0, 1] as const).map((side) => of(side, ({ walBytes }) => walBytes)),
    ...[`${of(0, ({ notified }) => notified)} → ${of(1, ({ notified }) => notified)}`],
  ]
}
