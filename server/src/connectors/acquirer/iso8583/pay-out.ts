import { NotSupported, type PayOutRequest, type PayOutResult } from '../port.ts'
import { type HostContext, joined } from './context.ts'
import { wantsCardOfPayout } from './host-capabilities.ts'
import { delivered, expectHost, modificationResult } from './modify.ts'
import { declined } from './read-response.ts'
import { recordOnce } from './record.ts'
import { overdueAfterMs } from './repeats.ts'
import { findEntry } from './store.ts'
import { stateOf } from './story.ts'

/**
 * Sends money to a card: an original credit. It cannot be reversed, so its message is repeated, with the same number and
 * time, until the host answers; the result is pending meanwhile.
 */
export const payOut = (ctx: HostContext, request: PayOutRequest): Promise<PayOutResult> =>
  joined(ctx.underWay, `request ${request.key}`, async () => {
    const { key, amount, card, descriptor } = request
    const { profile } = await ctx.credentials()
    if (!profile.messages.payout) throw new NotSupported('the profile of this host has no message payout')
    const { min, max } = profile.amounts
    const isOffered =
      profile.currencies.some((currency) => currency === amount.currency) && amount.minor >= min && amount.minor <= max
    if (isOffered && !(await findEntry(ctx.db, ctx.connector, key))) {
      await expectHost(ctx)
      const until = ctx.clock.now().add({ hours: 24 * profile.keepCardDays })
      if (wantsCardOfPayout(profile)) await ctx.cards.keep({ id: key, pan: card.pan, until })
    }
    const { minor, currency } = amount
    const { entry } = await recordOnce(ctx, { key, authorization: key }, (story) => {
      const expiry = `${String(card.expiryYear % 100).padStart(2, '0')}${String(card.expiryMonth).padStart(2, '0')}`
      const payout = { kind: 'payout' as const, minor, currency, facts: { expiry, descriptor } }
      if (!isOffered || stateOf(story).is !== 'unknown')
        return { entry: { ...payout, result: declined('rejected_by_processor') } }
      const message = { request: key, kind: 'payout' as const, terminal: profile.terminal, minor, currency }
      return { entry: payout, messages: [{ ...message, dueInMs: overdueAfterMs(profile) }] }
    })
    if (!entry.result) await delivered(ctx, key)
    return modificationResult(entry.result ?? (await findEntry(ctx.db, ctx.connector, key))?.result, key)
  })
