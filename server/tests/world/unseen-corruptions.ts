import { openIssuerVault } from '#core/issuervault'
import { openVault } from '#core/vault'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type Report, verifyMoment } from '../../src/audit/verify.ts'
import type { Corruption } from './corruptions.ts'
import { type RolledBack, walked } from './rolled-back.ts'

type Verified = (moment: Reader) => Promise<Report>

/** Runs `verify` on what is there at a moment and nothing else: the vaults read it too, and everything sealed is opened. */
export const verifiedAs =
  ({ log, clock, keys }: { log: Log; clock: Clock; keys: KeyRing }): Verified =>
  (moment) => {
    const at = { db: moment as Db, keys, clock }
    return verifyMoment(moment, { ...at, log, vault: openVault(at), issuerVault: openIssuerVault(at) }, {})
  }

/** Those of the corruptions after which `verify` does not name the row, or for which there is no row. */
export async function unseenCorruptions(
  database: RolledBack,
  corruptions: readonly Corruption[],
  verified: Verified,
): Promise<string[]> {
  const unseen: string[] = []
  for (const [sentence, named, pick, corrupt] of corruptions) {
    const key = await database.value(pick)
    if (key === 'undefined') {
      unseen.push(`${sentence}: there is no row to do it to`)
      continue
    }
    const about = `${named} ${key.replaceAll('/', ' ')}`
    // Most are found by their seals; only for the others all is computed again.
    const differences = await database.after(corrupt(key, ...key.split('/')), async (moment) => {
      const bySeals = await walked(moment)
      return bySeals.some((one) => one.about === about) ? bySeals : (await verified(moment)).differences
    })
    if (differences.every((one) => one.about !== about))
      unseen.push(
        `${sentence}: ${about}; found ${differences.map((one) => `${one.about}: ${one.wrong}`).join(', ') || 'nothing'}`,
      )
  }
  return unseen
}

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
  for (const [wrong, statement] of Object.entries(statements)) {
    const withoutSeals = `delete from seals.pages; delete from seals.seals; ${statement}`
    const { differences } = await database.after(withoutSeals, verified)
    if (differences.every((one) => one.wrong !== wrong))
      unseen.push(`${wrong}; found ${[...new Set(differences.map((one) => one.wrong))].join(', ') || 'nothing'}`)
  }
  return unseen
}
