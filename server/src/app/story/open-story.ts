import { randomUUID } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { systemClock } from '#kernel/base/clock.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { type App, type AppParts, openApp } from '../compose.ts'
import type { Config } from '../config.ts'
import type { Seeded } from '../seed-staging.ts'
import { bakeryScenes } from './bakery.ts'
import { nordwindScenes, notifyTopups } from './nordwind.ts'
import { operatorScenes } from './operator.ts'
import { slowAcquirer } from './slow-acquirer.ts'
import { openStage, type Scene, type Stage, type StoryClock } from './stage.ts'
import { waitingScenes } from './waiting.ts'

/** How long before the first start the story begins: a whole month is in it, whatever day it is. */
const storyDays = 62

/**
 * Two months of a bakery, a bank and their operator, which a first start of staging plays, so that every page of the
 * dashboard has something to show. A second application plays it on the same database, whose clock goes through those
 * days: everything in it is made by the use cases themselves, at its own time.
 */
export type Story = {
  /** What the installation begins with is made by it too, on the first day. */
  app: App
  /** From now on due work of all processes waits, if it was this start that has made the bakery. */
  begin(seeded: Seeded): Promise<void>
  /** Plays it to its end; a scene that fails is left out and logged. */
  play(): Promise<void>
  isPlayed(): boolean
  /** Ends it between two scenes. An interrupted story is not continued. */
  stop(): Promise<void>
}

type Parts = Pick<AppParts, 'log' | 'databaseUrl' | 'publicUrl'> & { app: App; config: Config; days?: number }

/** Undefined when this is not a first start: an installation that has any site or partner is used already. */
export async function openStory({ app, config, log, days = storyDays, ...parts }: Parts): Promise<Story | undefined> {
  if (config.environment !== 'staging' || (await isUsed(app))) return undefined
  const end = app.clock.now()
  const clock = storyClock(end.subtract({ hours: 24 * days }))
  const quiet = log.child({ story: true }, { level: 'error' })
  const own = await openApp({ ...parts, config: unlimited(config), log: quiet, clock, acquirer: slowAcquirer })
  let stage: Stage | undefined
  let release = async () => {}
  let isStopped = false
  let playing: Promise<void> | undefined
  let closing: Promise<void> | undefined
  const close = () =>
    (closing ??= (async () => {
      await stage?.close()
      await own.close()
      await release()
    })())
  return {
    app: own,
    begin: async (seeded) => {
      if (!seeded.shop?.isNew) return close()
      release = await holdDueWork(app)
      stage = openStage({ app: own, clock, end, seeded, publicUrl: parts.publicUrl })
    },
    play: async () => {
      if (!stage) return
      playing = playScenes(stage, { log, isStopped: () => isStopped })
        .finally(close)
        .catch((error) => log.error({ err: error }, 'the story has stopped'))
      await playing
    },
    isPlayed: () => !stage,
    stop: async () => {
      isStopped = true
      await (playing ?? close())
    },
  }
}

/** A bakery that was renamed is no reason to play the past into the books of others. */
async function isUsed({ directory, partners }: App): Promise<boolean> {
  const [sites, known] = await Promise.all([directory.listSites({ limit: 1 }), partners.list({ limit: 1 })])
  return sites.length > 0 || known.length > 0
}

/** The customers of a story are many and come from one address. */
const unlimited = (config: Config): Config => ({
  ...config,
  rateLimits: {},
  velocityLimits: {},
  databaseConnections: 6,
})

function storyClock(begin: Instant): StoryClock {
  let now = begin
  return {
    now: () => now,
    wall: systemClock.wall,
    set: (at) => {
      if (Temporal.Instant.compare(at, now) > 0) now = at
    },
  }
}

const scenesOf = async (stage: Stage): Promise<Scene[]> =>
  inOrder(stage, [
    ...(await bakeryScenes(stage)),
    ...(stage.seeded.programme?.apiKey ? [...(await nordwindScenes(stage)), ...waitingScenes(stage)] : []),
    ...operatorScenes(stage),
  ])

/** Without what would happen before it begins or after its end. */
const inOrder = ({ clock, end }: Stage, scenes: readonly Scene[]): Scene[] =>
  scenes
    .filter(({ at }) => Temporal.Instant.compare(at, clock.now()) >= 0 && Temporal.Instant.compare(at, end) <= 0)
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))

type Playing = { log: Log; isStopped(): boolean }

/** However it ends, topups are notified of where they are for good: a server that goes on without it needs them. */
async function playScenes(stage: Stage, playing: Playing): Promise<void> {
  const scenes = await scenesOf(stage)
  const notifyAgain = await notifyTopups(stage)
  try {
    await playInOrder(stage, scenes, playing)
  } finally {
    await notifyAgain()
  }
}

/** One scene after the other, each at its time; between them falls due what falls due. */
async function playInOrder(stage: Stage, coming: Scene[], { log, isStopped }: Playing): Promise<void> {
  const { app, clock, end } = stage
  let left = 0
  let stopAt = clock.now().add({ hours: everyHours })
  const goOn = async (to: Instant) => {
    clock.set(to)
    await runDueWorkUntilIdle(app.jobs, app.log, app)
  }
  for (let scene = coming.shift(); scene; scene = coming.shift()) {
    for (; Temporal.Instant.compare(stopAt, scene.at) < 0; stopAt = stopAt.add({ hours: everyHours })) {
      if (isStopped()) return
      await goOn(stopAt)
    }
    if (isStopped()) return
    clock.set(scene.at)
    const { name } = scene
    await scene.play().catch((error: unknown) => {
      left++
      log.warn({ scene: name, err: error }, 'a scene of the story was left out')
    })
    const following = stage.takeLater()
    if (following.length > 0) coming.splice(0, coming.length, ...inOrder(stage, [...coming, ...following]))
  }
  await goOn(end)
  log.info({ left }, 'the story is complete')
}
const everyHours = 4

/** While the story is played no worker may do at today's time what falls due in it. */
async function holdDueWork(app: App): Promise<() => Promise<void>> {
  const { testClock } = app
  if (!testClock) return async () => undefined
  const runBy = randomUUID()
  const hold = () => testClock.move(app, { to: 'at least', at: testClock.now() }, { runBy })
  await hold()
  const holding = setInterval(() => void hold().catch(() => undefined), holdEveryMs)
  return async () => {
    clearInterval(holding)
    await testClock.move(app, { to: 'end of run' }, { runBy })
  }
}
/** A third of the lease of a runner. */
const holdEveryMs = 40_000
