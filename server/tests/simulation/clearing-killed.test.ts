import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { clearingCsv, presentment, total } from '../world/clearing-file.ts'
import { longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'
import { ended } from './killable-program.ts'
import { startOn } from './program-of-world.ts'

const payments = 15
const orphans = 135

// In small: two processes that clear one file at the same moment book each row once
longTest('a clearing file whose process is killed is continued: every row is booked once', async () => {
  await using world = await createWorld({ ownTime: true, environment: { FLORIN_SPENDING_VELOCITY: 'off' } })
  const partner = await openPartner(world)
  const people = [
    await openSpender(world, partner),
    await openSpender(world, partner),
    await openSpender(world, partner),
  ]
  const folder = await mkdtemp(join(tmpdir(), 'florin-clearing-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'clearing.csv')
  const rrnOf = (nth: number) => `6325${String(nth).padStart(8, '0')}`
  for (let nth = 0; nth < payments; nth++) {
    const reference = { acquirerId: '400001', rrn: rrnOf(nth) }
    expect((await people[nth % 3]!.authorize('2.00', { reference })).code).toBe('00')
  }
  const numbers = people.map(({ shown }) => shown.number.reveal())
  const rows = Array.from({ length: payments + orphans }, (_, nth) =>
    nth % 10 === 0
      ? presentment({ retrievalReference: rrnOf(nth / 10), amount: '2.00' })
      : presentment({ cardNumber: numbers[nth % 3]!, amount: '1.00' }),
  )
  const wrong = presentment({ cardNumber: '4' })
  await writeFile(path, clearingCsv([...rows, wrong, total('EUR', '175.00', rows.length + 1)]), { mode: 0o600 })
  const booked = async () =>
    Number((await world.query(`select count(*)::int as n from spending.presentments where kind = 'clearing'`))[0]!.n)

  for (const share of [0.2, 0.6]) {
    const running = startClearing(world, ['clear', path])
    await expect.poll(booked, { timeout: 60_000 }).toBeGreaterThan(share * rows.length)
    await ended(running.child)
    // It was in the middle: some rows are booked, and what was rejected is not said yet.
    expect(await booked()).toBeLessThan(rows.length)
    expect(await readFile(`${path}.rejected`, 'utf8').catch(() => 'none')).toBe('none')
  }
  // The same bytes are the same file, wherever they come from.
  const last = startClearing(world, ['clear', '-', '--rejected', join(folder, 'wrong.csv')])
  createReadStream(path).pipe(last.child.stdin)
  expect(await last.exit).toBe(1)

  expect(last.output()).toContain(
    '15 cleared, 135 cleared without an authorization, 0 refunded, 0 booked before, 1 rejected.',
  )
  expect(last.output()).toContain('Its totals agree.')
  expect((await readFile(join(folder, 'wrong.csv'), 'utf8')).trim().split('\n')).toHaveLength(2)
  expect(await booked()).toBe(rows.length)
  const balances = await Promise.all(people.map(async ({ funds }) => (await funds()).balance))
  expect(balances.map(Number).reduce((sum, one) => sum + one)).toBe(3_000 - 165)
  await sealAll(world.app)
  expect((await world.verify()).differences).toEqual([])
})

function startClearing(world: World, words: readonly string[]) {
  const child = startOn(world, ['network', ...words])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const exit = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
  return { child, exit, output: () => output }
}
