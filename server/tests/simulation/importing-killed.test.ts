import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { cardRow, csvOf } from '../world/card-file.ts'
import { longTest } from '../world/length.ts'
import { openShop } from '../world/shop.ts'
import { ended } from './killable-program.ts'
import { startOn } from './program-of-world.ts'

/** Rows of customers who have one or two cards each; the numbers differ, and pass the check. */
const rows = Array.from({ length: 3_000 }, (_, nth) =>
  cardRow(`old-${nth}`, { identifier: `customer ${Math.floor(nth / 1.5)}`, cardNumber: numberOf(nth) }),
)

// In small: a reference names one card for good: another card or customer under it is refused
longTest('an import that is killed goes on where it stopped: each card once, and the mapping is whole', async () => {
  const shop = await openShop({}, { ownTime: true })
  const folder = await mkdtemp(join(tmpdir(), 'florin-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [path, mapping] = [join(folder, 'cards.csv'), join(folder, 'mapping.csv')]
  await writeFile(path, csvOf(rows), { mode: 0o600 })
  const stored = () => shop.count('shoppers.card_imports')

  for (const share of [0.2, 0.5, 0.7]) {
    const running = startImport(shop, [String(shop.site.id), path, '--mapping', mapping])
    await expect.poll(stored).toBeGreaterThan(share * rows.length)
    await ended(running)
    // It was in the middle: some rows are stored, and the mapping is not there.
    expect(await stored()).toBeLessThan(rows.length)
    expect(await readFile(mapping, 'utf8').catch(() => 'none')).toBe('none')
  }
  // Nobody kills the last one, so it needs no process of its own.
  const { runs } = openCommandLine(shop.world)
  const last = await runs(['card', 'import', String(shop.site.id), path, '--mapping', mapping])
  expect(last.error).toBeUndefined()

  expect(last.printed).toMatch(new RegExp(`${rows.length} rows: \\d+ stored, \\d+ stored before, 0 refused`))
  const cards = await shop.rows('select reference, card_id::text as card from shoppers.card_imports order by id')
  expect(await shop.count('shoppers.cards')).toBe(rows.length)
  expect(await shop.count('shoppers.shoppers')).toBe(rows.length / 1.5)
  const mapped = (await readFile(mapping, 'utf8')).trim().split('\n').slice(1)
  expect(mapped).toHaveLength(rows.length)
  expect(mapped.toSorted()).toEqual(cards.map(({ reference, card }) => `${reference},${card}`).toSorted())
  await sealAll(shop.world.app)
  expect((await shop.world.verify()).differences).toEqual([])
})

const startImport = ({ world }: Awaited<ReturnType<typeof openShop>>, words: readonly string[]) =>
  startOn(world, ['card', 'import', ...words])

function numberOf(nth: number): string {
  const start = `4000${String(10_000_000_000 + nth).slice(1)}0`
  const sum = [...start].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}
