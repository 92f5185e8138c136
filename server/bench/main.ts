import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { abuseSection } from './abuse.ts'
import { compareWith } from './against.ts'
import { billingSection } from './billing-section.ts'
import { cardsSection } from './cards.ts'
import { checkoutSection } from './checkout.ts'
import { openBenchContext } from './context.ts'
import { exportsSection } from './exports.ts'
import { linksSection } from './links.ts'
import { listsSection } from './lists.ts'
import { loginsSection } from './logins.ts'
import { describeMachine } from './machine.ts'
import { notificationsSection } from './notifications.ts'
import { offeredSection } from './offered.ts'
import { killHelpers } from './processes.ts'
import { linesOf, loadLine, report } from './report.ts'
import { restSection } from './rest.ts'
import type { Found, Manner, Section } from './section.ts'
import { spendingSection } from './spending.ts'
import { transactionsSection } from './transactions.ts'
import { webhooksSection } from './webhooks.ts'

/**
 * `npm run bench`: everything in one run on one machine, since only such figures can be compared.
 * `-- --against <commit>` compares two commits side by side (`--only=order,newCard` some of the works),
 * `-- --quick` for a first look, `-- --only=rest,links` for some parts, and `-- --profile=folder` leaves CPU profiles of
 * the server under its heaviest load. A part that fails does not take the figures of the others with it. Only a whole
 * run is kept, in `results/latest.md`.
 */
const sections: Readonly<Record<string, Section>> = {
  checkout: checkoutSection,
  rest: restSection,
  offered: offeredSection,
  billing: billingSection,
  notifications: notificationsSection,
  webhooks: webhooksSection,
  transactions: transactionsSection,
  lists: listsSection,
  exports: exportsSection,
  links: linksSection,
  abuse: abuseSection,
  logins: loginsSection,
  cards: cardsSection,
  spending: spendingSection,
}

const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'string' },
    against: { type: 'string' },
  },
})
const manner: Manner = {
  quick: asked.quick,
  durations: asked.quick ? { warmUpMs: 300, ms: 700 } : { warmUpMs: 1_500, ms: 6_000 },
  profile: asked.profile,
  say: (what) => process.stderr.write(`${what}\n`),
}
if (asked.against) await measureAgainst(asked.against)
else await measureAll()

async function measureAgainst(commit: string): Promise<void> {
  const before = loadavg()[0]!
  const compared = await compareWith(commit, { ...manner, only: asked.only })
  process.stdout.write(`${compared}\n${linesOf([...(await machine()), loadLine([before, loadavg()[0]!])])}\n`)
}

async function machine(): Promise<string[]> {
  const ctx = await openBenchContext()
  try {
    return await describeMachine(ctx)
  } finally {
    await ctx.close()
  }
}

async function measureAll(): Promise<void> {
  const names = asked.only?.split(',') ?? Object.keys(sections)
  const unknown = names.filter((name) => !Object.hasOwn(sections, name))
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}.`)
  const measured: { title: string; found: Found; seconds: number; load: readonly number[] }[] = []
  for (const name of names) {
    const { title, run } = sections[name]!
    manner.say(`— ${title} —`)
    const [began, loadBefore] = [performance.now(), loadavg()[0]!]
    try {
      const found = await run(manner)
      const load = [loadBefore, loadavg()[0]!]
      measured.push({ title, found, seconds: (performance.now() - began) / 1000, load })
    } catch (error) {
      process.exitCode = 1
      killHelpers()
      manner.say(`${title} failed: ${error instanceof Error ? error.stack : error}`)
    }
  }
  const text = report(await machine(), measured)
  process.stdout.write(text)
  if (!asked.quick && !asked.profile && !asked.only && !process.exitCode) {
    const folder = new URL('results/', import.meta.url)
    await mkdir(folder, { recursive: true })
    await writeFile(new URL('latest.md', folder), text)
  }
}
