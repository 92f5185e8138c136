import { Secret } from '#kernel/base/secret.ts'
import { type CredentialField, CredentialProblem, type ProcessorMode } from '../processor.ts'

export type AdyenCredentials = {
  mode: ProcessorMode
  apiKey: Secret<string>
  merchantAccount: string
  /** As the Customer Area shows it: hexadecimal digits. */
  hmacKey: Secret<string>
  webhookUser: string
  webhookPassword: Secret<string>
  /** Undefined: settlement reports are not fetched. */
  reports: { user: string; password: Secret<string> } | undefined
  /** Whether what is bought is sent, for the prices of level 2 and 3. */
  lineItems: boolean
  addresses: Addresses
}

/** Where Adyen is: each without a slash at the end. */
export type Addresses = { checkout: string; disputes: string; reports: string }

export const fields: readonly CredentialField[] = [
  field('apiKey', 'The API key of a web service user, from Developers > API credentials.', { isSecret: true }),
  field('merchantAccount', 'The merchant account that is credited, by its name in the Customer Area.'),
  field('hmacKey', 'The HMAC key of the standard webhook: 64 hexadecimal digits.', { isSecret: true }),
  field('webhookUser', 'The user name that the standard webhook sends (basic authentication).'),
  field('webhookPassword', 'The password that the standard webhook sends.', { isSecret: true }),
  field('liveUrlPrefix', 'The prefix of the live endpoints, from Developers > API URLs. Only for a live account.', {
    isRequired: false,
  }),
  field('reportUser', 'The report user that downloads settlement reports, such as report@Company.Bakery.', {
    isRequired: false,
  }),
  field('reportPassword', 'The password of the report user.', { isSecret: true, isRequired: false }),
  field(
    'lineItems',
    'yes, to send the items of orders in USD of merchants in the United States (level 2 and 3 data); no without it.',
    {
      isRequired: false,
    },
  ),
  field('apiBase', 'The address of an emulator instead of Adyen. Never for a live account.', { isRequired: false }),
]

function field(
  name: string,
  help: string,
  { isSecret = false, isRequired = true }: { isSecret?: boolean; isRequired?: boolean } = {},
): CredentialField {
  return { name, help, isSecret, isRequired }
}

/** @throws CredentialProblem, with the field. */
export function readCredentials(given: Readonly<Record<string, string>>): AdyenCredentials {
  const prefix = optional(given, 'liveUrlPrefix', /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/, 'letters, digits and dashes')
  const apiBase = optional(given, 'apiBase', /^https?:\/\/[^\s?#]{1,200}$/, 'an address such as http://127.0.0.1:4010')
  if (prefix !== undefined && apiBase !== undefined)
    throw new CredentialProblem(
      'apiBase',
      'apiBase is for an emulator, and liveUrlPrefix for a live account: leave one out',
    )
  const reportUser = optional(given, 'reportUser', /^\S{1,200}$/, 'without spaces')
  const reportPassword = optional(given, 'reportPassword', /^.{1,200}$/, 'at most 200 characters')
  if ((reportUser === undefined) !== (reportPassword === undefined))
    throw new CredentialProblem(
      reportUser === undefined ? 'reportUser' : 'reportPassword',
      'reportUser and reportPassword belong together: send both, or none',
    )
  return {
    mode: prefix === undefined ? 'test' : 'live',
    apiKey: new Secret(required(given, 'apiKey', /^[\x21-\x7e]{10,1000}$/, 'visible characters without spaces')),
    merchantAccount: required(given, 'merchantAccount', /^[A-Za-z0-9_-]{1,80}$/, 'letters, digits, _ and -'),
    hmacKey: new Secret(
      required(given, 'hmacKey', /^(?:[0-9A-Fa-f]{2}){16,64}$/, 'hexadecimal digits, two for each byte'),
    ),
    webhookUser: required(given, 'webhookUser', /^[^\s:]{1,200}$/, 'without spaces and colons'),
    webhookPassword: new Secret(required(given, 'webhookPassword', /^.{1,200}$/, 'at most 200 characters')),
    reports: reportUser === undefined ? undefined : { user: reportUser, password: new Secret(reportPassword ?? '') },
    lineItems: optional(given, 'lineItems', /^(?:yes|no)$/, 'yes or no') === 'yes',
    addresses: addressesOf(prefix, apiBase?.replace(/\/$/, '')),
  }
}

/** Checkout API v72 and Disputes API v30; reports are on the Customer Area's host. */
function addressesOf(prefix: string | undefined, apiBase: string | undefined): Addresses {
  const area = apiBase ?? `https://ca-${prefix === undefined ? 'test' : 'live'}.adyen.com`
  const checkout =
    prefix === undefined
      ? `${apiBase ?? 'https://checkout-test.adyen.com'}/v72`
      : `https://${prefix}-checkout-live.adyenpayments.com/checkout/v72`
  return { checkout, disputes: `${area}/ca/services/DisputeService/v30`, reports: area }
}

function required(given: Readonly<Record<string, string>>, name: string, pattern: RegExp, what: string): string {
  const value = optional(given, name, pattern, what)
  if (value === undefined) throw new CredentialProblem(name, `${name} is missing`)
  return value
}

function optional(
  given: Readonly<Record<string, string>>,
  name: string,
  pattern: RegExp,
  what: string,
): string | undefined {
  const value = given[name]?.trim()
  if (value === undefined || value === '') return undefined
  if (!pattern.test(value)) throw new CredentialProblem(name, `${name} must be ${what}`)
  return value
}

/** The hosts behind `addresses`, with their ports. */
export const hostsOf = ({ addresses }: AdyenCredentials): readonly string[] => [
  ...new Set(Object.values(addresses).map((address) => new URL(address).host)),
]
