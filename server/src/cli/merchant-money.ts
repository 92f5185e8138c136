import type { Command } from 'commander'
import {
  balancesOf,
  changeTermsByHand,
  describeTerms,
  existingMerchant,
  type MerchantBalance,
  readMinimum,
  type TermsChange,
  termsOf,
  termsRecord,
} from '#acquiring/merchant-payouts'
import type { MerchantId } from '#core/directory'
import { formatMoney } from '#kernel/base/money.ts'
import { percentText } from '#kernel/base/percent.ts'
import { numberArgument } from './arguments.ts'
import { print, printWaits, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

export const merchantIdArgument = numberArgument<MerchantId>('merchantId', '7')

/** What a merchant is owed and how it is paid: docs/operating/merchant-payouts.md. */
export function addMoneyCommands(merchant: Command): void {
  merchant
    .command('balance')
    .argument('<merchantId>', '', merchantIdArgument)
    .description('what is owed to a merchant, by currency, and why it is not paid yet')
    .action((merchantId: MerchantId) =>
      withApp(async (app) => {
        await app.by('settlements:read')
        await existingMerchant(app, merchantId)
        const balances = await balancesOf(app, merchantId)
        const nothing = `Nothing was ever booked for merchant ${merchantId}.`
        print({ data: balances }, balances.map(describeBalance).join('\n') || nothing)
      }),
    )
  merchant
    .command('terms')
    .argument('<merchantId>', '', merchantIdArgument)
    .description('when a merchant is paid and what is held back; with options, changes it')
    .option('--schedule <schedule>', 'manual, daily, "weekly MON" or "monthly 1"')
    .option('--time-zone <zone>', 'of the schedule, such as Europe/Bucharest')
    .option('--delay-days <days>', 'how long money waits after its batch has closed', wholeOption('--delay-days'))
    .option('--minimum <amount>', 'less is not paid by schedule, such as "100.00 EUR"; 0 EUR removes it')
    .option('--reserve <basisPoints>', 'the part of captures that is held back; 0: none', wholeOption('--reserve'))
    .option('--reserve-days <days>', 'for how long', wholeOption('--reserve-days'))
    .action((merchantId: MerchantId, { minimum, reserve, ...options }: TermsOptions) =>
      withApp(async (app) => {
        const changes: TermsChange = {
          ...options,
          reserveBasisPoints: reserve,
          minimums: minimum === undefined ? undefined : [readMinimum(minimum)],
        }
        await showOrChange(app, merchantId, changes)
      }),
    )
  for (const [name, hold, description] of holds) {
    const command = merchant
      .command(name)
      .argument('<merchantId>', '', merchantIdArgument)
      .description(description)
      .action((merchantId: MerchantId, { holdReason }: { holdReason?: string }) =>
        withApp((app) => showOrChange(app, merchantId, { hold, holdReason })),
      )
    if (!hold) command.option('--hold-reason <reason>', 'which of several holds ends')
  }
}

const holds = [
  ['hold-payouts', true, 'stop payouts to a merchant, for the reason of --reason'],
  ['release-payouts', false, 'let payouts to a merchant go on'],
] as const

type TermsOptions = {
  schedule?: string
  timeZone?: string
  delayDays?: number
  minimum?: string
  reserve?: number
  reserveDays?: number
}

const wholeOption =
  (name: string) =>
  (text: string): number => {
    if (!/^\d{1,5}$/.test(text)) throw new Error(`${name} is a whole number from 0, such as 7; it is "${text}".`)
    return Number(text)
  }

async function showOrChange(app: CommandApp, merchantId: MerchantId, changes: TermsChange): Promise<void> {
  const isChange = Object.values(changes).some((value) => value !== undefined)
  const by = await app.by(isChange ? 'settlements:change' : 'settlements:read')
  await existingMerchant(app, merchantId)
  const { terms, waits } = isChange
    ? await changeTermsByHand(app, { by, merchantId, changes })
    : { terms: await termsOf(app.db, merchantId) }
  if (waits) return printWaits(waits)
  const { schedule, timeZone, delayDays, minimums, reserveBasisPoints, reserveDays, holdReason } = describeTerms(terms)
  const reserve = `${percentText(reserveBasisPoints)} of captures for ${reserveDays} days`
  print(
    termsRecord(merchantId, terms),
    [
      `Merchant ${merchantId} is paid:`,
      `  schedule   ${schedule}, in ${timeZone}${terms.dueAt ? `; next at ${terms.dueAt}` : ''}`,
      `  delay      ${delayDays} days after a batch has closed`,
      `  minimums   ${minimums.join(', ') || 'none'}`,
      `  reserve    ${reserveBasisPoints === 0 ? 'none' : reserve}`,
      `  on hold    ${holdReason ?? 'no'}`,
    ].join('\n'),
  )
}

function describeBalance(balance: MerchantBalance): string {
  const { currency, hindrance, nextPayoutAt, bankAccount } = balance
  const rows = [
    ['owed', formatMoney(balance.payable)],
    ['  not available yet', formatMoney(balance.pending)],
    ['  about to leave', formatMoney(balance.outflows)],
    ['available', formatMoney(balance.available)],
    ['disputed', formatMoney(balance.disputed)],
    ['reserve', formatMoney(balance.reserve)],
    ['on its way', formatMoney(balance.onItsWay)],
  ]
  const next = nextPayoutAt ? `at ${nextPayoutAt}` : 'by hand: florin merchant-payout create'
  return [
    table([currency, 'amount'], rows),
    `Next payout ${next}${bankAccount ? `, to bank account ${bankAccount.id}` : ''}.`,
    ...(hindrance ? [`Nothing is paid now: ${hindrance.text}.`] : []),
  ].join('\n')
}
