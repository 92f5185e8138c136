import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { commit, decide, increase, StaleWrite, update } from '#kernel/commit.ts'
import { openDb } from '#kernel/db.ts'
import { nobodyReacts, now, openCups } from '../world/cups.ts'
import { holdLocks } from '../world/locks.ts'

let cups: Awaited<ReturnType<typeof openCups>>
beforeAll(async () => {
  cups = await openCups()
})
afterAll(() => cups.db.close())

test.for([10, 25])('%i who decide about one row at once all take effect, each exactly once', async (crowd) => {
  const crowded = openDb(cups.url, { role: 'florin_app', connectionsMax: crowd })
  onTestFinished(() => crowded.close())
  const { id } = await cups.newCup(`crowd of ${crowd}`)
  const { holdRow, untilWaiting } = holdLocks(cups.url)
  const row = await holdRow('laws.cups', id)
  let decisions = 0
  const sips = Array.from({ length: crowd }, () =>
    decide(async () => {
      decisions++
      const { version, sips } = await cups.cupOf(id)
      const change = update('laws.cups', { set: { sips: sips + 1n, version: version + 1 }, where: { id, version } })
      await commit({ db: crowded, react: nobodyReacts }, now, [change])
    }),
  )
  await untilWaiting(crowd)
  expect(decisions).toBe(crowd)
  await row.release()
  await Promise.all(sips)
  expect(await cups.cupOf(id)).toMatchObject({ sips: BigInt(crowd), version: crowd + 1 })
  expect(decisions).toBeGreaterThan(crowd)
})

test('who decides on what is stale for ever is told so in the end', async () => {
  const { id } = await cups.newCup('stale-for-ever')
  let tries = 0
  const never = decide(async () => {
    tries++
    await cups.write(update('laws.cups', { set: { owner: 'bob' }, where: { id, version: 0 } }))
  })
  await expect(never).rejects.toBeInstanceOf(StaleWrite)
  expect(tries).toBe(30)
})

test('a refusal, or any other trouble, is not decided again', async () => {
  let tries = 0
  const refused = decide(async () => {
    tries++
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(tries).toBe(1)
})

test('two commits that want the same rows in opposite order do not lose one another', async () => {
  const [a, b] = [await cups.newCup('cross-a'), await cups.newCup('cross-b')]
  const sip = (id: bigint) => update('laws.cups', { set: { sips: increase(1n) }, where: { id } })
  const { holdRow, untilWaiting } = holdLocks(cups.url)
  const held = [await holdRow('laws.cups', a.id), await holdRow('laws.cups', b.id)]
  const crossed = [decide(() => cups.write(sip(a.id), sip(b.id))), decide(() => cups.write(sip(b.id), sip(a.id)))]
  await untilWaiting(2)
  for (const row of held) await row.release()
  await Promise.all(crossed)
  expect([(await cups.cupOf(a.id)).sips, (await cups.cupOf(b.id)).sips]).toEqual([2n, 2n])
})

test('a snapshot sees one moment, whatever is written meanwhile, and cannot write', async () => {
  const { id } = await cups.newCup('in-a-snapshot')
  const read = await cups.db.snapshot(async (moment) => {
    const before = await moment.run('select sips from laws.cups where id = $1', [id])
    await cups.write(update('laws.cups', { set: { sips: 9n }, where: { id } }))
    const after = await moment.read.selectFrom('laws.cups').select('sips').where('id', '=', id).execute()
    return [...before, ...after]
  })
  expect(read).toEqual([{ sips: 0n }, { sips: 0n }])
  expect((await cups.cupOf(id)).sips).toBe(9n)
  const writing = cups.db.snapshot((moment) => moment.run('update laws.cups set sips = 1 where id = $1', [id]))
  await expect(writing).rejects.toMatchObject({ code: '25006' })
})
