import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { logoOf, type SiteInput } from '#core/directory'
import { parseMoney } from '#kernel/base/money.ts'
import { countOption, yesOrNo } from './arguments.ts'

export type SiteOptions = {
  name?: string
  currencies?: string
  live?: boolean
  notificationUrl?: string
  backUrl?: string
  timeZone?: string
  cutOff?: string
  themeColor?: string
  logo?: string
  payForm?: string
  attemptsMax?: string
  retries?: string
  sessionMinutes?: number
  challengeMinutes?: number
  authorizationDays?: number
  payouts?: boolean
  payoutMax?: string
  frameAncestors?: string
  wallets?: string
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
export const withSiteOptions = (command: Command): Command =>
  command
    .option('--currencies <list>', 'such as EUR,RON')
    .option('--notification-url <url>', 'address for payment notifications')
    .option('--back-url <url>', 'address for returning browsers when a request has no backUrl')
    .option('--time-zone <zone>', 'IANA name; defines billing and settlement days')
    .option('--cut-off <HH:MM>', 'time of the daily settlement')
    .option('--logo <file>', 'a PNG, JPEG, WebP or SVG image of at most 73 kB, for the payment page; none: removes it')
    .option('--theme-color <#rrggbb>', 'theme colour of the payment page')
    .option(
      '--pay-form <file>',
      'what the payment page asks of shoppers and says to them: JSON, as site show prints it; none: removes it',
    )
    .option('--attempts-max <n>', 'declined attempts that one order may have')
    .option(
      '--retries <durations>',
      'when an unpaid renewal is tried again, such as P1D,P3D,P7D; orders may say their own',
    )
    .option(
      '--session-minutes <n>',
      'an idle payment page ends after so long; default: 30',
      countOption('--session-minutes', 1_440),
    )
    .option(
      '--challenge-minutes <n>',
      'so long a shopper may take at the bank; default: 15',
      countOption('--challenge-minutes', 60),
    )
    .option(
      '--authorization-days <n>',
      'what is not captured is voided after so long; default: 7',
      countOption('--authorization-days', 30),
    )
    .option(
      '--payouts <yes|no>',
      "whether the site may send money to its customers' cards; default: no",
      yesOrNo('--payouts'),
    )
    .option('--payout-max <amount>', 'largest payout, such as 1000.00')
    .option('--wallets <list>', 'what the payment page offers beside cards: applePay,googlePay; none: cards alone')
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

/** What was typed, as the directory checks it. */
export function inputOf(options: SiteOptions): SiteInput {
  const { name, notificationUrl, backUrl, timeZone, cutOff, themeColor, attemptsMax, payouts, payoutMax, active } =
    options
  const input = {
    name,
    notificationUrl,
    backUrl,
    timeZone,
    cutOff,
    themeColor,
    logo: options.logo === undefined ? undefined : readLogo(options.logo),
    payForm: options.payForm === undefined ? undefined : readPayForm(options.payForm),
    currencies: list(options.currencies),
    frameAncestors: list(options.frameAncestors),
    wallets: options.wallets === 'none' ? [] : list(options.wallets),
    attemptsMax: attemptsMax === undefined ? undefined : Number(attemptsMax),
    retrySchedule: options.retries,
    sessionMinutes: options.sessionMinutes,
    challengeMinutes: options.challengeMinutes,
    authorizationDays: options.authorizationDays,
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

function readLogo(path: string): string | null {
  if (path === 'none') return null
  const logo = logoOf(readFileSync(path))
  if (logo === undefined) throw new Error(`--logo: ${path} is no PNG, JPEG, WebP or SVG image of at most 73 kB.`)
  return logo
}

function readPayForm(path: string): object | null {
  if (path === 'none') return null
  const form = objectIn(readFileSync(path, 'utf8'))
  if (form === undefined) throw new Error(`--pay-form: ${path} holds no JSON object.`)
  return form
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Every supported currency has two decimals, so any of them parses the text. */
function minorOf(text: string): bigint {
  const amount = parseMoney(text, 'EUR')
  if (!amount) throw new Error(`${text} is not an amount such as 1000.00.`)
  return amount.minor
}

/** Words with commas between them. */
export const list = (text: string | undefined): string[] | undefined => text?.split(',').map((part) => part.trim())
