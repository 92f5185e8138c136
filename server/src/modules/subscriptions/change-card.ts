import type { BrowserFacts, DeclineReason } from '#connectors/acquirer/acquirer.ts'
import { readId, type StoredCardId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusal.ts'
import { type CardUpdated, type CardUpdateWish, updateOrderCard } from '#orders'
import { type FieldError, readCardInput } from '#pages'
import type { SubscriptionsHouse } from './house.ts'
import { attemptOf, proofsOf, standingOf, todayOf, type Visit } from './visit.ts'

export type CardForm = Readonly<Record<string, unknown>>

export type CardChange =
  | ({ outcome: 'tried' } & CardUpdated)
  /** Nothing was asked: what was typed or chosen has to be mended first; a bank may have said before why. */
  | { outcome: 'mistyped'; errors: FieldError[]; decline?: DeclineReason | undefined }
  /** Nothing was asked: a payment of the order is under way. */
  | { outcome: 'busy' }
  /** Nothing was asked: this form was used before, or there is nothing to change. The page says what is so. */
  | { outcome: 'stale' }

/**
 * The shopper gives another card for their subscription. However often the button is pressed, in however many tabs: one
 * shown form tries one card. What is owed is tried with it at once.
 */
export async function changeCard(
  house: SubscriptionsHouse,
  visit: Visit,
  { form, browser, returnUrl }: { form: CardForm; browser: BrowserFacts; returnUrl: string },
): Promise<CardChange> {
  const standing = standingOf(visit)
  if (form.attempt !== attemptOf(visit)) return { outcome: 'stale' }
  if (standing === 'charging') return { outcome: 'busy' }
  if (standing !== 'active' && standing !== 'owing') return { outcome: 'stale' }
  const card = readCard(house, visit, form)
  if ('errors' in card) return { outcome: 'mistyped', errors: card.errors }
  try {
    const updated = await updateOrderCard(house, {
      siteId: visit.site.id,
      orderId: visit.order.id,
      card,
      after: proofsOf(visit).length,
      ip: browser.ip,
      threeDSecure: { returnUrl, browser },
    })
    return { outcome: 'tried', ...updated }
  } catch (error) {
    return refused(error)
  }
}

function readCard(
  house: SubscriptionsHouse,
  visit: Visit,
  form: CardForm,
): CardUpdateWish['card'] | { errors: FieldError[] } {
  if (form.card !== undefined && form.card !== 'new') {
    const cardId = readId<StoredCardId>(form.card)
    return cardId === undefined ? { errors: notUsable } : { cardId }
  }
  const input = readCardInput(form, todayOf(house, visit))
  if ('errors' in input) return input
  const { brand, lastFour: _shownFromTheNumber, ...details } = input.card
  return { brand, details }
}

const notUsable: FieldError[] = [{ field: 'card', problem: 'card_not_usable' }]

function refused(error: unknown): CardChange {
  if (!(error instanceof Refusal)) throw error
  switch (error.code) {
    case 'card_not_found':
    case 'card_expired':
    case 'card_without_origin':
    case 'card_must_rest':
      return { outcome: 'mistyped', errors: notUsable }
    case 'card_never_again':
      return { outcome: 'mistyped', errors: notUsable, decline: error.details.reason as DeclineReason }
    case 'attempt_under_way':
      return { outcome: 'busy' }
    case 'card_tried_already':
    case 'order_status_forbids':
    case 'site_inactive':
      return { outcome: 'stale' }
    default:
      throw error
  }
}
