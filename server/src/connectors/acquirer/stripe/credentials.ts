import { Secret } from '#kernel/base/secret.ts'
import { type CredentialField, CredentialProblem, type ProcessorMode } from '../processor.ts'

export type StripeCredentials = {
  secretKey: Secret<string>
  webhookSecret: Secret<string> | undefined
  mode: ProcessorMode
  /** The address of the API. Another than Stripe's own stands for it in tests. */
  apiBase: string
  /** Where files of evidence are uploaded. */
  filesBase: string
  /**
   * Whether Stripe has allowed this account to charge cards by network transaction ids of other acquirers
   * (`payment_method_options[card][mit_exemption]`).
   */
  mitExemption: boolean
  /**
   * Whether Stripe has allowed this account to send numbers of wallets' devices with their cryptograms
   * (`payment_method_data[card][network_token]`).
   */
  networkTokens: boolean
  /** Whether what is bought is sent, line by line, for the prices of level 2 and 3. */
  lineItems: boolean
  /** Whether the merchant's name is added to the account's name on statements. */
  descriptorSuffix: boolean
}

const apiOfStripe = 'https://api.stripe.com'
const filesOfStripe = 'https://files.stripe.com'

export const credentialFields: readonly CredentialField[] = [
  {
    name: 'secretKey',
    help: 'The secret key (sk_) or a restricted key (rk_) of the account: Developers, API keys.',
    isSecret: true,
    isRequired: true,
  },
  {
    name: 'webhookSecret',
    help: 'The signing secret (whsec_) of the webhook endpoint that you have made for this connection: Developers, Webhooks.',
    isSecret: true,
    isRequired: false,
  },
  {
    name: 'mitExemption',
    help: 'yes, once Stripe has allowed this account payment_method_options[card][mit_exemption]; no without it.',
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'networkTokens',
    help: 'yes, once Stripe has allowed this account payment_method_data[card][network_token]: payments with Apple Pay and Google Pay; no without it.',
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'lineItems',
    help: 'yes, to send the items of orders, for accounts that Stripe charges by the level of what is known of a purchase; no without it.',
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'descriptorSuffix',
    help: "yes, to add the merchant's name to the account's statement descriptor; no without it.",
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'apiBase',
    help: 'Only with a test key: the address of a system that stands for api.stripe.com.',
    isSecret: false,
    isRequired: false,
  },
]

/** @throws CredentialProblem */
export function readCredentials(given: Readonly<Record<string, string>>): StripeCredentials {
  const { secretKey = '', webhookSecret, apiBase } = given
  const [, mode] = /^(?:sk|rk)_(test|live)_[\w]{8,250}$/.exec(secretKey) ?? []
  if (mode !== 'test' && mode !== 'live')
    throw new CredentialProblem('secretKey', 'it must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
  if (webhookSecret !== undefined && !/^whsec_[\w+/=-]{8,250}$/.test(webhookSecret))
    throw new CredentialProblem('webhookSecret', 'it must begin with whsec_')
  if (apiBase !== undefined && mode === 'live')
    throw new CredentialProblem('apiBase', 'a live key is sent to Stripe alone: leave it out')
  if (apiBase !== undefined && !URL.canParse(apiBase))
    throw new CredentialProblem('apiBase', 'it must be an address such as http://127.0.0.1:8420')
  return {
    secretKey: new Secret(secretKey),
    webhookSecret: webhookSecret === undefined ? undefined : new Secret(webhookSecret),
    mode,
    apiBase: apiBase ?? apiOfStripe,
    filesBase: apiBase ?? filesOfStripe,
    mitExemption: isYes('mitExemption', given),
    networkTokens: isYes('networkTokens', given),
    lineItems: isYes('lineItems', given),
    descriptorSuffix: isYes('descriptorSuffix', given),
  }
}

function isYes(field: string, { [field]: value }: Readonly<Record<string, string>>): boolean {
  if (value === undefined || value === 'no') return false
  if (value === 'yes') return true
  throw new CredentialProblem(field, 'it must be yes or no')
}

export const hostsOf = ({ apiBase, filesBase }: StripeCredentials): readonly string[] => [
  ...new Set([apiBase, filesBase].map((base) => new URL(base).host)),
]
