import { type CardUpdated, type UpdateOrderCardInput, updateOrderCard } from '#acquiring/billing'
import type { StoredCardId } from '#acquiring/ids'
import { isBilledAgain } from '#acquiring/orders'
import { pauseOf, type ReturnUrl } from '#acquiring/payments'
import type { BrowserFacts, DeclineReason } from '#connectors/acquirer/port.ts'
import { shopperAuthor } from '#core/directory'
import { type FieldError, readCardInput } from '#core/pages'
import { readId } from '#kernel/base/id.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import type { SubscriptionsContext } from './context.ts'
import { attemptOf, formName, linkStateOf, proofsOf, todayOf, type Visit } from './visit.ts'

export type CardForm = Readonly<Record<string, unknown>>

export type CardChange =
  | ({ outcome: 'tried' } & CardUpdated)
  /**
   * Nothing was requested: what was typed or chosen has to be corrected; `decline` is an earlier decline of that card.
   */
  | { outcome: 'mistyped'; errors: FieldError[]; decline?: DeclineReason | undefined }
  /** Nothing was requested: a payment of the order is under way. */
  | { outcome: 'busy' }
  /** Nothing was requested: an operator has paused the connectors that could. */
  | { outcome: 'paused'; seconds: number }
  /** Nothing was requested: this form was used before, or there is nothing to change. The page says which. */
  | { outcome: 'stale' }

/**
 * The shopper enters another card for their subscription. Each shown form tries one card, however often its button is
 * pressed and in however many tabs. An overdue amount is charged to the new card at once.
 */
export async function changeCard(
  ctx: SubscriptionsContext,
  visit: Visit,
  { form, browser, returnUrl }: { form: CardForm; browser: BrowserFacts; returnUrl: ReturnUrl },
): Promise<CardChange> {
  const status = linkStateOf(visit)
  if (form.attempt !== attemptOf(visit)) return { outcome: 'stale' }
  if (status === 'charging') return { outcome: 'busy' }
  if ((status !== 'active' && status !== 'owing') || !isBilledAgain(visit.order)) return { outcome: 'stale' }
  const card = readCard(ctx, visit, form)
  if ('errors' in card) return { outcome: 'mistyped', errors: card.errors }
  try {
    const updated = await updateOrderCard(ctx, {
      by: shopperAuthor(visit.shopper.id, browser.ip),
      siteId: visit.site.id,
      orderId: visit.order.id,
      card,
      after: proofsOf(visit).length,
      ip: browser.ip,
      threeDSecure: { returnUrl, browser },
      typedOn: { page: ctx.velocity.evidence(formName(visit), form), linkId: undefined },
    })
    return { outcome: 'tried', ...updated }
  } catch (error) {
    return refused(error)
  }
}

function readCard(
  ctx: SubscriptionsContext,
  visit: Visit,
  form: CardForm,
): UpdateOrderCardInput['card'] | { errors: FieldError[] } {
  if (form.card !== undefined && form.card !== 'new') {
    const cardId = readId<StoredCardId>(form.card)
    return cardId === undefined ? { errors: notUsable } : { cardId }
  }
  const input = readCardInput(form, todayOf(ctx, visit))
  if ('errors' in input) return input
  const { brand, lastFour: _shownFromTheNumber, ...details } = input.card
  return { brand, details }
}

const notUsable: FieldError[] = [{ field: 'card', problem: 'card_not_usable' }]

function refused(error: unknown): CardChange {
  const pause = pauseOf(error)
  if (pause) return { outcome: 'paused', ...pause }
  if (!(error instanceof Refusal)) throw error
  switch (error.code) {
    case 'card_not_found':
    case 'card_expired':
    case 'missing_original_network_transaction':
    case 'retry_limit_reached':
      return { outcome: 'mistyped', errors: notUsable }
    case 'do_not_retry':
      return { outcome: 'mistyped', errors: notUsable, decline: error.details.reason as DeclineReason }
    case 'test_card':
      return { outcome: 'mistyped', errors: [{ field: 'cardNumber', problem: 'number_mistyped' }] }
    case 'payment_in_progress':
      return { outcome: 'busy' }
    case 'card_update_conflict':
    case 'unexpected_order_status':
    case 'site_inactive':
      return { outcome: 'stale' }
    default:
      throw error
  }
}
