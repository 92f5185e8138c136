import { type Money, negate, subtract } from '#kernel/base/money.ts'
import { accounts } from './accounts.ts'
import { credit, debit, type Line } from './line.ts'

/** The postings on holders' accounts for their cards. */
export const cardRecipes = {
  /**
   * A purchase or a withdrawal with an issued card was cleared: its holder pays, and we owe it to the network. Reference:
   * the presentment.
   */
  cardPaymentCleared: (p: CardPayment): Line[] => [
    debit(accounts.holderAvailable(p.accountId), p.amount),
    ...owedToNetwork(p),
  ],
  /**
   * The same, above what the account has: networks do not ask whether it can pay. The rest is the holder's debt, and the
   * next money that arrives pays it. Reference: the presentment.
   */
  cardPaymentForced: (p: CardPayment & { owed: Money }): Line[] => [
    debit(accounts.holderAvailable(p.accountId), subtract(p.amount, p.owed)),
    debit(accounts.holderOwed(p.accountId), p.owed),
    ...owedToNetwork(p),
  ],
  /**
   * A hold on a holder's account has ended, in whole or in part, and a debt is paid from it. Reference: the hold
   * that has ended.
   */
  debtRecovered: (p: { accountId: string; amount: Money }): Line[] => [
    debit(accounts.holderAvailable(p.accountId), p.amount),
    credit(accounts.holderOwed(p.accountId), p.amount),
  ],
  /**
   * A merchant sent money back to an issued card, or a payment that was posted at once is undone; a debt is paid first.
   * Reference: the presentment.
   */
  cardRefundCleared: (p: CardPayment & { recovered: Money }): Line[] => [
    ...owedToNetwork(p).map(({ account, amount }) => ({ account, amount: negate(amount) })),
    credit(accounts.holderAvailable(p.accountId), subtract(p.amount, p.recovered)),
    credit(accounts.holderOwed(p.accountId), p.recovered),
  ],
  /**
   * A holder disputes a payment, and it was raised at the card network as a chargeback: the holder is credited until it is
   * decided, and for good when it is won. A debt is paid first. Reference: the dispute.
   */
  cardDisputeCredited: (p: CardPayment & { recovered: Money }): Line[] => [
    ...owedToNetwork(p).map(({ account, amount }) => ({ account, amount: negate(amount) })),
    credit(accounts.holderAvailable(p.accountId), subtract(p.amount, p.recovered)),
    credit(accounts.holderOwed(p.accountId), p.recovered),
  ],
  /**
   * Such a dispute was lost: the merchant has the money, and the credit ends. What of it was spent is the holder's debt.
   * Reference: the dispute.
   */
  cardDisputeLost: (p: CardPayment & { owed: Money }): Line[] => [
    debit(accounts.holderAvailable(p.accountId), subtract(p.amount, p.owed)),
    debit(accounts.holderOwed(p.accountId), p.owed),
    ...owedToNetwork(p),
  ],
} as const

/** The amount that the holder pays or receives, in the currency of the account. */
type CardPayment = {
  accountId: string
  amount: Money
  /** The network has it in another currency; of the amount, the markup is ours. */
  converted?: { network: Money; markup: Money } | undefined
}

function owedToNetwork({ amount, converted }: CardPayment): Line[] {
  if (!converted) return [credit(accounts.networkPayable, amount)]
  const { network, markup } = converted
  return [
    credit(accounts.conversions, subtract(amount, markup)),
    credit(accounts.markupIncome, markup),
    debit(accounts.conversions, network),
    credit(accounts.networkPayable, network),
  ]
}
