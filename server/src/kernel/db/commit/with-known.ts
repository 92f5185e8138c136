import type { React, Writer } from '#kernel/db/commit/commit.ts'
import type { Known } from '#kernel/db/events.ts'

/**
 * The context for one use case whose first event is about rows that the caller has just loaded. Only that event carries
 * them: a commit that goes stale is decided again, and its reactions then read everything anew.
 */
export function withKnown<Ctx extends Writer>(ctx: Ctx, known: Readonly<Partial<Known>>): Ctx {
  let once: Readonly<Partial<Known>> | undefined = known
  const react: React = (announcement, now) => {
    const carried = { ...once, ...announcement.known }
    once = undefined
    return ctx.react({ ...announcement, known: carried }, now)
  }
  return { ...ctx, react }
}
