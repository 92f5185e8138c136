import { type Author, workAuthor } from '#core/directory'
import { beginErasure, type PersonsContext, type Subject } from '#core/persons'
import type { Instant } from '#kernel/base/clock.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import type { Swept } from '#kernel/db/in-batches.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'
import type { Log } from '#kernel/telemetry/log.ts'

type Context = PersonsContext & { log: Log }

/**
 * Erases who has done nothing for as long as the installation says, some at a time. Who has something open is left, and
 * looked at again the next day. One who cannot be erased keeps none back, and fails the run in the end.
 */
export async function eraseIdlePeople(ctx: Context, kept: Temporal.Duration | undefined): Promise<Swept> {
  if (!kept) return 'done'
  const before = ctx.clock.now().toZonedDateTimeISO('UTC').subtract(kept).toInstant()
  const each = isolateEach()
  const erased = (await eraseIdle(ctx, each, 'shopper', before)) + (await eraseIdle(ctx, each, 'holder', before))
  each.finish()
  return erased >= erasedInRun ? 'more' : 'done'
}

/** More wait for the next run, which comes at once. */
const erasedInRun = 1_000
const readAtOnce = 200

async function eraseIdle(
  ctx: Context,
  each: ReturnType<typeof isolateEach>,
  kind: Subject['kind'],
  before: Instant,
): Promise<number> {
  const by = workAuthor('erasure of idle customers')
  let erased = 0
  for (let after = kind === 'shopper' ? '0' : ''; erased < erasedInRun; ) {
    const rows = (await ctx.db.run(idle[kind], [before, after, readAtOnce])) as { id: string }[]
    for (const { id } of rows) {
      const isErased = await each.attempt(() => erase(ctx, { by, subject: { kind, id } }))
      if (isErased) erased++
    }
    if (rows.length < readAtOnce) break
    after = rows.at(-1)!.id
  }
  return erased
}

/** Returns whether it was possible. */
async function erase(ctx: Context, input: { by: Author; subject: Subject }): Promise<boolean> {
  try {
    await beginErasure(ctx, input)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.debug({ ...input.subject, code: error.code }, 'an idle customer is not erased yet')
    return false
  }
}

/** Of each kind, in the order of their ids: who was made, and has ordered, paid or done anything last, before a moment. */
const idle = {
  shopper: `
    select s.id::text as id from shoppers.shoppers s
    where s.erased_at is null and s.created_at < $1 and s.id > $2::text::bigint
      and not exists (select from orders.orders o where o.shopper_id = s.id and o.created_at >= $1)
      and not exists (select from payments.payments p where p.shopper_id = s.id and p.created_at >= $1)
      and not exists (select from shoppers.cards c where c.shopper_id = s.id and c.created_at >= $1)
    order by s.id limit $3`,
  holder: `
    select h.id from holders.holders h
    where h.erased_at is null and h.created_at < $1 and h.id > $2
      and not exists (select from holders.sessions l where l.holder_id = h.id and l.expires_at >= $1)
      and not exists (select from accounts.accounts a where a.holder_id = h.id and (a.closed_at is null or a.closed_at >= $1))
    order by h.id limit $3`,
}
