import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Clients, openClients } from '../tests/simulation/clients.ts'
import { comeToRestInStrides } from '../tests/simulation/coming-to-rest.ts'
import { randomOf } from '../tests/simulation/random.ts'
import { findings } from './findings.ts'
import type { Simulation } from './simulation.ts'
import { say, step } from './steps.ts'

/** Payments that go on during a drill, and what their clients received. */
export type Traffic = {
  received: Received
  /** Adds shoppers and stores that use the program at this address until `stop`. */
  at(address: string, site: Simulation['site']): Clients
  stop(): Promise<void>
  groups: readonly Clients[]
}

const amounts = ['4.10', '9.90', '12.50']
const clientsEach = 3

export function openTraffic(): Traffic {
  const received = openReceived()
  const groups: Clients[] = []
  return {
    received,
    groups,
    at: (url, site) => {
      const clients = openClients(
        { url, siteId: site.id, privateKey: site.privateKey },
        {
          random: randomOf(groups.length),
          name: `g${groups.length}x`,
          amounts,
          numbered: true,
          acknowledged: received.one,
        },
      )
      clients.join(clientsEach)
      groups.push(clients)
      return clients
    },
    stop: async () => {
      for (const clients of groups) await clients.stop()
    },
  }
}

/**
 * Ends a drill: clients stop, what is due is done, and the responses of every client are compared with the database, the
 * acquirer's own record and the books; customers who were `refused` must not exist. Returns whether everything that was acknowledged is there, once.
 */
export async function conclude(
  { look, acquirer }: Pick<Simulation, 'look' | 'acquirer'>,
  { groups, received, stop }: Traffic,
  { databaseUrl, refused = [] }: { databaseUrl: string; refused?: readonly string[] },
): Promise<boolean> {
  await stop()
  const failures = groups.flatMap((clients) => clients.failures.map((words) => words.slice(0, 200)))
  step(`clients have stopped; ${received.count()} payments were acknowledged`)
  await look(async (app) => {
    const sql = new pg.Client(databaseUrl)
    await sql.connect()
    await comeToRestInStrides(app, sql).finally(() => sql.end())
  })
  const { acknowledged, found, broken } = await findings({ look, acquirer }, groups, refused)
  const silence = Math.round(received.longestMs())
  step(`acknowledged ${acknowledged}, found ${found}; the longest silence for clients was ${silence} ms`)
  const all = [...broken, ...failures.map((words) => `a client received an inconsistent response: ${words}`)]
  for (const line of all) say(`BROKEN: ${line}`)
  say(all.length === 0 ? 'Every acknowledged payment was kept.' : 'Something was lost or failed.')
  return all.length === 0
}

export type Received = {
  one(): void
  count(): number
  /** The longest silence between two of them. */
  longestMs(): number
  /** Begins to measure a part; returns a function that returns the longest silence since. */
  since(): () => number
  /** Resolves when so many more have been acknowledged. */
  more(count: number): Promise<void>
}

/** Counts the payments whose success clients received. */
export function openReceived(): Received {
  let count = 0
  let last: number | undefined
  let longest = 0
  let longestOfPart = 0
  return {
    one: () => {
      const now = performance.now()
      // What passes before the first is the start of the programs.
      const silence = now - (last ?? now)
      longest = Math.max(longest, silence)
      longestOfPart = Math.max(longestOfPart, silence)
      last = now
      count++
    },
    count: () => count,
    longestMs: () => longest,
    since: () => {
      longestOfPart = 0
      return () => longestOfPart
    },
    more: async (more) => {
      const wanted = count + more
      for (let looks = 0; count < wanted; looks++) {
        if (looks > patience) throw new Error(`payments do not go on: ${count} of ${wanted} after two minutes`)
        await pause(10)
      }
    },
  }
}
const patience = 12_000
