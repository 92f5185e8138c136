import type { MerchantId } from '#core/directory'
import { add, type Money, subtract, zero } from '#kernel/base/money.ts'
import { accounts } from './accounts.ts'
import { acquirerRecipes } from './acquirer-recipes.ts'
import { cardRecipes } from './card-recipes.ts'
import { type Earning, earned, type Shares } from './earning.ts'
import { credit, debit, type Line } from './line.ts'
import { pendingRecipes } from './pending-recipes.ts'
import { returnRecipes } from './return-recipes.ts'

/**
 * Every kind of posting. This list is the whole of the accounting.
 * Each recipe balances to zero in each of its currencies; `post` asserts it and the database checks it again.
 */
export const recipes = {
  /**
   * A card payment was captured. The merchant is owed the amount less our fee and less what it shares with others, who
   * are owed their shares whole. What is earned waits in `pending`; what costs more than it brings counts at once.
   * Reference: the payment.
   */
  paymentCaptured: (p: Earning & { fee: Money }): Line[] => [
    debit(accounts.acquirerCaptured, p.amount),
    earned(p, p.merchantId, subtract(unshared(p), p.fee)),
    ...eachShare(p, (merchantId, share) => [earned(p, merchantId, share)]),
    credit(accounts.feeIncome, p.fee),
  ],
  /**
   * A capture was reversed before settlement, as if it had not happened: the fee is returned too. Reference: the
   * payment.
   */
  paymentCancelled: (p: { merchantId: MerchantId; amount: Money; fee: Money; shares?: Shares }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), subtract(unshared(p), p.fee)),
    ...eachShare(p, (merchantId, share) => [debit(accounts.merchantPayable(merchantId), share)]),
    debit(accounts.feeIncome, p.fee),
    credit(accounts.acquirerCaptured, p.amount),
  ],
  /**
   * A payment was refunded to the shopper; of the fee, the part that is a percentage is returned. Reference: the
   * refund.
   */
  paymentRefunded: (p: { merchantId: MerchantId; amount: Money; feeBack: Money; shares?: Shares }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), subtract(unshared(p), p.feeBack)),
    ...eachShare(p, (merchantId, share) => [debit(accounts.merchantPayable(merchantId), share)]),
    debit(accounts.feeIncome, p.feeBack),
    credit(accounts.acquirerCaptured, p.amount),
  ],
  /**
   * Money was sent to a customer's card, out of what the merchant is owed. We take no fee for it. Reference: the
   * payout.
   */
  shopperPaidOut: (p: { merchantId: MerchantId; amount: Money }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), p.amount),
    credit(accounts.acquirerCaptured, p.amount),
  ],
  /**
   * A cardholder's bank has charged money back, for now: the acquirer's debt becomes a claim, and the merchants' money
   * is set aside. Our fee stays, since the payment was processed. Reference: the charge-back.
   */
  chargebackOpened: (p: { merchantId: MerchantId; amount: Money; shares?: Shares }): Line[] => [
    debit(accounts.acquirerDisputed, p.amount),
    credit(accounts.acquirerCaptured, p.amount),
    ...eachPart(p, (merchantId, part) => [
      debit(accounts.merchantPayable(merchantId), part),
      credit(accounts.merchantDisputed(merchantId), part),
    ]),
  ],
  /**
   * A dispute was won: the merchants are owed their money again, which waits anew. `setAside` are the shares of the
   * chargeback, where those that come back differ, since other outflows have changed meanwhile. Reference: the representment.
   */
  chargebackWon: (p: Earning & { setAside?: Shares }): Line[] => {
    const { setAside: shares = p.shares, merchantId, amount } = p
    const disputed = { merchantId, amount, ...(shares && { shares }) }
    return [
      debit(accounts.acquirerCaptured, p.amount),
      credit(accounts.acquirerDisputed, p.amount),
      ...eachPart(disputed, (owner, part) => [debit(accounts.merchantDisputed(owner), part)]),
      ...eachPart(p, (owner, part) => [earned(p, owner, part)]),
    ]
  },
  /**
   * A dispute was lost: the claim is worth nothing, and what was set aside has paid for it. Reference: the charge-back.
   */
  chargebackLost: (p: { merchantId: MerchantId; amount: Money; shares?: Shares }): Line[] => [
    ...eachPart(p, (merchantId, part) => [debit(accounts.merchantDisputed(merchantId), part)]),
    credit(accounts.acquirerDisputed, p.amount),
  ],
  /** A lost dispute was won after all: the money is there again. Reference: the representment. */
  chargebackOverturned: (p: Earning): Line[] => [
    debit(accounts.acquirerCaptured, p.amount),
    ...eachPart(p, (merchantId, part) => [earned(p, merchantId, part)]),
  ],
  /**
   * A holder's topup was paid at the checkout: what is owed to the merchant of the programme's site becomes the holder's,
   * less our fee. What the holder owes is recovered first. Reference: the topup.
   */
  topupCompleted: (p: ToppedUp & { fee: Money; recovered: Money }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), p.amount),
    credit(accounts.holderAvailable(p.accountId), subtract(subtract(p.amount, p.fee), p.recovered)),
    credit(accounts.holderOwed(p.accountId), p.recovered),
    credit(accounts.feeIncome, p.fee),
  ],
  /**
   * The payment of a topup was cancelled, refunded or charged back: the holder's money is the merchant's again, and what
   * was spent already is owed. Our fee stays. Reference: the topup, what happened, and its transaction.
   */
  topupReversed: (p: ToppedUp & { owed: Money }): Line[] => [
    debit(accounts.holderAvailable(p.accountId), subtract(p.amount, p.owed)),
    debit(accounts.holderOwed(p.accountId), p.owed),
    credit(accounts.merchantPayable(p.merchantId), p.amount),
  ],
  /** A dispute about the payment of a topup was won: the holder has the money again. Reference: as of the reversal. */
  topupReinstated: (p: ToppedUp & { recovered: Money }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), p.amount),
    credit(accounts.holderAvailable(p.accountId), subtract(p.amount, p.recovered)),
    credit(accounts.holderOwed(p.accountId), p.recovered),
  ],
  /**
   * Coins of a holder have arrived: their worth becomes the holder's, less our fee. What the holder owes is recovered
   * first. The coins themselves are on their chain. Reference: the deposit.
   */
  coinsCredited: (p: { accountId: string; amount: Money; fee: Money; recovered: Money }): Line[] => [
    debit(accounts.coinsReceived, p.amount),
    credit(accounts.holderAvailable(p.accountId), subtract(subtract(p.amount, p.fee), p.recovered)),
    credit(accounts.holderOwed(p.accountId), p.recovered),
    credit(accounts.feeIncome, p.fee),
  ],
  /**
   * Coins that were credited are not in their chain any more, and we bear the loss. Reference: the deposit, and how many
   * such decisions there were about it with this one.
   */
  coinsWrittenOff: (p: { amount: Money }): Line[] => [
    debit(accounts.coinsLost, p.amount),
    credit(accounts.coinsReceived, p.amount),
  ],
  /** Coins whose loss was written off are in the chain again. Reference: as of the loss. */
  coinsFound: (p: { amount: Money }): Line[] => [
    debit(accounts.coinsReceived, p.amount),
    credit(accounts.coinsLost, p.amount),
  ],
  /**
   * Coins that were credited are not in their chain any more, and the holder bears the loss: what was spent already is
   * owed. Our fee is returned. Reference: as of the loss.
   */
  coinsReclaimed: (p: { accountId: string; amount: Money; fee: Money; owed: Money }): Line[] => [
    debit(accounts.holderAvailable(p.accountId), subtract(subtract(p.amount, p.fee), p.owed)),
    debit(accounts.holderOwed(p.accountId), p.owed),
    debit(accounts.feeIncome, p.fee),
    credit(accounts.coinsReceived, p.amount),
  ],
  /** Coins that were reclaimed are in the chain again, and the holder's; a debt is paid first. Reference: as of the loss. */
  coinsReinstated: (p: { accountId: string; amount: Money; fee: Money; recovered: Money }): Line[] => [
    debit(accounts.coinsReceived, p.amount),
    credit(accounts.holderAvailable(p.accountId), subtract(subtract(p.amount, p.fee), p.recovered)),
    credit(accounts.holderOwed(p.accountId), p.recovered),
    credit(accounts.feeIncome, p.fee),
  ],
  /**
   * A site's day was closed: what was captured less what was refunded or paid out is on its way to the bank.
   * Reference: the batch.
   */
  batchClosed: (p: { net: Money }): Line[] => [
    debit(accounts.acquirerSettling, p.net),
    credit(accounts.acquirerCaptured, p.net),
  ],
  ...acquirerRecipes,
  ...returnRecipes,
  ...pendingRecipes,
  /** A part of what a merchant has earned in a batch is held back for a time. Reference: the reserve. */
  merchantReserveHeld: (p: { merchantId: MerchantId; amount: Money }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), p.amount),
    credit(accounts.merchantReserve(p.merchantId), p.amount),
  ],
  /** The time is over: the merchant is owed it again. Reference: the reserve. */
  merchantReserveReleased: (p: { merchantId: MerchantId; amount: Money }): Line[] => [
    debit(accounts.merchantReserve(p.merchantId), p.amount),
    credit(accounts.merchantPayable(p.merchantId), p.amount),
  ],
  /** Money of a merchant was set aside as a payout to its bank account. Reference: the payout. */
  merchantPayoutSubmitted: (p: { merchantId: MerchantId; amount: Money }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), p.amount),
    credit(accounts.merchantPayout(p.merchantId), p.amount),
  ],
  /** Our bank has paid it. Reference: the payout. */
  merchantPayoutPaid: (p: { merchantId: MerchantId; amount: Money }): Line[] => [
    debit(accounts.merchantPayout(p.merchantId), p.amount),
    credit(accounts.bankOperating, p.amount),
  ],
  /** Our bank has paid what we had taken for refused, so that the merchant was owed it again. Reference: the payout. */
  merchantPayoutPaidAfterFailure: (p: { merchantId: MerchantId; amount: Money }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), p.amount),
    credit(accounts.bankOperating, p.amount),
  ],
  /** Such a payout was sent back by the merchant's bank, perhaps less a charge, which we bear. Reference: the payout. */
  merchantPayoutReturnedAfterFailure: (p: { merchantId: MerchantId; amount: Money; charge?: Money }): Line[] => [
    ...cameBack(accounts.bankOperating, p),
    credit(accounts.merchantPayable(p.merchantId), p.amount),
  ],
  /**
   * A payout was cancelled, refused, or sent back after it was paid: the money is owed again, all of it. A charge that banks
   * have kept of what came back is our cost. Reference: the payout.
   */
  merchantPayoutReturned: (p: { merchantId: MerchantId; amount: Money; wasPaid: boolean; charge?: Money }): Line[] => [
    ...cameBack(p.wasPaid ? accounts.bankOperating : accounts.merchantPayout(p.merchantId), p),
    credit(accounts.merchantPayable(p.merchantId), p.amount),
  ],
  /**
   * A day of payments with our own cards at our own merchants was settled: what we owe for them as a card network would
   * have it, and what the acquirer owes us, is one money on its way from us to us. Reference: the day and the currency.
   */
  onUsSettled: (p: { net: Money }): Line[] => [
    debit(accounts.networkPayable, p.net),
    credit(accounts.acquirerSettling, p.net),
  ],
  /**
   * A card network has settled a day with us, through our bank: what we owe it for holders' payments, less what it owes us,
   * and its own fees. `net` may be below zero: then the network pays. Reference: the row of its report.
   */
  networkSettled: (p: { net: Money; fees: Money }): Line[] => [
    debit(accounts.networkPayable, p.net),
    debit(accounts.networkFees, p.fees),
    credit(accounts.bankOperating, add(p.net, p.fees)),
  ],
  ...cardRecipes,
} as const

export type Recipes = typeof recipes
export type RecipeName = keyof Recipes

/** What our bank has sent comes back from it, less a charge; what it has not booked yet is set aside, and the charge leaves the bank. */
function cameBack(from: string, { amount, charge = zero(amount.currency) }: { amount: Money; charge?: Money }): Line[] {
  const cost = debit(accounts.bankCharges, charge)
  return from === accounts.bankOperating
    ? [debit(from, subtract(amount, charge)), cost]
    : [debit(from, amount), cost, credit(accounts.bankOperating, charge)]
}

type ToppedUp = { accountId: string; merchantId: MerchantId; amount: Money }

type Shared = { merchantId: MerchantId; amount: Money; shares?: Shares }
type LinesOf = (merchantId: MerchantId, amount: Money) => Line[]

/** The part of the merchant whose payment it is. */
const unshared = ({ amount, shares = [] }: Shared): Money =>
  shares.reduce((left, share) => subtract(left, share.amount), amount)

const eachShare = ({ shares = [] }: Shared, lines: LinesOf): Line[] =>
  shares.flatMap(({ merchantId, amount }) => lines(merchantId, amount))

/** The part of each merchant: first of the one whose payment it is. */
const eachPart = (facts: Shared, lines: LinesOf): Line[] => [
  ...lines(facts.merchantId, unshared(facts)),
  ...eachShare(facts, lines),
]
