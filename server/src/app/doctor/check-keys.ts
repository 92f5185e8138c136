import { existsSync } from 'node:fs'
import { expectKeysToBelong, type GoneKey, type SealingSince } from '#core/directory'
import { type Instant, systemClock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { type KeyRing, loadKeyFile, readKeyRing, sealPurposes } from '#kernel/crypto/keys.ts'
import { openDb } from '#kernel/db/db.ts'
import type { Config } from '../config.ts'
import { type Finding, ok, textOf, unknown, warning, wrong } from './finding.ts'

const page = 'docs/operating/keys.md'

/** `keys`: as far as they can be read. `belong`: to a database that was used before. */
export type KeysState = { findings: readonly Finding[]; keys: KeyRing | undefined; belong: boolean }

/** Whether the master keys can be read, and are those of the database where it was used before. */
export async function checkKeys(
  where: Config['keys'],
  databaseUrl: Secret<string> | undefined,
  { isEmbedded, rotatedWithin }: { isEmbedded: boolean; rotatedWithin: Temporal.Duration | undefined },
): Promise<KeysState> {
  if (isEmbedded && 'file' in where && !existsSync(where.file))
    return stateOf([ok('Master keys', `are made at the first start, in ${where.file}`)])
  try {
    const keys = readKeyRing(
      'text' in where ? where.text.reveal() : loadKeyFile(where.file, { mayGenerate: false }).reveal(),
    )
    const newest = sealPurposes.map((purpose) => `${purpose} ${keys.newestVersion(purpose)}`).join(', ')
    const readable = ok('Master keys', `can be read; the newest: ${newest}. Keep a copy apart from the database`)
    if (databaseUrl === undefined) return stateOf([readable], keys)
    const { proofs, sealing } = await checkProofs(keys, databaseUrl.reveal())
    const ages = rotatedWithin ? checkAges(sealing, rotatedWithin) : []
    const belong = proofs.state === 'ok' || proofs.state === 'warning'
    return { findings: [readable, proofs, ...ages], keys, belong }
  } catch (error) {
    return stateOf([wrong('Master keys', textOf(error), page)])
  }
}

const stateOf = (findings: readonly Finding[], keys?: KeyRing): KeysState => ({ findings, keys, belong: false })

/** Rotating is for what is new: what older keys have sealed is sealed again by `florin keys rewrap`. */
function checkAges(sealing: readonly SealingSince[], within: Temporal.Duration): Finding[] {
  const before = systemClock.wall().toZonedDateTimeISO('UTC').subtract(within).toInstant()
  const old = sealing.filter(({ since }) => Temporal.Instant.compare(since, before) < 0)
  if (old.length === 0) return sealing.length > 0 ? [ok('Age of keys', `none is older than ${within}`)] : []
  const names = old.map(({ purpose, key, since }) => `${purpose} ${key} since ${dayOf(since)}`).join(', ')
  const todo = `Rotate them, or say another FLORIN_KEYS_ROTATED_WITHIN: ${page}`
  return [warning('Age of keys', `older than ${within}, as your policy says: ${names}`, todo)]
}
const dayOf = (since: Instant): string => since.toString().slice(0, 10)

type Proofs = { proofs: Finding; sealing: readonly SealingSince[] }

async function checkProofs(keys: KeyRing, databaseUrl: string): Promise<Proofs> {
  const db = openDb(databaseUrl, { role: 'florin_app', connectionsMax: 2, waitForConnectionMs: 10_000 })
  try {
    const { isProven, gone, newest } = await expectKeysToBelong({ db, keys })
    return { proofs: isProven ? togetherWithout(gone) : unproven, sealing: newest }
  } catch (error) {
    return { proofs: wrong(about, textOf(error), page), sealing: [] }
  } finally {
    await db.close()
  }
}

const about = 'Keys and database'
const unproven = unknown(about, 'no process has used this database with any keys yet')

function togetherWithout(gone: readonly GoneKey[]): Finding {
  if (gone.length === 0) return ok(about, 'belong together')
  const names = gone.map(({ purpose, key }) => `${purpose} ${key}`).join(', ')
  return warning(
    about,
    `belong together; the older keys ${names} have left the file`,
    `A start is refused if something is still sealed with them: ${page}`,
  )
}
