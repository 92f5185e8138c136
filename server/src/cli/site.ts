import { Command } from 'commander'
import { type MerchantId, publicKey, type SiteId, type SiteInput } from '#core/directory'
import { parseMoney } from '#kernel/base/money.ts'
import { durationOption, idArgument, numberArgument, siteIdArgument, yesOrNo } from './arguments.ts'
import { describeSite } from './describe-site.ts'
import { table, withApp } from './with-app.ts'

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
  payouts?: boolean
  payoutMax?: string
  frameAncestors?: string
  receipts?: boolean
  reminders?: boolean
  notifyPartialRefunds?: boolean
  notifyRepresentments?: boolean
  notifyAttempts?: boolean
  senderName?: string
  replyTo?: string
  language?: string
  category?: string
  country?: string
  active?: boolean
  underAttack?: boolean
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
    .option(
      '--payouts <yes|no>',
      "whether the site may send money to its customers' cards; default: no",
      yesOrNo('--payouts'),
    )
    .option('--payout-max <amount>', 'largest payout, such as 1000.00')
    .option('--frame-ancestors <list>', 'origins that may show the payment page in a frame')
    .option('--receipts <yes|no>', 'send emails about payments, authorizations and refunds', yesOrNo('--receipts'))
    .option(
      '--reminders <yes|no>',
      'send emails about failed payments, expiring cards and ended subscriptions',
      yesOrNo('--reminders'),
    )
    .option(
      '--notify-partial-refunds <yes|no>',
      'notify the store of refunds of a part; default: yes',
      yesOrNo('--notify-partial-refunds'),
    )
    .option(
      '--notify-representments <yes|no>',
      'notify the store of money that a won dispute brings back; default: no',
      yesOrNo('--notify-representments'),
    )
    .option(
      '--notify-attempts <yes|no>',
      'notify the store of each declined attempt, not only of the one that ends the order; default: no',
      yesOrNo('--notify-attempts'),
    )
    .option('--sender-name <name>', 'name shown as the sender of emails')
    .option('--reply-to <address>', 'address for replies to emails')
    .option('--language <code>', 'language of emails to shoppers whose own language is not known')
    .option('--category <mcc>', 'what it sells: a merchant category code, such as 5462; default: 5999')
    .option('--country <code>', 'where it sells, in two letters, such as RO')

export function siteCommand(): Command {
  const site = new Command('site').description('the places where merchants sell, each with its own private key')
  withSiteOptions(
    site
      .command('add')
      .argument('<merchantId>', '', numberArgument<MerchantId>('merchantId', '101'))
      .argument('<name>')
      .description('add a site; its private key is shown once'),
  )
    .option('--live', 'real money: keys begin with sk_live_', false)
    .action((merchantId: MerchantId, name: string, options: SiteOptions) =>
      withApp(async ({ directory, by }) => {
        const { site: added, displayKey } = await directory.createSite({
          by: await by('sites:change'),
          merchantId,
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
  withSiteOptions(
    site
      .command('change')
      .argument('<siteId>', '', siteIdArgument)
      .description('change the given settings, leave the rest'),
  )
    .option('--name <name>')
    .option('--active <yes|no>', 'an inactive site takes no payments', yesOrNo('--active'))
    .option(
      '--under-attack <yes|no>',
      'yes: cards are tested here, so every typed card is challenged',
      yesOrNo('--under-attack'),
    )
    .action((siteId: SiteId, options: SiteOptions) =>
      withApp(async ({ directory, by }) => {
        const changes = inputOf(options)
        console.log(describeSite(await directory.changeSite({ by: await by('sites:change'), siteId, changes })))
      }),
    )
  addKeys(site)
  addAcceptSplits(site)
  addQuestions(site)
  return site
}

const dayLong = Temporal.Duration.from({ hours: 24 })

function addKeys(site: Command): void {
  site
    .command('rotate-key')
    .argument('<siteId>', '', siteIdArgument)
    .description('create a new private key; the old one stays valid for a while')
    .option('--overlap <duration>', 'ISO 8601, how long the old key stays valid', durationOption, dayLong)
    .action((siteId: SiteId, { overlap }: { overlap: Temporal.Duration }) =>
      withApp(async ({ directory, by }) => {
        const { displayKey, previousUntil } = await directory.rotateSiteKey({
          by: await by('sites:change'),
          siteId,
          overlap,
        })
        console.log(`Private key  ${displayKey.reveal()}\nThe previous key is valid until ${previousUntil}.`)
      }),
    )
  site
    .command('revoke-key')
    .argument('<siteId>', '', siteIdArgument)
    .argument('<keyId>', '', idArgument('keyId'))
    .description('end an older key before its time; site show lists the keys with their ids')
    .action((siteId: SiteId, keyId: bigint) =>
      withApp(async ({ directory, by }) => {
        await directory.revokeSiteKey({ by: await by('sites:change'), siteId, keyId })
        console.log(
          `Key ${keyId} of site ${siteId} has ended; running processes accept it for five seconds at the most.`,
        )
      }),
    )
}

function addAcceptSplits(site: Command): void {
  site
    .command('accept-splits')
    .argument('<siteId>', '', siteIdArgument)
    .description('name the sites whose payments may be shared with this one; replaces the list')
    .requiredOption('--from <sites>', 'ids of sites, such as 10001,10002; none: of no site')
    .action((siteId: SiteId, { from }: { from: string }) =>
      withApp(async ({ directory, by }) => {
        const sites = from === 'none' ? [] : list(from)!.map(siteIdArgument)
        for (const id of sites) if (!(await directory.site(id))) throw new Error(`There is no site ${id}.`)
        const changes = { acceptsSplitsFrom: sites }
        console.log(describeSite(await directory.changeSite({ by: await by('sites:change'), siteId, changes })))
      }),
    )
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
    .command('show')
    .argument('<siteId>', '', siteIdArgument)
    .description('everything that can be set on a site, and its keys')
    .action((siteId: SiteId) =>
      withApp(async ({ directory }) => {
        const found = await directory.site(siteId)
        if (!found) throw new Error(`There is no site ${siteId}.`)
        const keys = await directory.listSiteKeys(siteId)
        const rows = keys.map((key) => [
          String(key.id),
          key.createdAt.toString(),
          key.usedAt?.toString() ?? 'not yet',
          key.expiresAt?.toString() ?? 'no end',
        ])
        console.log(`${describeSite(found)}\n\n${table(['key', 'made', 'used since', 'ends'], rows)}`)
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
    payoutsAllowed: payouts,
    payoutMaxMinor: payoutMax === undefined ? undefined : minorOf(payoutMax),
    active,
    underAttack: options.underAttack,
    receipts: options.receipts,
    reminders: options.reminders,
    notifyPartialRefunds: options.notifyPartialRefunds,
    notifyRepresentments: options.notifyRepresentments,
    notifyAttempts: options.notifyAttempts,
    senderName: options.senderName,
    replyTo: options.replyTo,
    language: options.language,
    category: options.category,
    country: options.country,
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** Every supported currency has two decimals, so any of them parses the text. */
function minorOf(text: string): bigint {
  const amount = parseMoney(text, 'EUR')
  if (!amount) throw new Error(`${text} is not an amount such as 1000.00.`)
  return amount.minor
}

const list = (text: string | undefined): string[] | undefined => text?.split(',').map((part) => part.trim())
