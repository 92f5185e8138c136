import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { type VerifyOptions, verify } from '../../src/audit/verify.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

/** A shop with two sales, the first before seal 1 and the second between that and seal 2. */
async function openTwoSales() {
  const shop = await openShop()
  for (const _ of ['before', 'since']) {
    await (await shop.sends()).pays()
    await shop.world.pass({ hours: 25 })
    await sealAll(shop.world.app)
  }
  const hand = await connectAsSuperuser(shop.world.databaseUrl, { unruled: true })
  /** Does something by hand, looks, and reverses it. */
  const during = async <T>(change: string, reverse: string, look: () => Promise<T>): Promise<T> => {
    await hand.query(change)
    try {
      return await look()
    } finally {
      await hand.query(reverse)
    }
  }
  const found = async (options: VerifyOptions) =>
    (await verify(shop.world.app, options)).differences.map(({ about, wrong }) => `${about}: ${wrong}`)
  return { ...shop, during, found }
}

const counts = async ({ world }: Shop, since: bigint) =>
  Object.fromEntries((await verify(world.app, { since })).checked.map(({ what, count }) => [what, count]))

test('since a seal, only what was written after it is checked: the rows, and what is computed again', async () => {
  const shop = await openTwoSales()
  const [whole, since] = [await counts(shop, 0n), await counts(shop, 1n)]
  for (const what of ['entries', 'payments', 'orders', 'notifications', 'emails', 'batches'])
    expect([what, since[what]]).toEqual([what, whole[what]! / 2])
  expect(await shop.found({ since: 1n })).toEqual([])
})

const changes: readonly [string, (nth: number) => [string, string]][] = [
  [
    'an amount',
    (nth) => [setOf(nth, 'captured_minor = captured_minor - 1'), setOf(nth, 'captured_minor = captured_minor + 1')],
  ],
  ['a currency', (nth) => [setOf(nth, `currency = 'RON'`), setOf(nth, `currency = 'EUR'`)]],
  [
    'an entry',
    (nth) => [
      `update ledger.lines set minor = minor + 1 where entry_id = ${entryOf(nth)} and minor > 0`,
      `update ledger.lines set minor = minor - 1 where entry_id = ${entryOf(nth)} and minor > 0`,
    ],
  ],
  [
    'an event',
    (nth) => [
      `update outbox.events set subject_id = '-' || subject_id where id = ${eventOf(nth, '')}`,
      `update outbox.events set subject_id = substr(subject_id, 2) where id = ${eventOf(nth, '-')}`,
    ],
  ],
]
const setOf = (nth: number, change: string) => `update payments.payments set ${change} where id = ${1000 + nth}`
const entryOf = (nth: number) =>
  `(select id from ledger.entries where recipe = 'paymentCaptured' order by id offset ${nth - 1} limit 1)`
const eventOf = (nth: number, mark: string) =>
  `(select id from outbox.events where name = 'paymentStatusChanged' and subject_id = '${mark}${1000 + nth}' limit 1)`

test('since a seal, what was altered after it is found, and what was altered before it is left to a whole run', async () => {
  const { during, found } = await openTwoSales()
  for (const [what, changeOf] of changes) {
    const [change, reverse] = changeOf(2)
    expect([what, (await during(change, reverse, () => found({ since: 1n }))).length > 0]).toEqual([what, true])
    const [earlier, reversed] = changeOf(1)
    expect([what, await during(earlier, reversed, () => found({ since: 1n }))]).toEqual([what, []])
    expect([what, (await during(earlier, reversed, () => found({}))).length > 0]).toEqual([what, true])
  }
})

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-progress-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'verify.json')
}

const stopAt = (part: string) => (what: string) => {
  if (what === part) throw new Error(`stopped at ${part}`)
}

test('a verification that was interrupted is gone on with where it was, and says all that was found', async () => {
  const { during, found } = await openTwoSales()
  const keptIn = await temporaryFile()
  const [change, reverse] = changes[0]![1](1)
  await during(change, reverse, () =>
    expect(found({ keptIn, progress: stopAt('orders') })).rejects.toThrow('stopped at orders'),
  )
  expect(existsSync(keptIn)).toBe(true)
  const shown: string[] = []
  const differences = await found({ keptIn, progress: (what) => void shown.push(what) })
  expect(differences.filter((one) => one.startsWith('payment 1001')).length).toBeGreaterThan(0)
  expect(shown.filter((what) => what.startsWith('seal '))).toEqual([])
  expect(existsSync(keptIn)).toBe(false)
  expect(await found({ keptIn })).toEqual([])
})

test('a file of another verification, or that is none, is named and not used', async () => {
  const { found } = await openTwoSales()
  const keptIn = await temporaryFile()
  await expect(found({ keptIn, since: 1n, progress: stopAt('orders') })).rejects.toThrow('stopped at orders')
  await expect(found({ keptIn })).rejects.toThrow('is of a verification since seal 1: continue with --since 1')
  await writeFile(keptIn, 'nothing')
  await expect(found({ keptIn })).rejects.toThrow('is not a file of a verification that was interrupted')
})
