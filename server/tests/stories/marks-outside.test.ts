import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memoryRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { checkMark } from '../../src/app/doctor/check-mark.ts'
import { openHold } from '../../src/app/hold/open-hold.ts'
import { scratchFolder } from '../world/scratch.ts'
import { createWorld } from '../world/world.ts'

async function openProduction() {
  const folder = await scratchFolder('florin-mark-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'mark.json')
  const world = await createWorld({
    environment: {
      FLORIN_ENVIRONMENT: 'production',
      FLORIN_KEYS: generateKeys(),
      FLORIN_PUBLIC_URL: 'https://pay.example',
      FLORIN_MESSAGES: 'off',
      FLORIN_MARK_FILE: file,
    },
    acquirer: ({ clock, bankUrl }) => sandboxAcquirer({ record: memoryRecord(), clock, bankUrl }),
  })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const at = (markFile: string | undefined) => ({ ...world.app, config: { ...world.app.config, markFile } })
  const starts = async (markFile: string | undefined = file) => {
    const before = world.logged.length
    const hold = await openHold(at(markFile), { markEveryMs: 2_000_000_000, lookEveryMs: 2_000_000_000 })
    onTestFinished(hold.stop)
    return { hold, warned: world.logged.slice(before).filter((line) => line.includes('the mark outside')) }
  }
  const doctor = (markFile: string | undefined = file) => checkMark(at(markFile))
  return { world, file, at, starts, doctor }
}

test('a mark is kept where the setting says, and a place that serves is not spoken of', async () => {
  const { file, starts, doctor } = await openProduction()
  expect(await doctor()).toMatchObject([{ state: 'ok' }])
  expect((await starts()).warned).toEqual([])
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ number: '1' })
  expect((await starts()).warned).toEqual([])
  expect(await doctor()).toMatchObject([{ state: 'ok' }])
})

test('a mark that is empty, lost or has no place is not known, and a start and the doctor say so', async () => {
  const { world, file, starts, doctor } = await openProduction()
  await starts()
  await writeFile(file, '')
  expect(await doctor()).toMatchObject([{ state: 'warning', says: expect.stringContaining('cannot be read') }])
  expect((await starts()).warned).toEqual([expect.stringContaining('cannot be read')])
  expect((await starts()).warned).toEqual([])

  await rm(file)
  expect(await doctor()).toMatchObject([{ state: 'warning', says: expect.stringContaining('is not there') }])
  expect((await starts()).warned).toEqual([expect.stringContaining('is not there')])

  const closed = '/proc/florin/mark.json'
  expect(await doctor(closed)).toMatchObject([{ state: 'warning', says: expect.stringContaining('cannot be written') }])
  const { hold, warned } = await starts(closed)
  expect(warned).toEqual([expect.stringContaining('is not there'), expect.stringContaining('cannot be written')])
  // Every 20 seconds would be too often.
  const before = world.logged.length
  await hold.mark()
  expect(world.logged.slice(before).filter((line) => line.includes('cannot be written'))).toEqual([])
})

test('keys that come as text leave no place for a mark unless a setting names one', async () => {
  const { world, at } = await openProduction()
  const before = world.logged.length
  const hold = await openHold(at(undefined), { markEveryMs: 2_000_000_000, lookEveryMs: 2_000_000_000 })
  onTestFinished(hold.stop)
  await hold.mark()
  const warned = world.logged.slice(before).filter((line) => line.includes('FLORIN_MARK_FILE'))
  expect(warned).toHaveLength(1)
  expect(await checkMark(at(undefined))).toMatchObject([
    { state: 'warning', todo: expect.stringContaining('FLORIN_MARK_FILE') },
  ])
})
