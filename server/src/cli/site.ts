import { Command } from 'commander'
import { type MerchantId, publicKey, type Site, type SiteId, type SiteInput } from '#core/directory'
import { formatMoney, money, parseMoney } from '#kernel/base/money.ts'
import { byOperator, table, withApp } from './with-app.ts'

type SiteOptions = {
  name?: string
  currencies?: string
  live?: boolean
  notificationUrl?: string
  backUrl?: string
  timeZone?: string
  cutOff?: string
  themeColor?: string
  attemptsMax?: string
  retries?: string
  payouts?: string
  payoutMax?: string
  frameAncestors?: string
  receipts?: string
  reminders?: string
  senderName?: string
  replyTo?: string
  language?: string
  underAttack?: string
  active?: string
}

/** What can be set on a site; the same words serve a new one and an old one. */
const withSiteOptions = (command: Command): Command =>
  command
    .option('--currencies <list>', 'such as EUR,RON')
    .option('--notification-url <url>', 'address for payment notifications')
    .option('--back-url <url>', 'address for returning browsers when a request has no backUrl')
    .option('--time-zone <zone>', 'IANA name; defines billing and settlement days')
    .option('--cut-off <HH:MM>', 'time of the daily settlement')
    .option('--theme-color <#rrggbb>', 'theme colour of the payment page')
    .option('--attempts-max <n>', 'declined attempts that one order may have')
    .option(
      '--retries <durations>',
      'when an unpaid renewal is tried again, such as P1D,P3D,P7D; orders may say their own',
    )
    .option('--payouts <yes|no>', "whether the site may send money to its customers' cards; default: no")
    .option('--payout-max <amount>', 'largest payout, such as 1000.00')
    .option('--frame-ancestors <list>', 'origins that may show the payment page in a frame')
    .option('--receipts <yes|no>', 'send emails about payments, authorizations and refunds')
    .option('--reminders <yes|no>', 'send emails about failed payments, expiring cards and ended subscriptions')
    .option('--sender-name <name>', 'name shown as the sender of emails')
    .option('--reply-to <address>', 'address for replies to emails')
    .option('--language <code>', 'language of emails to shoppers whose own language is not known')

export function siteCommand(): Command {
  const site = new Command('site').description('the places where merchants sell, each with its own private key')
  withSiteOptions(site.command('add <merchantId> <name>').description('add a site; its private key is shown once'))
    .option('--live', 'real money: keys begin with sk_live_', false)
    .action((merchantId: string, name: string, options: SiteOptions) =>
      withApp(async ({ directory }) => {
        const { site: added, displayKey } = await directory.createSite({
          by: byOperator,
          merchantId: Number(merchantId) as MerchantId,
          ...inputOf(options),
          name,
          live: options.live ?? false,
          currencies: list(options.currencies) ?? ['EUR'],
        })
        console.log(
          `Site ${added.id} is created.\nPublic key   ${publicKey(added)}\nPrivate key  ${displayKey.reveal()}`,
        )
        console.log('The private key is not shown again. To replace a lost key: florin site rotate-key')
      }),
    )
  withSiteOptions(site.command('change <siteId>').description('change the given settings, leave the rest'))
    .option('--name <name>')
    .option('--active <yes|no>', 'an inactive site takes no payments')
    .option('--under-attack <yes|no>', 'yes: cards are tested here, so every typed card is challenged')
    .action((siteId: string, options: SiteOptions) =>
      withApp(async ({ directory }) => {
        const changes = inputOf(options)
        console.log(describe(await directory.changeSite({ by: byOperator, siteId: Number(siteId) as SiteId, changes })))
      }),
    )
  site
    .command('rotate-key <siteId>')
    .description('create a new private key; the old one stays valid for a while')
    .option('--overlap <duration>', 'ISO 8601, how long the old key stays valid', 'PT24H')
    .action((siteId: string, { overlap }: { overlap: string }) =>
      withApp(async ({ directory }) => {
        const input = { by: byOperator, siteId: Number(siteId) as SiteId, overlap: Temporal.Duration.from(overlap) }
        const { displayKey, previousUntil } = await directory.rotateSiteKey(input)
        console.log(`Private key  ${displayKey.reveal()}\nThe previous key is valid until ${previousUntil}.`)
      }),
    )
  addQuestions(site)
  return site
}

function addQuestions(site: Command): void {
  site
    .command('list')
    .description('all sites')
    .action(() =>
      withApp(async ({ directory }) => {
        const sites = await directory.listSites({ limit: 1000 })
        const rows = sites.map((one) => [
          String(one.id),
          one.merchantName,
          one.name,
          one.live ? 'live' : 'test',
          one.currencies.join(' '),
        ])
        console.log(table(['id', 'merchant', 'name', 'keys', 'currencies'], rows))
      }),
    )
  site
    .command('show <siteId>')
    .description('one site and its keys')
    .action((siteId: string) =>
      withApp(async ({ directory }) => {
        const id = Number(siteId) as SiteId
        const found = await directory.site(id)
        if (!found) throw new Error(`There is no site ${siteId}.`)
        const keys = await directory.listSiteKeys(id)
        const rows = keys.map((key) => [
          String(key.id),
          key.createdAt.toString(),
          key.expiresAt?.toString() ?? 'no end',
        ])
        console.log(`${describe(found)}\n\n${table(['key', 'made', 'ends'], rows)}`)
      }),
    )
}

function inputOf(options: SiteOptions): SiteInput {
  const { name, notificationUrl, backUrl, timeZone, cutOff, themeColor, attemptsMax, payouts, payoutMax, active } =
    options
  const input = {
    name,
    notificationUrl,
    backUrl,
    timeZone,
    cutOff,
    themeColor,
    currencies: list(options.currencies),
    frameAncestors: list(options.frameAncestors),
    attemptsMax: attemptsMax === undefined ? undefined : Number(attemptsMax),
    retrySchedule: options.retries,
    payoutsAllowed: payouts === undefined ? undefined : payouts === 'yes',
    payoutMaxMinor: payoutMax === undefined ? undefined : minorOf(payoutMax),
    active: yesOrNo('active', active),
    underAttack: yesOrNo('under-attack', options.underAttack),
    receipts: yesOrNo('receipts', options.receipts),
    reminders: yesOrNo('reminders', options.reminders),
    senderName: options.senderName,
    replyTo: options.replyTo,
    language: options.language,
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** Every supported currency has two decimals, so any of them parses the text. */
function minorOf(text: string): bigint {
  const amount = parseMoney(text, 'EUR')
  if (!amount) throw new Error(`${text} is not an amount such as 1000.00.`)
  return amount.minor
}

/** Rejects other words: a typing error must not switch something off. */
function yesOrNo(option: string, text: string | undefined): boolean | undefined {
  if (text === undefined || text === 'yes' || text === 'no') return text === undefined ? undefined : text === 'yes'
  throw new Error(`--${option} is yes or no, not ${text}.`)
}

const list = (text: string | undefined): string[] | undefined => text?.split(',').map((part) => part.trim())

const describe = (site: Site): string =>
  [
    `Site ${site.id}: ${site.name} of ${site.merchantName}${site.active ? '' : ' (inactive)'}${site.underAttack ? ' (under attack)' : ''}`,
    `  currencies        ${site.currencies.join(', ')}`,
    `  notification url  ${site.notificationUrl ?? 'none'}`,
    `  back url          ${site.backUrl ?? 'none'}`,
    `  emails            receipts ${site.receipts ? 'on' : 'off'}, reminders ${site.reminders ? 'on' : 'off'}, from ${site.senderName ?? site.merchantName}, replies to ${site.replyTo ?? 'no address'}, default language ${site.language}`,
    `  time zone         ${site.timeZone}, settles at ${site.cutOff.toString({ smallestUnit: 'minute' })}`,
    `  payouts           ${site.payoutsAllowed ? `up to ${formatMoney(money(site.payoutMaxMinor, 'EUR'))} each` : 'not allowed'}`,
    `  pricing           ${site.pricing.basisPoints / 100}% + ${site.pricing.fixedMinor} minor units`,
  ].join('\n')
