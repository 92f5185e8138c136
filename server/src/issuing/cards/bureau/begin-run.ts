import type { ProductId } from '#issuing/ids'
import { uuidAt } from '#kernel/base/id.ts'
import { commit, decide, guard, insert } from '#kernel/db/commit/commit.ts'
import type { By } from '../card.ts'
import type { CardsContext } from '../context.ts'
import { pendingOf } from '../store.ts'
import type { BureauRun, RunId } from './run-store.ts'

type Input = { productId: ProductId; by: By; limit: number }

/**
 * Claims the oldest cards that wait for the bureau, before anything of them is in a file: of two runs at once each has cards
 * of its own. Undefined: none waits.
 */
export const beginRun = (
  ctx: Pick<CardsContext, 'db' | 'react' | 'clock'>,
  { productId, by, limit }: Input,
): Promise<BureauRun | undefined> =>
  decide(async () => {
    const cards = await pendingOf(ctx.db, productId, limit)
    if (cards.length === 0) return undefined
    const now = ctx.clock.now()
    const run: BureauRun = {
      id: uuidAt(now) as RunId,
      version: 1,
      productId,
      status: 'begun',
      begunBy: by.actor,
      begunAt: now,
    }
    const row = {
      id: run.id,
      product_id: productId,
      status: run.status,
      begun_by: by.actor,
      begun_at: now,
      ended_at: null,
    }
    const claims = cards.map(({ id }) => ({ run_id: run.id, card_id: id }))
    const writes = [
      insert('cards.bureau_runs', row),
      insert('cards.bureau_claims', claims, { onDuplicate: { one_claim: 'stale' } }),
      ...cards.map(({ id, version }) => guard('cards.cards', { id, version })),
    ]
    await commit(ctx, now, writes, 'begin-run')
    return run
  })
