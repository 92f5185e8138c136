import { expect, test } from 'vitest'
import { type FollowAnswer, type FollowAsk, NoAnswer } from '#connectors/acquirer/acquirer.ts'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { memoryRecord, type Standing, standingAt } from '#connectors/acquirer/sandbox/index.ts'
import { clockInHand, sandboxUnderTest } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { acquirerWithBadDays, seededRandom } from './acquirer-with-bad-days.ts'

const bad = { asksLostPercent: 20, answersLostPercent: 20 }

function openSandbox(seed: number) {
  const [record, clock] = [memoryRecord(), clockInHand()]
  const sandbox = sandboxUnderTest(record, clock)
  const line = acquirerWithBadDays(sandbox.acquirer, { ...bad, seed })
  const standing = async (key: string): Promise<Standing> => standingAt(await record.story(key), clock.now())
  return { ...counter({ ...sandbox, acquirer: line }), line, sandbox, standing }
}

/** One hundred sales of the same shop, told as what the shop heard of each. */
async function day(seed: number): Promise<string[]> {
  const { authorize } = openSandbox(seed)
  const heard: string[] = []
  for (let sale = 0; sale < 100; sale++)
    heard.push(
      await authorize('sale', 1000n).then(
        ({ answer }) => answer.outcome,
        (error: Error) => error.message,
      ),
    )
  return heard
}

test('the same seed brings the same day, another seed another', async () => {
  expect(await day(7)).toEqual(await day(7))
  expect(await day(7)).not.toEqual(await day(8))
  expect(new Set(await day(7)).size).toBe(3)
})

test('a lost ask never arrived; a lost answer was acted on', async () => {
  const { acquirer, ask, line, sandbox } = openSandbox(3)
  const fates: Record<string, string[]> = { 'the ask was lost on its way': [], 'the answer was lost on its way': [] }
  for (let sale = 0; sale < 100; sale++) {
    const asked = ask('sale', 1000n)
    const error = await acquirer.authorize(asked).catch((lost: unknown) => lost)
    if (!(error instanceof NoAnswer)) continue
    fates[error.message]?.push((await sandbox.acquirer.whatBecameOf(asked.key)).outcome)
  }
  const [asks, answers] = Object.values(fates)
  expect(new Set(asks)).toEqual(new Set(['never heard of it']))
  expect(new Set(answers)).toEqual(new Set(['approved']))
  expect(line.lost).toEqual({ asks: asks?.length, answers: answers?.length, late: 0 })
})

test('a late ask is acted on only when it arrives, and is declined if it was reversed meanwhile', async () => {
  const { ask, following, sandbox, standing } = openSandbox(3)
  const late = acquirerWithBadDays(sandbox.acquirer, {
    seed: 1,
    asksLostPercent: 0,
    answersLostPercent: 0,
    asksLatePercent: 100,
  })
  const [asked, reversed] = [ask('sale', 1000n), ask('sale', 1000n)]
  for (const one of [asked, reversed]) await expect(late.authorize(one)).rejects.toThrow(NoAnswer)
  expect(await standing(asked.key)).toEqual({ is: 'unknown' })
  await sandbox.acquirer.follow(following(reversed, 'reverse', 1000n))
  expect(await late.lateAsksArrive()).toBe(2)
  expect(await standing(asked.key)).toMatchObject({ is: 'taken' })
  expect(await standing(reversed.key)).toEqual({ is: 'reversed' })
  expect(await late.lateAsksArrive()).toBe(0)
  expect(late.lost).toEqual({ asks: 0, answers: 0, late: 2 })
})

test('a capture that is refused for no reason stays refused, and another one may be made', async () => {
  const { ask, following, sandbox, standing } = openSandbox(3)
  const percents = { asksLostPercent: 0, answersLostPercent: 0, followsRefusedPercent: 100 }
  const moody = acquirerWithBadDays(sandbox.acquirer, { seed: 1, ...percents })
  const asked = ask('auth', 1000n)
  await moody.authorize(asked)
  const capture = following(asked, 'capture', 1000n)
  expect((await moody.follow(capture)).outcome).toBe('declined')
  moody.calmDown()
  expect((await moody.follow(capture)).outcome).toBe('declined')
  expect(await standing(asked.key)).toMatchObject({ is: 'held' })
  expect((await moody.follow(following(asked, 'capture', 1000n))).outcome).toBe('done')
})

test('on calm days nothing is lost', async () => {
  const { authorize, line } = openSandbox(3)
  line.calmDown()
  for (let sale = 0; sale < 100; sale++) expect((await authorize('sale', 1000n)).answer.outcome).toBe('approved')
  expect(line.lost).toEqual({ asks: 0, answers: 0, late: 0 })
})

test('whoever asks again with the same key until they are heard takes and gives back exactly once', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { acquirer, ask, following, standing } = openSandbox(seed)
    const untilHeard = async (follow: FollowAsk): Promise<FollowAnswer> =>
      acquirer.follow(follow).catch(() => untilHeard(follow))
    const asked = ask('auth', 1000n)
    const authorized = async (): Promise<string> =>
      acquirer.authorize(asked).then(
        ({ outcome }) => outcome,
        () => authorized(),
      )
    expect(await authorized()).toBe('approved')
    expect((await untilHeard(following(asked, 'capture', 800n))).outcome).toBe('done')
    expect((await untilHeard(following(asked, 'refund', 300n))).outcome).toBe('done')
    expect(await standing(asked.key)).toMatchObject({ is: 'taken', amount: { minor: 800n }, refunded: { minor: 300n } })
  }
})

test('the numbers of a seed are spread evenly', () => {
  const random = seededRandom(42)
  const tenths = Array.from({ length: 10 }, () => 0)
  for (let draw = 0; draw < 10_000; draw++) tenths[Math.floor(random() * 10)]!++
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150)
})
