import { numberOfCurrency } from '#connectors/iso8583/currencies.ts'
import { type IsoMessage, textOf } from '#connectors/iso8583/iso-message.ts'
import { commit, decide, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/jsonb.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { HostContext } from './context.ts'
import { repeatOf } from './following-message.ts'
import type { Profile } from './profile.ts'
import type { MessageLayout } from './profile-messages.ts'
import { refusedWaitMs, repeatAfterMs } from './repeats.ts'
import { isDuplicate } from './response-codes.ts'
import { figuresIn, figureValues, outcomeOf } from './totals.ts'
import { findTotals, type KeptTotals } from './totals-store.ts'
import { otherTries, withAnswer } from './tries.ts'
import { identityOf, messageOf, rrnOf } from './values.ts'

/** Sends the totals of days that are closed, each until the host has answered it. */
export const totalsWork = (ctx: HostContext): DueWork => ({
  name: `totals for ${ctx.connector}`,
  ...claimDue(ctx, 'isohost.totals', { leaseMs: 60_000, only: `connector = '${ctx.connector}'` }),
  run: async (id) => {
    const totals = await findTotals(ctx.db, ctx.connector, id as bigint)
    if (totals?.status !== 'open') return
    const { profile } = await ctx.credentials()
    const layout = profile.messages.totals
    if (!layout) throw new Error(`the profile of ${ctx.connector} has no message totals any more, and some wait`)
    const turn = await ctx.host.turn()
    try {
      const attempt = await countAttempt(ctx, profile, totals)
      const response = attempt && (await turn.request(totalsMessage(profile, layout, attempt)))
      if (response) await settle(ctx, { profile, layout, totals: attempt, response })
    } finally {
      turn.end()
    }
  },
})

/** Committed before it is sent, so that what leaves after it is marked as a repeat. Undefined: another process was first. */
async function countAttempt(ctx: HostContext, profile: Profile, totals: KeptTotals): Promise<KeptTotals | undefined> {
  const attempts = totals.attempts + 1
  const set = {
    attempts,
    due_at: ctx.clock.now().add({ milliseconds: repeatAfterMs(profile, attempts) }),
    leased_until: null,
  }
  const where = { id: totals.id, status: 'open' as const, attempts: totals.attempts }
  try {
    await commit(ctx, ctx.clock.now(), [update('isohost.totals', { set, where })], 'send-totals')
    return { ...totals, attempts }
  } catch (error) {
    if (error instanceof StaleWrite) return undefined
    throw error
  }
}

/** A repeat differs from the first in its type alone. */
function totalsMessage(profile: Profile, layout: MessageLayout, totals: KeptTotals): IsoMessage {
  const { day, currency, ours, attempts } = totals
  const yearAndDate = day.toString().replaceAll('-', '').slice(2)
  const values = {
    ...identityOf(profile, totals),
    ...figureValues(ours, profile.totals ?? { inOurFavour: 'C' }),
    rrn: rrnOf(totals),
    currency: numberOfCurrency(currency),
    businessDate: yearAndDate.slice(2),
    businessDateWithYear: yearAndDate,
  }
  return messageOf({ ...layout, type: attempts > 1 ? repeatOf(layout) : layout.type }, values)
}

const otherwise = 'the host of an acquirer has counted otherwise than we have'

type Answered = { profile: Profile; layout: MessageLayout; totals: KeptTotals; response: IsoMessage }

/** What is out of balance stays so until an operator has found out why. */
async function settle(ctx: HostContext, { profile, layout, totals, response }: Answered): Promise<void> {
  const { id, day, currency, ours, attempts } = totals
  const code = textOf(response, 39)?.trim() ?? ''
  const theirs = figuresIn(response, layout, profile.totals ?? { inOurFavour: 'C' })
  const others = otherTries(totals.tries, { attempts, attempt: attempts })
  const outcome = outcomeOf(profile, response, { ours, theirs, others })
  const now = ctx.clock.now()
  const isAnswered = outcome === 'inBalance' || outcome === 'outOfBalance'
  const answer = { code, tries: jsonb(withAnswer(totals.tries, attempts, code)) }
  const set = isAnswered
    ? { ...answer, status: outcome, theirs: jsonb(theirs), answered_at: now, due_at: null, leased_until: null }
    : { ...answer, ...(outcome === 'refused' && { due_at: now.add({ milliseconds: refusedWaitMs }) }) }
  const isCurrent = await decide(async () => {
    // An operator may have closed them meanwhile.
    if ((await findTotals(ctx.db, ctx.connector, id))?.status !== 'open') return false
    await commit(ctx, now, [update('isohost.totals', { set, where: { id, status: 'open' } })], 'send-totals')
    return true
  })
  const named = { day: String(day), currency, code }
  if (!isCurrent) return
  if (outcome === 'outOfBalance')
    ctx.log.error(named, isDuplicate(code) ? 'the host has our totals and does not say whether they agree' : otherwise)
  if (outcome === 'refused') ctx.log.error(named, 'the host of an acquirer does not take our totals')
}
