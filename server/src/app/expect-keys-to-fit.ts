import { type GoneKey, proveKeys } from '#core/directory'
import { bindLostRows } from './bind-lost-rows.ts'
import type { App } from './compose.ts'
import { isSameKey, keyName } from './lost-keys.ts'
import { sealedBy } from './wrapped-by-key.ts'

type Of = Parameters<typeof proveKeys>[0] & Pick<App, 'vault' | 'issuerVault' | 'log'>

/**
 * Throws unless the key file belongs to this database and has every key that still seals something: without it, each
 * card, payout or document would fail by itself, later. What is sealed is asked for only when a key has left the file.
 *
 * `lost` are the keys that the operator has given up (FLORIN_LOST_KEYS): the start goes on without them, rows get new codes
 * in place of theirs, once, and the log says each time what cannot be read. Each has to be one that is gone, so that the setting never hides another loss.
 */
export async function expectKeysToFit(of: Of, lost: readonly GoneKey[]): Promise<void> {
  const gone = await proveKeys(of)
  const stray = lost.find((key) => !gone.some((one) => isSameKey(one, key)))
  if (stray) throw new Error(`FLORIN_LOST_KEYS: the key ${keyName(stray)} is not lost. ${strayAdvice}`)
  if (gone.length === 0) return
  const kindsOf = await sealedByEach(of, gone)
  const needed = gone
    .filter((key) => !lost.some((one) => isSameKey(one, key)))
    .map((key) => ({ ...key, kinds: kindsOf(key) }))
    .filter(({ kinds }) => kinds.length > 0)
    .map(({ purpose, key, kinds }) => `The ${purpose} key ${key} still seals ${kinds.join(', ')}.`)
  if (needed.length > 0)
    throw new Error(['The key file lacks keys that are still needed.', ...needed, advice].join(' '))
  await bindLostRows(of, lost)
  const unreadableOf = await sealedByEach(of, lost)
  for (const key of lost)
    of.log.warn(
      { key: keyName(key), unreadable: unreadableOf(key) },
      'keys: this master key is given up; what it seals cannot be read',
    )
}

async function sealedByEach(of: Of, keys: readonly GoneKey[]): Promise<(key: GoneKey) => readonly string[]> {
  const found = await sealedBy(of, keys)
  return (key) => found.filter((one) => isSameKey(one, key)).map(({ what }) => what)
}

const strayAdvice =
  'It is in the key file, was never used with this database, or has a higher number than the newest of the file. ' +
  'Take it out of the setting.'

const advice =
  'Put them back under their numbers, into the key file of every process, and run: florin keys rewrap. ' +
  'A key may leave the file when florin keys status says that no older key is needed. ' +
  'Only if one is lost for good, name it in FLORIN_LOST_KEYS: what it seals cannot be read any more.'
