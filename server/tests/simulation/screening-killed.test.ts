import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { screenPerson } from '#issuing/screening'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { loads, ofacXml, tavio } from '../world/sanctions.ts'
import { list, namesake, openScreened } from '../world/screened.ts'
import type { World } from '../world/world.ts'
import { ended } from './killable-program.ts'
import { startOn } from './program-of-world.ts'

/** Invented: a list that takes a while. */
const people = Array.from({ length: 12_000 }, (_, nth) => ({
  id: 20_000 + nth,
  first: `Quorzel${nth}`,
  last: 'ZWUNTHAK',
  born: '1950',
  aliases: [[`Zuq${nth}`, 'THAKWUN'] as const, [`Lezrouq${nth}`, 'KAHTNUWZ'] as const],
}))

// In small: two people who load at the same moment make one version after the other, or one of a same file
longTest(
  'a load that is killed leaves the list as it was, and the next one keeps the entries that it has stored',
  async () => {
    const { world, app, customer } = await openScreened()
    const before = await loads(world, 'ofac', list(tavio))
    const folder = await mkdtemp(join(tmpdir(), 'florin-lists-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'sdn.xml')
    await writeFile(path, ofacXml([tavio, ...people]))
    const stored = async () => Number((await world.query('select count(*) as n from screening.entries'))[0]!.n)
    const current = async () =>
      (await world.query(`select version_id from screening.lists where name = 'ofac'`))[0]!.version_id

    for (const share of [0.2, 0.5]) {
      const running = startLoad(world, path)
      await expect.poll(stored, { timeout: 60_000, interval: 5 }).toBeGreaterThan(share * people.length)
      await ended(running)
      expect(await stored()).toBeLessThan(people.length)
      expect(await current()).toBe(before.version.id)
    }
    expect(await screenPerson(app, (await customer()).holderId, namesake)).toHaveLength(1)

    // Nobody kills the last one, so it needs no process of its own.
    const last = await openCommandLine(world).runs(['screening', 'load', 'ofac', path])
    expect(last.error).toBeUndefined()
    expect(last.printed).toContain(`${people.length + 1} entries with ${3 * people.length + 1} names`)
    const [whole] = await world.query(`select cardinality(v.entries) as listed, count(distinct e.id)::int as there
    from screening.lists l join screening.versions v on v.id = l.version_id join screening.entries e on e.id = any(v.entries)
    where l.name = 'ofac' group by 1`)
    expect(whole).toEqual({ listed: people.length + 1, there: people.length + 1 })
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  },
)

const startLoad = (world: World, path: string) => startOn(world, ['screening', 'load', 'ofac', path])
