import type { React, Writer } from '#kernel/db/commit/commit.ts'
import type { Events, Known } from '#kernel/db/events.ts'

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

/**
 * A context that remembers what its commits announce: the last event `cause`, and the last event `effect` that
 * followed from it. So a use case that committed the cause need not read the subject of the effect. A commit
 * that went stale is forgotten when the cause is announced again; who asks makes sure that the cause it knows of is the
 * one remembered.
 */
export function followEvents<Ctx extends Writer, C extends keyof Events, E extends keyof Events>(
  ctx: Ctx,
  cause: C,
  effect: E,
): { ctx: Ctx; last(): Followed<C, E> | undefined } {
  let last: Followed<C, E> | undefined
  const react: React = (announcement, now) => {
    const { event, subject } = announcement
    if (event === cause) last = { cause: subject as Events[C]['subject'], effect: undefined }
    else if (event === effect && last) last.effect = subject as Events[E]['subject']
    return ctx.react(announcement, now)
  }
  return { ctx: { ...ctx, react }, last: () => last }
}

type Followed<C extends keyof Events, E extends keyof Events> = {
  cause: Events[C]['subject']
  effect: Events[E]['subject'] | undefined
}
