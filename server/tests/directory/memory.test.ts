import { expect, test } from 'vitest'
import { by, openBenchContext, openSite } from './context.ts'

test('asked again and again within five seconds, it asks the database nothing', async () => {
  const past = await openBenchContext()
  const { site, siteId, privateKey } = await openSite(past.directory)
  // Opened after the changes, so that no word of them is still on its way to it.
  const { directory, counted, passTime } = await openBenchContext(past)
  const loadMany = async () => [
    await directory.site(siteId),
    await directory.siteKeys(siteId),
    await directory.siteOfKey(privateKey.reveal()),
  ]
  await loadMany()
  const before = counted.queries
  for (let request = 0; request < 50; request++) expect((await loadMany())[2]).toMatchObject({ site })
  passTime({ milliseconds: 4_999 })
  await loadMany()
  expect(counted.queries).toBe(before)
  passTime({ milliseconds: 1 })
  await loadMany()
  expect(counted.queries).toBe(before + 3)
})

test('one who changes something sees it in their next question', async () => {
  const { directory } = await openBenchContext()
  const { siteId, privateKey } = await openSite(directory)
  await directory.site(siteId)
  await directory.siteKeys(siteId)
  await directory.changeSite({ by, siteId, changes: { name: 'New name' } })
  expect(await directory.site(siteId)).toMatchObject({ name: 'New name' })
  expect(await directory.siteOfKey(privateKey.reveal())).toMatchObject({ site: { name: 'New name' } })
  await directory.rotateSiteKey({ by, siteId })
  expect(await directory.siteKeys(siteId)).toHaveLength(2)
})

test('another process is notified of a change and reads again, though its five seconds never end', async () => {
  const here = await openBenchContext()
  const there = await openBenchContext(here)
  const { siteId, privateKey } = await openSite(here.directory)
  expect(await there.directory.site(siteId)).toMatchObject({ name: 'Shop' })
  expect(await there.directory.siteKeys(siteId)).toHaveLength(1)
  expect(await there.directory.siteOfKey(privateKey.reveal())).toMatchObject({ site: { name: 'Shop' } })

  await here.directory.changeSite({ by, siteId, changes: { name: 'New name' } })
  await expect.poll(() => there.directory.site(siteId)).toMatchObject({ name: 'New name' })

  await here.directory.rotateSiteKey({ by, siteId, overlap: new Temporal.Duration() })
  await expect.poll(() => there.directory.siteOfKey(privateKey.reveal())).toBe(undefined)
  expect(await there.directory.siteKeys(siteId)).toHaveLength(1)
})
