import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { openAttacker } from '../world/attacker.ts'
import type { Attack } from '../world/attacks.ts'
import { onCodes } from '../world/attacks-on-codes.ts'
import { onCustomers, onSessions, openPeople } from '../world/attacks-on-customers.ts'
import { onBankAccounts, onCardPages, onConnections, onPartnerKeys, onSiteKeys } from '../world/attacks-on-keys.ts'
import { onCoins, onKeysOfDeposits, onTopups } from '../world/attacks-on-money.ts'
import { onAuthentications, onChallenges, onDisputes, onWallets } from '../world/attacks-on-payments.ts'
import { goodMadeUp } from '../world/connected.ts'
import { offerCoins } from '../world/crypto-topups.ts'
import { createWorld, type World } from '../world/world.ts'

let world: World
let coins: Awaited<ReturnType<typeof offerCoins>>
beforeAll(async () => {
  // The database forgets what has expired by its own clock, which must not be ahead.
  const at = Temporal.Instant.from('2070-01-01T10:00:00Z')
  const environment = { FLORIN_RATES: 'off' }
  world = await createWorld({ at, environment, processors: { madeup: goodMadeUp().kind } })
})
afterAll(() => world[Symbol.asyncDispose]())

const areas: Record<string, () => Promise<Attack[]> | Attack[]> = {
  customers: async () => onCustomers(await openPeople(world)),
  sessions: async () => onSessions(await openPeople(world)),
  codes: async () => onCodes(await openPeople(world)),
  'keys of sites': () => onSiteKeys,
  'keys of partners': () => onPartnerKeys,
  'card pages': () => onCardPages(world),
  connections: onConnections,
  'bank accounts': () => onBankAccounts,
  wallets: () => onWallets(world),
  '3-D Secure': () => onAuthentications(world),
  'challenges of payments': () => onChallenges,
  disputes: () => onDisputes,
  topups: async () => {
    coins = await offerCoins(world)
    return onTopups(world, coins)
  },
  // They come last: no order in coins goes on after them.
  coins: () => onCoins(coins),
  'keys of deposits': () => onKeysOfDeposits(coins),
}

test.each(Object.keys(areas))(
  '%s: who has the database role alone gains nothing by a row, and verify names it',
  async (area) => {
    const attacker = await openAttacker(world.databaseUrl)
    const made: { name: string; gained(): Promise<boolean>; named: string }[] = []
    for (const { name, by } of await areas[area]!()) {
      const attempt = await by({ world, attacker }).catch((error: Error) => error)
      if (!(attempt instanceof Error)) made.push({ name, ...attempt })
      else if (!/has a code that was retired|permission denied/.test(attempt.message))
        throw new Error(name, { cause: attempt })
    }
    // What was made is sealed, and what the program has remembered is read again.
    await sealAll(world.app)
    world.clock.pass({ seconds: 6 })
    const worked: string[] = []
    for (const { name, gained } of made) if (await gained()) worked.push(name)
    const named = (await world.verify()).differences.map(({ about }) => about)
    const unseen = made
      .filter((attack) => !named.includes(attack.named))
      .map((attack) => `${attack.name}: ${attack.named}`)
    expect({ worked, unseen }).toEqual({ worked: [], unseen: [] })
  },
)
