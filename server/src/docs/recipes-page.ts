import type { MerchantId } from '#core/directory'
import { type Line, linesOf, type RecipeName, type Recipes } from '#core/ledger'
import { formatMoney, money } from '#kernel/base/money.ts'

const merchantId = 7 as MerchantId
const accountId = '7'
const euros = (minor: bigint) => money(minor, 'EUR')
const topup = { accountId: '9', merchantId, amount: euros(100_00n) }
const waits = true
const shareOf = (minor: bigint) => [{ merchantId: 8 as MerchantId, amount: euros(minor) }]

/** One worked example of each recipe; a recipe without one does not compile. */
const examples: { [R in RecipeName]: { text: string; facts: Parameters<Recipes[R]>[0] } } = {
  paymentCaptured: {
    text: 'A shopper paid 100.00; the fee is 1.4% and 0.25. The batch of the payment is not closed, so the money waits.',
    facts: { merchantId, amount: euros(100_00n), fee: euros(1_65n), waits },
  },
  paymentCancelled: {
    text: 'The same payment was reversed before settlement.',
    facts: { merchantId, amount: euros(100_00n), fee: euros(1_65n) },
  },
  paymentRefunded: {
    text: 'Half of it was refunded after settlement; the percentage of the fee goes back with it.',
    facts: { merchantId, amount: euros(50_00n), feeBack: euros(70n) },
  },
  refundReturned: {
    text: 'The refund did not reach the cardholder, and its money came back.',
    facts: { merchantId, amount: euros(50_00n), feeBack: euros(70n), waits },
  },
  captureFailed: {
    text: 'The capture of 100.00 failed after half of it was refunded, and the acquirer took its money back.',
    facts: { merchantId, amount: euros(100_00n), feeBack: euros(95n) },
  },
  sharesCorrected: {
    text: 'Of 100.00, of which 60.00 are the share of another merchant, a refund was awaited when the bank charged all of it back; then the refund was declined.',
    facts: { merchantId, corrections: shareOf(60_00n) },
  },
  shopperPayoutReturned: {
    text: 'A payout of 20.00 did not reach the card, and its money came back.',
    facts: { merchantId, amount: euros(20_00n), waits },
  },
  chargebackOpened: {
    text: "The cardholder's bank charged the whole payment back; the dispute is open.",
    facts: { merchantId, amount: euros(100_00n) },
  },
  chargebackWon: {
    text: 'The dispute was won, and the money came back.',
    facts: { merchantId, amount: euros(100_00n), waits },
  },
  chargebackLost: { text: 'Instead, the dispute was lost.', facts: { merchantId, amount: euros(100_00n) } },
  chargebackOverturned: {
    text: 'The lost dispute was won in arbitration.',
    facts: { merchantId, amount: euros(100_00n), waits },
  },
  shopperPaidOut: {
    text: 'A payout of 20.00 to a card of a customer.',
    facts: { merchantId, amount: euros(20_00n) },
  },
  topupCompleted: {
    text: 'A customer topped up 100.00 by card and pays a fee of 1.00; 20.00 were owed and are recovered.',
    facts: { ...topup, fee: euros(1_00n), recovered: euros(20_00n) },
  },
  topupReversed: {
    text: 'The payment was charged back; 30.00 of it were spent already and are owed.',
    facts: { ...topup, owed: euros(30_00n) },
  },
  topupReinstated: {
    text: 'The dispute was won: the debt is paid, and the rest can be spent again.',
    facts: { ...topup, recovered: euros(30_00n) },
  },
  coinsCredited: {
    text: 'Coins worth 100.00 arrived; the fee is 1.00, and 20.00 were owed and are recovered.',
    facts: { accountId: topup.accountId, amount: topup.amount, fee: euros(1_00n), recovered: euros(20_00n) },
  },
  coinsWrittenOff: {
    text: 'A reorganisation has taken away coins that were credited at 100.00, and we bear it.',
    facts: { amount: topup.amount },
  },
  coinsFound: { text: 'They are in the chain again.', facts: { amount: topup.amount } },
  coinsReclaimed: {
    text: 'A reorganisation has taken away coins that were credited at 100.00, and the holder bears it; 30.00 were spent.',
    facts: { accountId: topup.accountId, amount: topup.amount, fee: euros(1_00n), owed: euros(30_00n) },
  },
  coinsReinstated: {
    text: 'They are in the chain again: the debt is paid, and the rest can be spent.',
    facts: { accountId: topup.accountId, amount: topup.amount, fee: euros(1_00n), recovered: euros(30_00n) },
  },
  batchClosed: { text: 'The day was closed with 950.00 to come.', facts: { net: euros(950_00n) } },
  acquirerSettled: {
    text: 'An acquirer has settled 1000.00; it keeps 12.00, and holds 50.00 back.',
    facts: { gross: euros(1_000_00n), fees: euros(12_00n), held: euros(50_00n) },
  },
  acquirerDifference: {
    text: 'A payment of 100.00 was settled with 99.00, and the rest is written off.',
    facts: { expected: euros(100_00n), reported: euros(99_00n) },
  },
  merchantEarningsTaken: {
    text: 'Before the batch was closed for the days of the terms, 50.00 of the payment were refunded: the refund takes 49.30 from `payable`, and this comes from what waits.',
    facts: { parts: [{ merchantId, amount: euros(49_30n) }] },
  },
  merchantEarningsReleased: {
    text: 'The days of the terms are over: what is left of the batch may be paid out.',
    facts: { merchantId, amount: euros(49_05n) },
  },
  merchantEarningsMovedToPending: {
    text: 'A payment was captured by a version of Florin without `pending`, and its batch is not closed.',
    facts: { parts: [{ merchantId, amount: euros(98_35n) }] },
  },
  merchantReserveHeld: {
    text: 'A tenth of captures of 1000.00 is held back for half a year.',
    facts: { merchantId, amount: euros(100_00n) },
  },
  merchantReserveReleased: {
    text: 'Half a year later it is owed to the merchant again.',
    facts: { merchantId, amount: euros(100_00n) },
  },
  merchantPayoutSubmitted: {
    text: 'A payout of 800.00 to the bank account of the merchant.',
    facts: { merchantId, amount: euros(800_00n) },
  },
  merchantPayoutPaid: { text: 'Our bank has paid it.', facts: { merchantId, amount: euros(800_00n) } },
  merchantPayoutPaidAfterFailure: {
    text: 'Another one of 50.00, which was taken for refused, is on the statement of our bank.',
    facts: { merchantId, amount: euros(50_00n) },
  },
  merchantPayoutReturnedAfterFailure: {
    text: 'And it comes back.',
    facts: { merchantId, amount: euros(50_00n) },
  },
  merchantPayoutReturned: {
    text: 'Two days later it came back: the account is closed.',
    facts: { merchantId, amount: euros(800_00n), wasPaid: true },
  },
  networkSettled: {
    text: 'The network has collected 42.99 for payments of cardholders, and 0.35 of fees.',
    facts: { net: euros(42_99n), fees: euros(35n) },
  },
  onUsSettled: {
    text: 'On a day, our own cards paid 42.99 at our own merchants; nothing came back.',
    facts: { net: euros(42_99n) },
  },
  cardPaymentCleared: {
    text: 'A purchase of 42.99 with an issued card was cleared.',
    facts: { accountId, amount: euros(42_99n) },
  },
  cardPaymentForced: {
    text: 'A purchase of 42.99 was cleared; the account had 30.00.',
    facts: { accountId, amount: euros(42_99n), owed: euros(12_99n) },
  },
  debtRecovered: {
    text: 'A hold of 20.00 was reversed; 12.99 of it pay the debt.',
    facts: { accountId, amount: euros(12_99n) },
  },
  cardRefundCleared: {
    text: 'The merchant sent 20.00 back; 12.99 of it pay the debt.',
    facts: { accountId, amount: euros(20_00n), recovered: euros(12_99n) },
  },
  cardDisputeCredited: {
    text: 'The holder disputes 42.99, which was charged back; 12.99 of it pay a debt.',
    facts: { accountId, amount: euros(42_99n), recovered: euros(12_99n) },
  },
  cardDisputeLost: {
    text: 'The merchant was right; 40.00 of the credit were spent already and are owed.',
    facts: { accountId, amount: euros(42_99n), owed: euros(40_00n) },
  },
}

/** A purchase in another currency. */
const converted: Partial<typeof examples> = {
  cardPaymentCleared: {
    text: 'A purchase of 50.00 dollars; at the day’s rate it is 46.00 euros, and the markup is 1.5%.',
    facts: { accountId, amount: euros(46_69n), converted: { network: money(50_00n, 'USD'), markup: euros(69n) } },
  },
}

/** A payout that came back less a charge. */
const charged: Partial<typeof examples> = {
  merchantPayoutReturned: {
    text: 'Another one of 100.00 came back, of which banks have kept 2.50: the merchant is owed the whole, and the charge is ours.',
    facts: { merchantId, amount: euros(100_00n), wasPaid: true, charge: euros(2_50n) },
  },
}

/** The same recipes, where the payment is shared with another merchant. */
const shared: Partial<typeof examples> = {
  paymentCaptured: {
    text: 'Of the 100.00, a share of 60.00 goes to merchant 8; the fee is the merchant’s own.',
    facts: { ...examples.paymentCaptured.facts, shares: shareOf(60_00n) },
  },
  paymentRefunded: {
    text: 'Half of it was refunded: of the share, half returns.',
    facts: { ...examples.paymentRefunded.facts, shares: shareOf(30_00n) },
  },
}

export function recipesPage(): string {
  const all = [
    ...Object.entries(examples).map(([recipe, example]) => ({ recipe, title: recipe, ...example })),
    ...Object.entries(shared).map(([recipe, example]) => ({
      recipe,
      title: `${recipe}, of a split payment`,
      ...example,
    })),
    ...Object.entries(converted).map(([recipe, example]) => ({
      recipe,
      title: `${recipe}, in another currency`,
      ...example,
    })),
    ...Object.entries(charged).map(([recipe, example]) => ({ recipe, title: `${recipe}, less a charge`, ...example })),
  ]
  const parts = all.map(({ recipe, title, text, facts }) => {
    const lines = linesOf(recipe as 'batchClosed', facts as never)
    const isMixed = new Set(lines.map(({ amount }) => amount.currency)).size > 1
    const rows = lines.map((line) => lineRow(line, isMixed))
    return `## ${title}\n\n${text}\n\n| Account | Debit | Credit |\n| --- | ---: | ---: |\n${rows.join('\n')}\n`
  })
  return `# Every kind of posting

Made from \`server/src/core/ledger/recipes.ts\` by \`npm run docs\`. Assets and costs grow by debits, debts and income by
credits. Each entry sums to zero in each of its currencies.

${parts.join('\n')}`
}

const lineRow = ({ account, amount }: Line, isMixed: boolean): string => {
  const digits = formatMoney({ ...amount, minor: amount.minor < 0n ? -amount.minor : amount.minor })
  const text = isMixed ? `${digits} ${amount.currency}` : digits
  return amount.minor > 0n ? `| ${account} | ${text} | |` : `| ${account} | | ${text} |`
}
