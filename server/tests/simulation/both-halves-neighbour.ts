import { NoResponse } from '#connectors/acquirer/port.ts'
import type { Network } from '#connectors/network/message.ts'
import type { Batches } from '#kernel/db/commit/batches.ts'
import type { Db } from '#kernel/db/db.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { publicUrl, type World } from '../world/world.ts'
import type { AcquirerWithBadDays } from './acquirer-with-bad-days.ts'

/**
 * A second process on the same database, which dies again and again: at a moment that is chosen beforehand its
 * transactions are rolled back, and nothing that it would do afterwards reaches the database or a caller.
 */
export type Neighbour = Network & {
  /** Does something in it; `died` when it dies meanwhile. */
  does<T>(work: (app: App) => Promise<T>): Promise<T | 'died'>
  /** It dies at so many steps to or from the database from now. */
  doom(steps: number): void
  readonly isDoomed: boolean
  /** It is gone, dead or not, and another one takes its place. True: it died of what it was doing. */
  replace(): Promise<boolean>
  /** What went wrong in it while it lived. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

export async function openNeighbour(world: World, acquirer: () => AcquirerWithBadDays): Promise<Neighbour> {
  const errors: string[] = []
  let life = openLife()
  const open = (): Promise<App> => {
    const own = life
    const log = openLog({
      level: 'error',
      to: { write: (line) => void (own.isOver() || errors.push(line)) },
    })
    const { config, merchantApi } = world.app
    return openApp({
      config,
      log,
      databaseUrl: world.databaseUrl,
      publicUrl,
      clock: world.clock,
      acquirer,
      merchantApi,
      // Other connections than those of the first process.
      openDb: (url, options) => mortal(world.openDb(url, { ...options, connectionsMax: 5 }), own),
    })
  }
  let app = await open()
  return {
    errors,
    does: async (work) => {
      const own = life
      try {
        return await work(app)
      } catch (error) {
        if (own.isOver()) return 'died'
        throw error
      }
    },
    get isDoomed() {
      return life.isDoomed()
    },
    doom: (steps) => life.endsAfter(steps),
    send: async (request) => {
      const own = life
      try {
        return await app.network.send(request)
      } catch (error) {
        throw own.isOver() ? new NoResponse('a process died') : error
      }
    },
    replace: async () => {
      const died = life.isOver()
      life.end()
      await app.close()
      life = openLife()
      app = await open()
      return died
    },
    close: () => app.close(),
  }
}

type Life = ReturnType<typeof openLife>

function openLife() {
  let left: number | undefined
  let over = false
  const step = () => {
    if (left !== undefined && --left <= 0) over = true
    if (over) throw new Error('the process is dead')
  }
  return {
    isOver: () => over,
    isDoomed: () => left !== undefined,
    endsAfter: (steps: number) => {
      left = steps
    },
    end: () => {
      over = true
    },
    through: async <T>(go: () => Promise<T>): Promise<T> => {
      step()
      const result = await go()
      step()
      return result
    },
  }
}

/** The database as a process sees it that may die at each step. An error in a transaction rolls it back, as a death does. */
function mortal(inner: Db, life: Life): Db {
  return {
    get read() {
      if (life.isOver()) throw new Error('the process is dead')
      return inner.read
    },
    get batches() {
      const { batches } = inner
      const carryOut: Batches['carryOut'] = (commit, as) => life.through(() => batches!.carryOut(commit, as))
      return (batches && { carryOut })!
    },
    get runLast() {
      const { runLast } = inner
      const last: Db['run'] = (text, values) => life.through(() => runLast!(text, values))
      return (runLast && last)!
    },
    run: (text, values) => life.through(() => inner.run(text, values)),
    runByKeys: (text, values) => life.through(() => inner.runByKeys(text, values)),
    bound: inner.bound,
    columnTypes: inner.columnTypes,
    locked: (rows, options, work) =>
      life.through(() => inner.locked(rows, options, (tx, found, held) => work(mortal(tx, life), found, held))),
    inLine: inner.inLine,
    snapshot: inner.snapshot,
    listen: inner.listen,
    close: inner.close,
  }
}
