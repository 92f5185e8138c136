import type { ProductId } from '#issuing/ids'
import type { ProgrammesContext } from './context.ts'
import { existingOf } from './store.ts'

/** Destroys the keys of products that were never recorded, because their commit failed. */
export async function sweepUnrecorded({
  db,
  clock,
  issuerVault,
}: Pick<ProgrammesContext, 'db' | 'clock' | 'issuerVault'>): Promise<void> {
  const dayAgo = clock.now().subtract({ hours: 24 })
  for (let after: string | undefined; ; ) {
    const ids = await issuerVault.openedBefore(dayAgo, after)
    if (ids.length === 0) return
    const recorded = await existingOf(db, ids as readonly ProductId[])
    for (const id of ids) if (!recorded.has(id as ProductId)) await issuerVault.closeProduct(id)
    after = ids.at(-1)
  }
}
