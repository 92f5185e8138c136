import { proveKeys } from '#core/directory'
import type { App } from './compose.ts'
import { sealedBy } from './wrapped-by-key.ts'

type Of = Parameters<typeof proveKeys>[0] & Pick<App, 'vault' | 'issuerVault'>

/**
 * Throws unless the key file belongs to this database and has every key that still seals something: without it, each
 * card, payout or document would fail by itself, later. What is sealed is asked for only when a key has left the file.
 */
export async function expectKeysToFit(of: Of): Promise<void> {
  const gone = await proveKeys(of)
  if (gone.length === 0) return
  const found = await sealedBy(of, gone)
  const needed = gone.flatMap(({ purpose, key }) => {
    const kinds = found.filter((one) => one.purpose === purpose && one.key === key).map(({ what }) => what)
    return kinds.length === 0 ? [] : [`The ${purpose} key ${key} still seals ${kinds.join(', ')}.`]
  })
  if (needed.length > 0)
    throw new Error(['The key file lacks keys that are still needed.', ...needed, advice].join(' '))
}

const advice =
  'Put them back under their numbers, into the key file of every process, and run: florin keys rewrap. ' +
  'A key may leave the file when florin keys status says that no older key is needed.'
