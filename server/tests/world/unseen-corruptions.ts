import { openIssuerVault } from '#core/issuervault'
import { openVault } from '#core/vault'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type Report, verifyMoment } from '../../src/audit/verify.ts'
import type { Corruption } from './corruptions.ts'
import { byLength, sampled } from './length.ts'
import { type RolledBack, walked } from './rolled-back.ts'

type Verified = (moment: Reader) => Promise<Report>

/** Runs `verify` on what is there at a moment and nothing else: the vaults read it too, and everything sealed is opened. */
export const verifiedAs =
  ({ log, clock, keys, db: { bound } }: { log: Log; clock: Clock; keys: KeyRing; db: Db }): Verified =>
  (moment) => {
    const at = { db: moment as Db, keys, clock }
    return verifyMoment(moment, { ...at, log, bound, vault: openVault(at), issuerVault: openIssuerVault(at) }, {})
  }

type Harm = { sentence: string; about: string; statement: string }

/** Of many, a sixth in `npm test`, from the first to the last: those of one table and its neighbours are found in the same way. */
const tried = <T>(all: readonly T[]): T[] => sampled(all, Math.max(5, Math.ceil(all.length / 6)))

/** Those of the corruptions after which `verify` does not name the row, or for which there is no row. */
export async function unseenCorruptions(
  database: RolledBack,
  corruptions: readonly Corruption[],
  verified: Verified,
): Promise<string[]> {
  const unseen: string[] = []
  const harms: Harm[] = []
  for (const [sentence, named, pick, corrupt] of tried(corruptions)) {
    const key = await database.value(pick)
    const about = `${named} ${key.replaceAll('/', ' ')}`
    if (key === 'undefined') unseen.push(`${sentence}: there is no row to do it to`)
    else harms.push({ sentence, about, statement: corrupt(key, ...key.split('/')) })
  }
  const found = new Set<Harm>()
  for (const round of roundsOf(harms)) {
    const statement = round.map((harm) => harm.statement).join('; ')
    const bySeals = new Set((await database.after(statement, walked)).map(({ about }) => about))
    for (const harm of round) if (bySeals.has(harm.about)) found.add(harm)
  }
  // Most are found by their seals; only for the others all is computed again.
  for (const { sentence, about, statement } of harms.filter((harm) => !found.has(harm))) {
    const { differences } = await database.after(statement, verified)
    if (differences.some((one) => one.about === about)) continue
    const instead = differences.map((one) => `${one.about}: ${one.wrong}`).join(', ') || 'nothing'
    unseen.push(`${sentence}: ${about}; found ${instead}`)
  }
  return unseen
}

/** Every row has a digest of its own, so that seals find what is done to several rows at once. A long run does each alone. */
function roundsOf(harms: readonly Harm[]): Harm[][] {
  const rounds: Harm[][] = []
  for (const harm of harms) {
    const round = rounds.find((others) => others.length < atOnce && others.every(({ about }) => about !== harm.about))
    if (round) round.push(harm)
    else rounds.push([harm])
  }
  return rounds
}
const atOnce = byLength({ short: Number.POSITIVE_INFINITY, long: 1 })

/**
 * What `verify` should say is wrong, and the statement that makes it so. Returns those that it does not say when the
 * seals are taken away too, as somebody does who knows of them.
 */
export async function unseenWithoutSeals(
  database: RolledBack,
  statements: Readonly<Record<string, string>>,
  verified: Verified,
): Promise<string[]> {
  const unseen: string[] = []
  for (const [wrong, statement] of tried(Object.entries(statements))) {
    const withoutSeals = `delete from seals.pages; delete from seals.seals; ${statement}`
    const { differences } = await database.after(withoutSeals, verified)
    if (differences.every((one) => one.wrong !== wrong))
      unseen.push(`${wrong}; found ${[...new Set(differences.map((one) => one.wrong))].join(', ') || 'nothing'}`)
  }
  return unseen
}
