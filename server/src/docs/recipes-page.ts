import type { MerchantId } from '#core/directory'
import { type Line, linesOf, type RecipeName, type Recipes } from '#core/ledger'
import { formatMoney, money } from '#kernel/base/money.ts'

const merchantId = 7 as MerchantId
const euros = (minor: bigint) => money(minor, 'EUR')

/** One worked example of each recipe; a recipe without one does not compile. */
const examples: { [R in RecipeName]: { said: string; facts: Parameters<Recipes[R]>[0] } } = {
  paymentCaptured: {
    said: 'A shopper paid 100.00; the fee is 1.4% and 0.25.',
    facts: { merchantId, amount: euros(100_00n), fee: euros(1_65n) },
  },
  paymentCancelled: {
    said: 'The same payment was taken back before it settled.',
    facts: { merchantId, amount: euros(100_00n), fee: euros(1_65n) },
  },
  paymentRefunded: {
    said: 'Half of it was refunded after it settled; the percentage of the fee goes back with it.',
    facts: { merchantId, amount: euros(50_00n), feeBack: euros(70n) },
  },
  chargebackOpened: {
    said: "The cardholder's bank took the whole payment back; nobody knows yet for how long.",
    facts: { merchantId, amount: euros(100_00n) },
  },
  chargebackWon: {
    said: 'The dispute was won, and the money came back.',
    facts: { merchantId, amount: euros(100_00n) },
  },
  chargebackLost: { said: 'Instead, the dispute was lost.', facts: { merchantId, amount: euros(100_00n) } },
  chargebackOverturned: {
    said: 'What was lost was won after all, by arbitration.',
    facts: { merchantId, amount: euros(100_00n) },
  },
  shopperPaidOut: {
    said: 'A customer was sent 20.00 to their card.',
    facts: { merchantId, amount: euros(20_00n) },
  },
  batchClosed: { said: 'The day was closed with 950.00 to come.', facts: { net: euros(950_00n) } },
}

export function recipesPage(): string {
  const parts = Object.entries(examples).map(([recipe, { said, facts }]) => {
    const rows = linesOf(recipe as 'batchClosed', facts as never).map(lineRow)
    return `## ${recipe}\n\n${said}\n\n| Account | Debit | Credit |\n| --- | ---: | ---: |\n${rows.join('\n')}\n`
  })
  return `# Every way money moves

Made from \`server/src/core/ledger/recipes.ts\` by \`npm run docs\`. Assets and costs grow by debits, debts and income by
credits. Each entry sums to zero.

${parts.join('\n')}`
}

const lineRow = ({ account, amount }: Line): string => {
  const text = formatMoney({ ...amount, minor: amount.minor < 0n ? -amount.minor : amount.minor })
  return amount.minor > 0n ? `| ${account} | ${text} | |` : `| ${account} | | ${text} |`
}
