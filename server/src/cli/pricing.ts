import { Command, Option } from 'commander'
import { isMerchantCurrency } from '#acquiring/ids'
import {
  listRules,
  type PriceRuleId,
  type RuleRecord,
  regions,
  removePriceByHand,
  ruleRecord,
  setPriceByHand,
  standardPriceRecord,
  type TriedRecord,
  triedRecord,
  tryPrice,
} from '#acquiring/pricing'
import type { MerchantId, SiteId } from '#core/directory'
import { type Money, parseMoney } from '#kernel/base/money.ts'
import { idArgument, siteIdArgument } from './arguments.ts'
import { merchantIdArgument } from './merchant-money.ts'
import { priceText } from './price-text.ts'
import { print, printWaits, table } from './printing.ts'
import { withApp } from './with-app.ts'

/** What payments cost merchants: docs/operating/pricing.md. */
export function pricingCommand(): Command {
  const pricing = new Command('pricing').description('what payments cost merchants')
  addList(pricing)
  addSet(pricing)
  pricing
    .command('remove')
    .argument('<ruleId>', '', idArgument('ruleId'))
    .description('end a price now, so that a less specific one counts; one that is to come never will')
    .action((id: PriceRuleId) =>
      withApp(async (app) => {
        const { rule: removed, waits } = await removePriceByHand(app, { by: await app.by('pricing:change'), id })
        if (waits) return printWaits(waits)
        const rule = ruleRecord(removed, app.clock.now())
        print(rule, `Price rule ${id} has ended.`)
      }),
    )
  addTry(pricing)
  return pricing
}

type ListOptions = { merchant?: MerchantId; site?: SiteId; ended?: true }

function addList(pricing: Command): void {
  pricing
    .command('list')
    .description(`the rules of prices, newest first; what no rule fits costs ${standard}`)
    .option('--merchant <merchantId>', 'what counts for this merchant', merchantIdArgument)
    .option('--site <siteId>', 'what counts for this site', siteIdArgument)
    .option('--ended', 'also those that have ended')
    .action(({ merchant, site: siteId, ended }: ListOptions) =>
      withApp(async (app) => {
        await app.by('pricing:read')
        const now = app.clock.now()
        const merchantId = siteId === undefined ? merchant : (await siteOf(app, siteId)).merchantId
        const filter = { merchantId, siteId, notEndedAt: ended ? undefined : now }
        const { data, total } = await listRules(app.db, filter, { page: 1, size: listedMax })
        const rules = data.map((rule) => ruleRecord(rule, now))
        const headings = ['rule', 'state', 'payments', 'price', 'from', 'until']
        const text = `${table(headings, rules.map(rowOf))}\n${rules.length} of ${total}`
        print({ data: rules, total }, total === 0 ? `There is no rule: every payment costs ${standard}.` : text)
      }),
    )
}
const listedMax = 1_000
const standard = priceText(standardPriceRecord)

type SetOptions = {
  merchant?: MerchantId
  site?: SiteId
  brand?: string
  region?: string
  type?: string
  currency?: string
  volumeFrom?: bigint
  basisPoints: number
  fixed?: bigint
  minimum?: bigint
  from?: Temporal.Instant
}

function addSet(pricing: Command): void {
  pricing
    .command('set')
    .description('set a price; all that is given must fit a payment, and the most specific rule counts')
    .option('--merchant <merchantId>', 'payments of this merchant', merchantIdArgument)
    .option('--site <siteId>', 'payments of this site', siteIdArgument)
    .option('--brand <brand>', 'cards of this brand, such as visa')
    .addOption(new Option('--region <region>', 'where cards are from, as the site sees it').choices(regions))
    .option('--type <type>', 'cards of this type, such as credit, debit or prepaid')
    .option('--currency <code>', 'payments in this currency')
    .option('--volume-from <amount>', 'merchants that have captured so much in the month before', amountMinor)
    .requiredOption('--basis-points <n>', 'the percentage: 140 are 1.4%', basisPointsOption)
    .option('--fixed <amount>', 'in the currency of the payment, such as 0.25; without it nothing', amountMinor)
    .option('--minimum <amount>', 'the least that a payment costs', amountMinor)
    .option('--from <moment>', 'such as 2026-12-01 (in UTC) or 2026-12-01T10:00:00Z; without it at once', fromOption)
    .action(({ merchant, site, type, volumeFrom, fixed, minimum, from, ...given }: SetOptions) =>
      withApp(async (app) => {
        const input = {
          ...given,
          merchantId: merchant,
          siteId: site,
          cardType: type,
          volumeFromMinor: volumeFrom,
          fixedMinor: fixed ?? 0n,
          minimumMinor: minimum,
          validFrom: from,
        }
        const { rule: set, waits } = await setPriceByHand(app, { by: await app.by('pricing:change'), rule: input })
        if (waits) return printWaits(waits)
        const rule = ruleRecord(set, app.clock.now())
        print(rule, `Price rule ${rule.id}: ${priceText(rule)} for ${paymentsText(rule)}, from ${rule.validFrom}.`)
      }),
    )
}

type TryOptions = { currency: string; bin?: string; brand?: string; at?: Temporal.Instant }

function addTry(pricing: Command): void {
  pricing
    .command('try')
    .argument('<siteId>', '', siteIdArgument)
    .argument('<amount>', 'such as 100.00')
    .description('say what a payment would cost, and by which rule; nothing is charged')
    .option('--currency <code>', '', 'EUR')
    .option('--bin <digits>', 'the first 6 digits of the card, or more')
    .option('--brand <brand>', 'where the digits do not say it, such as visa')
    .option('--at <moment>', 'by the prices of a later moment', fromOption)
    .action((siteId: SiteId, text: string, { currency, ...input }: TryOptions) =>
      withApp(async (app) => {
        await app.by('pricing:read')
        const amount = moneyOf(text, currency)
        const tried = triedRecord(await tryPrice(app, { ...input, amount, site: await siteOf(app, siteId) }))
        print(tried, triedText(tried))
      }),
    )
}

async function siteOf({ directory }: Parameters<Parameters<typeof withApp>[0]>[0], id: SiteId) {
  const site = await directory.site(id)
  if (!site) throw new Error(`There is no site ${id}. Which there are: florin site list`)
  return site
}

const rowOf = (rule: RuleRecord): string[] => [
  rule.id,
  rule.state,
  paymentsText(rule),
  priceText(rule),
  rule.validFrom,
  rule.until ?? '',
]

const paymentsText = (rule: RuleRecord): string => {
  const { siteId, merchantId, brand, region, cardType, currency, volumeFrom } = rule
  const whose = siteId ? `site ${siteId}` : merchantId ? `merchant ${merchantId}` : undefined
  const volume = volumeFrom && `from ${volumeFrom} in the month before`
  return [whose, brand, region, cardType, currency, volume].filter(Boolean).join(', ') || 'all'
}

function triedText({ amount, currency, fee, net, ruleId, ...tried }: TriedRecord): string {
  const { cardCountry, siteCountry, cardType, volume, brand } = tried
  const by = ruleId === undefined ? 'the standard price' : `price rule ${ruleId}`
  const facts = [
    `${brand} card`,
    cardType,
    cardCountry && `of ${cardCountry}`,
    siteCountry && `at a site in ${siteCountry}`,
    volume && `${volume} ${currency} in the month before`,
  ]
  return [
    `A payment of ${amount} ${currency} costs ${fee} ${currency}; the merchant is owed ${net} ${currency}.`,
    `By ${by}: ${priceText(tried)}. Looked at: ${facts.filter(Boolean).join(', ')}.`,
  ].join('\n')
}

function amountMinor(text: string): bigint {
  const amount = parseMoney(text, 'EUR')
  if (!amount) throw new Error(`"${text}" is no amount such as 0.25.`)
  return amount.minor
}

function moneyOf(text: string, code: string): Money {
  const amount = isMerchantCurrency(code) ? parseMoney(text, code) : undefined
  if (!amount) throw new Error(`"${text} ${code}" is no amount and currency of this platform, such as 100.00 EUR.`)
  return amount
}

function basisPointsOption(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error(`--basis-points is a whole number from 0, such as 140; it is "${text}".`)
  return Number(text)
}

function fromOption(text: string): Temporal.Instant {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime('UTC').toInstant()
      : Temporal.Instant.from(text)
  } catch {
    throw new Error(`"${text}" is no moment; write it as 2026-12-01 or 2026-12-01T10:00:00Z.`)
  }
}
