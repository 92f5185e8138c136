import { expect } from 'vitest'
import type { SiteInput } from '#core/directory'
import { openDecidingPartner } from '../../world/deciding.ts'
import { openWatchedChain } from '../../world/deposits.ts'
import { openPartner } from '../../world/partner.ts'
import { fixtureOf, makePaymentsFixture } from '../../world/payments-fixture.ts'
import { type SlowLocks, slowLocks } from '../../world/slow-locks.ts'
import { openMerchantSide } from '../../world/three-ds.ts'
import { openTopups } from '../../world/topups.ts'
import type { World } from '../../world/world.ts'

/** What is tried of one user of `db.locked`, with rows that nothing else is about. */
export type Case = {
  /** Decides, under the lock. Everybody who does it at once is about the same rows. */
  act(): Promise<unknown>
  /** The use case whose commits others are quicker with, where a decision is first tried without a lock. */
  contended?: string
  /** What must hold when all of them have ended; each may have failed. */
  holds(): Promise<unknown>
}

/** Opens what a user of `db.locked` decides about. */
export type Scenario = (stage: Stage) => Promise<Case>

/** One installation with both halves, on a machine that may be slow. */
export type Stage = AsyncDisposable & Awaited<ReturnType<typeof openStage>>

export async function openStage() {
  const environment = { FLORIN_RATES: 'off', FLORIN_REPORTS_WITHIN: 'P30D' }
  const fixture = await makePaymentsFixture({ payoutsAllowed: true }, { environment })
  const { world, acquirerProxy, record } = fixture
  const once = <T>(open: () => Promise<T>) => {
    let opened: Promise<T> | undefined
    return () => (opened ??= open())
  }
  const closing: AsyncDisposable[] = []
  const kept = <T extends AsyncDisposable>(one: T): T => {
    closing.push(one)
    return one
  }
  return {
    world,
    fixture,
    slow: slowLocks(world.app.db) as SlowLocks,
    /** A merchant of its own, with a site. */
    shop: async (input: SiteInput = {}) => ({
      ...fixtureOf(world, acquirerProxy, record, (await world.merchant(input)).site),
      acquirerProxy,
    }),
    partner: once(() => openPartner(world)),
    deciding: once(async () => kept(await openDecidingPartner(world))),
    merchantSide: once(async () => kept(await openMerchantSide(world))),
    topups: once(() =>
      openTopups(world, { settings: { topupLimits: ['approved:max:EUR:60.00', 'approved:day:EUR:100.00'] } }),
    ),
    coins: once(async () => {
      await openWatchedChain(world)
      return openPartner(world, 'Coins')
    }),
    async [Symbol.asyncDispose]() {
      for (const one of closing) await one[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** Runs the due work of this name for one item, as a worker does that has leased it. */
export async function worker(
  { world: { app } }: Pick<Stage, 'world'>,
  name: string,
  id: bigint | string,
): Promise<void> {
  const work = app.jobs.find((one) => one.name === name)
  if (!work) throw new Error(`there is no work ${name}`)
  await work.run(id)
}

/** The only row that a question has. */
export async function theRow(world: World, text: string): Promise<Readonly<Record<string, unknown>>> {
  const rows = await world.query(text)
  expect(rows).toHaveLength(1)
  return rows[0]!
}
