import type { CardId } from '#issuing/ids'
import type { CardsContext } from './context.ts'
import { existingOf } from './store.ts'

/** Destroys the numbers of cards that were never issued, because the process died before their commit. */
export async function sweepUnissued({
  db,
  clock,
  issuerVault,
}: Pick<CardsContext, 'db' | 'clock' | 'issuerVault'>): Promise<void> {
  const dayAgo = clock.now().subtract({ hours: 24 })
  for (let after: string | undefined; ; ) {
    const ids = await issuerVault.createdBefore(dayAgo, after)
    if (ids.length === 0) return
    const issued = await existingOf(db, ids as readonly CardId[])
    for (const id of ids) if (!issued.has(id as CardId)) await issuerVault.delete(id)
    after = ids.at(-1)
  }
}
