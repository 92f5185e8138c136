import { existsSync } from 'node:fs'
import { expectKeysToBelong } from '#core/directory'
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
  { isEmbedded }: { isEmbedded: boolean },
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
    const proofs = await checkProofs(keys, databaseUrl.reveal())
    return { findings: [readable, proofs], keys, belong: proofs.state === 'ok' || proofs.state === 'warning' }
  } catch (error) {
    return stateOf([wrong('Master keys', textOf(error), page)])
  }
}

const stateOf = (findings: readonly Finding[], keys?: KeyRing): KeysState => ({ findings, keys, belong: false })

async function checkProofs(keys: KeyRing, databaseUrl: string): Promise<Finding> {
  const db = openDb(databaseUrl, { role: 'florin_app', connectionsMax: 2, waitForConnectionMs: 10_000 })
  try {
    const { isProven, gone } = await expectKeysToBelong({ db, keys })
    if (!isProven) return unknown('Keys and database', 'no process has used this database with any keys yet')
    if (gone.length === 0) return ok('Keys and database', 'belong together')
    const names = gone.map(({ purpose, key }) => `${purpose} ${key}`).join(', ')
    return warning(
      'Keys and database',
      `belong together; the older keys ${names} have left the file`,
      `A start is refused if something is still sealed with them: ${page}`,
    )
  } catch (error) {
    return wrong('Keys and database', textOf(error), page)
  } finally {
    await db.close()
  }
}
