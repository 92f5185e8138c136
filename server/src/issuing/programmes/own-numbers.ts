import { shortMemory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { prefixesOf } from './store.ts'

/** How the numbers of all our cards begin, by database: each payment asks, and products are added once in a while. */
const memories = new WeakMap<Reader, ReturnType<typeof memoryOf>>()
const memoryOf = (db: Reader, clock: Clock) => shortMemory((_: 'all') => prefixesOf(db), { clock })

/**
 * Whether a card of ours may begin with these digits, however many they are. A product that another process has added is
 * known after five seconds at the most.
 */
export async function mayBeOurs({ db, clock }: { db: Reader; clock: Clock }, digits: string): Promise<boolean> {
  const prefixes = await memories.getOrInsertComputed(db, () => memoryOf(db, clock)).get('all')
  return (prefixes ?? []).some((prefix) => prefix.startsWith(digits) || digits.startsWith(prefix))
}

/** This process has added a product. */
export const forgetOwnNumbers = (db: Reader): void => memories.get(db)?.forget()
