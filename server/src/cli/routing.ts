import { Command } from 'commander'
import { isMerchantCurrency } from '#acquiring/ids'
import { type Fallback, latestFallbacks } from '#acquiring/payments'
import { type Rule, type RuleId, tryRouting } from '#acquiring/routing'
import type { Capabilities } from '#connectors/acquirer/port.ts'
import { checkReason } from '#core/access'
import type { SiteId } from '#core/directory'
import { idArgument, siteIdArgument } from './arguments.ts'
import { limitsOf } from './connector-limits.ts'
import { amountOf, print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type FactOptions = { site?: SiteId; currency?: string; brand?: string; bin?: string }

/** What a rule may ask of a payment, and what a payment is tried with. */
const withFacts = (command: Command): Command =>
  command
    .option('--site <siteId>', 'payments of this site', siteIdArgument)
    .option('--currency <code>', 'payments in this currency, such as EUR')
    .option('--brand <brand>', 'cards of this brand, such as visa')
    .option('--bin <digits>', 'cards whose number begins with these digits, 8 at the most')

export function routingCommand(): Command {
  const routing = new Command('routing')
  routing
    .command('list')
    .description('all rules in their order, and the connectors of this installation')
    .action(() =>
      withApp(async ({ routing: { rules, paused }, connectors, by }) => {
        await by('routing:read')
        const [data, pauses] = await Promise.all([rules(), paused()])
        const text = [
          data.length === 0
            ? 'There are no rules.'
            : table(['rule', 'priority', 'connector', 'payments'], data.map(rowOf)),
          `\nConnectors: ${connectors.ids.join(', ')}. What no rule fits goes to ${connectors.ids[0]}.`,
          ...[...pauses.values()].map(
            ({ connector, pausedAt, reason }) => `${connector} is paused since ${pausedAt}: ${reason}`,
          ),
          fallbackText,
        ].join('\n')
        print({ data, connectors: connectors.ids, paused: [...pauses.values()] }, text)
      }),
    )
  withFacts(routing.command('add <connector>').description('send payments to a connector; all that is given must fit'))
    .option('--priority <n>', 'from 1; the lowest that fits goes first', '100')
    .action((connector: string, { priority, site, ...facts }: FactOptions & { priority: string }) =>
      withApp(async (app) => {
        const rule = { connector, priority: Number(priority), siteId: site, ...facts }
        const added = await app.routing.addRule({ by: await app.by('routing:change'), rule })
        print(added, `Rule ${added.id} is added. Running programs use it within seconds.`)
      }),
    )
  routing
    .command('remove')
    .argument('<rule>', '', idArgument('rule'))
    .description('remove a rule')
    .action((rule: RuleId) =>
      withApp(async (app) => {
        await app.routing.removeRule({ by: await app.by('routing:change'), id: rule })
        print({ id: rule, status: 'removed' }, `Rule ${rule} is removed.`)
      }),
    )
  addPauses(routing)
  routing
    .command('fallbacks')
    .description('the last payments that went on at another connector, newest first')
    .action(() =>
      withApp(async ({ db, by }) => {
        await by('routing:read')
        const fallbacks = await latestFallbacks(db, fallbacksShown)
        const headings = ['when', 'payment', 'connector', 'declined', 'its reference', 'went on at']
        const text = table(headings, fallbacks.map(fallbackRow))
        print({ data: fallbacks }, fallbacks.length === 0 ? 'No payment has fallen back.' : text)
      }),
    )
  addTest(routing)
  return routing
}

type TestOptions = FactOptions & { amount?: string; wallet?: true; firstPaymentBy?: string }

function addTest(routing: Command): void {
  withFacts(routing.command('test').description('say which connectors a payment would try, in order; nothing is sent'))
    .option('--amount <amount>', 'of this amount, such as 9.90')
    .option('--wallet', 'with a number out of a wallet, and its cryptogram')
    .option('--first-payment-by <connector>', 'merchant-initiated, after a payment that this connector took')
    .action(({ site, currency = 'EUR', brand = '', bin = '', amount, wallet, firstPaymentBy }: TestOptions) =>
      withApp(async (app) => {
        await app.by('routing:read')
        if (!isMerchantCurrency(currency)) throw new Error(`${currency} is not a currency of this platform.`)
        const facts = { siteId: site ?? (0 as SiteId), currency, brand, bin }
        const minor = amountOf(amount, currency)?.minor
        const tried = await tryRouting(app, { ...facts, minor, isWallet: wallet === true, firstPaymentBy })
        const rows = tried.map(({ connector, skipped }, index) => [
          String(index + 1),
          connector,
          skipped ? skippedTexts[skipped] : 'tried',
          cannotText(app.connectors.get(connector).capabilities),
        ])
        const text = table(['order', 'connector', 'this payment', 'cannot'], rows)
        const data = tried.map(({ connector, skipped }) => ({
          connector,
          ...(skipped && { skipped }),
          cannot: limitsOf(app.connectors.get(connector).capabilities),
        }))
        print({ data }, tried.length > 1 ? `${text}\n\n${fallbackText}` : text)
      }),
    )
}

const skippedTexts = {
  paused: 'skipped: paused',
  disabled: 'skipped: disabled',
  amount: 'skipped: not this amount',
  currency: 'skipped: not this currency',
  wallet: 'skipped: no wallets',
  merchant_initiated: 'skipped: another connector took the first payment',
  payout: 'skipped: no payouts',
} as const

function addPauses(routing: Command): void {
  for (const action of ['pause', 'resume'] as const)
    routing
      .command(`${action} <connector>`)
      .description(
        action === 'pause'
          ? 'send a connector nothing new; what it has goes on; needs florin --reason'
          : 'send new payments to a connector again; needs florin --reason',
      )
      .action((connector: string) =>
        withApp(async (app) => {
          const by = await app.by('connectors:pause')
          await app.routing[action]({ by: { ...by, reason: checkReason(by.reason) }, connector })
          const done = action === 'pause' ? 'is paused' : 'gets new payments again'
          print({ connector, action }, `The connector ${connector} ${done}. Running programs know it within seconds.`)
        }),
      )
}

/** As `record-fallback.ts` does it. */
const fallbackText =
  'When a connector declines because of its own trouble (provider_error), the payment goes on at the next in its order.'
const fallbacksShown = 30

const cannotText = (capabilities: Capabilities): string => limitsOf(capabilities).join('; ') || '-'

const fallbackRow = ({ at, paymentId, connector, reason, reference, next }: Fallback): string[] => [
  at.toString({ smallestUnit: 'second' }),
  String(paymentId),
  connector,
  reason,
  reference ?? '-',
  next,
]

const rowOf = ({ id, priority, connector, siteId, currency, brand, bin }: Rule): string[] => {
  const named = [siteId && `site ${siteId}`, currency, brand, bin && `BIN ${bin}`].filter(Boolean)
  return [String(id), String(priority), connector, named.join(', ') || 'all']
}
