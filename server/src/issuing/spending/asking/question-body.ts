import { momentText } from '#issuing/api'
import type { Instant } from '#kernel/base/clock.ts'
import { writeJson } from '#kernel/base/json.ts'
import { formatMoney, money } from '#kernel/base/money.ts'
import type { Authorizing } from '../authorize.ts'
import type { Question } from './question.ts'

/** What a partner is asked: what its customer sees of the transaction, with the last four digits of the card alone. */
export function questionText(
  { card, request, authentication }: Pick<Authorizing, 'card' | 'request' | 'authentication'>,
  { id, transactionId, approved: { amount, billed }, isIncrease }: Question,
  answerBy: Instant,
): string {
  const { merchant } = request
  return writeJson({
    decisionId: id,
    answerBy: momentText(answerBy),
    customerId: card.holderId,
    transactionId,
    cardId: card.id,
    last4: card.lastFour,
    accountId: card.accountId,
    type: request.purpose,
    channel: request.channel,
    amount: formatMoney(money(billed.minor, card.currency)),
    currency: card.currency,
    merchantAmount: formatMoney(amount),
    merchantCurrency: amount.currency,
    merchant: {
      id: merchant.id,
      name: merchant.name,
      ...(merchant.city !== undefined && { city: merchant.city }),
      ...(merchant.country !== undefined && { country: merchant.country }),
      category: merchant.category,
    },
    isIncrement: isIncrease,
    partialAllowed: takesPart(request, isIncrease),
    postsAtOnce: request.posts,
    recurring: request.recurring,
    preauthorization: request.preauthorization,
    authenticated: authentication?.outcome === 'authenticated',
  })
}

/** Whether a smaller amount may be approved. */
export const takesPart = (
  { partialAllowed, purpose }: Pick<Authorizing['request'], 'partialAllowed' | 'purpose'>,
  isIncrease: boolean,
): boolean => partialAllowed && purpose === 'purchase' && !isIncrease
