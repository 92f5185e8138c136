import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { checkName } from '#core/directory'
import { isAsset } from '#kernel/base/assets.ts'
import { type Currency, formatMoney, parseMoney } from '#kernel/base/money.ts'
import { Fault } from '#kernel/http/read.ts'
import { duration } from '#kernel/http/read-time.ts'
import {
  type FeeKind,
  feeKinds,
  type LimitPeriod,
  limitPeriods,
  type Product,
  type ProductChanges,
  type ProductFee,
  type ProductInput,
  type ProductLimit,
  type Settings,
  type SettingsChanges,
} from './product.ts'
import { refuse } from './refusals.ts'
import { readTopupFee, readTopupLimit } from './topup-terms.ts'

export type ProductFields = Omit<Product, 'id' | 'partnerId' | 'createdAt'>

/** Refuses by field name what cannot be. */
export function checkProduct(input: ProductInput): ProductFields {
  const { prefix, virtual, physical, months = 48, expiryOrder = 'YYMM', serviceCode = '201' } = input
  if (!/^[2-6]\d{5,13}$/.test(prefix)) throw refuse('invalid_prefix', { field: 'prefix' })
  if (!virtual && !physical) throw refuse('invalid_card_kind', { field: 'virtual' })
  if (!Number.isInteger(months) || months < 1 || months > 120) throw refuse('invalid_months', { field: 'months' })
  if (expiryOrder !== 'YYMM' && expiryOrder !== 'MMYY') throw refuse('invalid_expiry_order', { field: 'expiryOrder' })
  if (!/^\d{3}$/.test(serviceCode)) throw refuse('invalid_service_code', { field: 'serviceCode' })
  const currencies = input.currencies.map(checkCurrency)
  if (currencies.length === 0) throw refuse('invalid_currency', { field: 'currencies', currency: 'none' })
  const fixed = { prefix, virtual, physical, months, expiryOrder, serviceCode, currencies } as const
  const none = { active: true, limits: [], fees: [], markupPercent: '0.00', design: undefined, bureauKey: undefined }
  return { ...fixed, ...checkChanges({ ...none, name: '' }, input) }
}

type Changeable = Pick<Product, 'name' | 'active' | 'limits' | 'fees' | 'markupPercent' | 'design' | 'bureauKey'>

export const checkChanges = (before: Changeable, changes: ProductChanges): Changeable => ({
  name: changes.name === undefined ? before.name : checkName(changes.name),
  active: changes.active ?? before.active,
  limits: changes.limits?.map(readLimit) ?? before.limits,
  fees: changes.fees?.map(readFee) ?? before.fees,
  markupPercent: changes.markupPercent === undefined ? before.markupPercent : checkPercent(changes.markupPercent),
  design: changes.design === undefined ? before.design : (changes.design ?? undefined),
  bureauKey: changes.bureauKey === undefined ? before.bureauKey : checkKey(changes.bureauKey, 'bureauKey', 'rsa'),
})

export const checkSettings = (
  before: Settings,
  { frameAncestors, appleRoot, googleKey, returnUrl, kycValid, ...topups }: SettingsChanges,
): Settings => ({
  frameAncestors: frameAncestors?.map(checkOrigin) ?? before.frameAncestors,
  appleRoot: appleRoot === undefined ? before.appleRoot : checkRoot(appleRoot),
  googleKey: googleKey === undefined ? before.googleKey : checkKey(googleKey, 'googleKey', 'rsa'),
  returnUrl: returnUrl === undefined ? before.returnUrl : checkReturnUrl(returnUrl),
  kycValid: kycValid === undefined ? before.kycValid : checkValidity(kycValid),
  topupSite: topups.topupSite === undefined ? before.topupSite : (topups.topupSite ?? undefined),
  topupRedirects: topups.topupRedirects ?? before.topupRedirects,
  topupLimits: topups.topupLimits?.map(readTopupLimit) ?? before.topupLimits,
  topupFees: topups.topupFees?.map(readTopupFee) ?? before.topupFees,
})

function checkCurrency(currency: string): Currency {
  if (!isAsset(currency)) throw refuse('invalid_currency', { field: 'currencies', currency })
  return currency
}

const isOneOf = <T extends string>(choices: readonly T[], text: string): text is T =>
  (choices as readonly string[]).includes(text)

function readLimit(text: string): ProductLimit {
  const { name, ...amount } = readAmount(text, { field: 'limits', choices: limitPeriods })
  return { period: name as LimitPeriod, ...amount }
}

function readFee(text: string): ProductFee {
  const { name, ...amount } = readAmount(text, { field: 'fees', choices: feeKinds })
  return { kind: name as FeeKind, ...amount }
}

/** `day:EUR:1000.00` */
function readAmount(text: string, { field, choices }: { field: string; choices: readonly string[] }) {
  const [name = '', currency = '', digits = ''] = text.split(':')
  const amount = isAsset(currency) ? parseMoney(digits, currency) : undefined
  if (!isOneOf(choices, name) || !amount) throw refuse('invalid_amount_of', { field, choices: choices.join(', ') })
  return { name, currency: amount.currency, amount: formatMoney(amount) }
}

function checkPercent(text: string): string {
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text)) throw refuse('invalid_markup', { field: 'markupPercent' })
  const [whole, part = ''] = text.split('.')
  return `${whole}.${part.padEnd(2, '0')}`
}

/** `https://app.example`; http is for a developer's own machine. */
function checkOrigin(unchecked: string): string {
  const url = URL.parse(unchecked)
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  if (
    !url ||
    url.hostname.includes('*') ||
    url.origin !== unchecked.replace(/\/$/, '') ||
    !(url.protocol === 'https:' || isLocal)
  )
    throw refuse('invalid_origin', { field: 'frameAncestors' })
  return url.origin
}

/** As for frames; a path and a query of the app's own may follow. */
function checkReturnUrl(unchecked: string | null): string | undefined {
  if (unchecked === null) return undefined
  const url = unchecked.length <= returnUrlMax ? URL.parse(unchecked) : undefined
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  if (url?.username !== '' || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw refuse('invalid_return_url', { field: 'returnUrl' })
  return url.href
}
const returnUrlMax = 1_000

function checkValidity(unchecked: string | null): string | undefined {
  if (unchecked === null) return undefined
  const read = duration.read(unchecked)
  if (read instanceof Fault || read.sign !== 1) throw refuse('invalid_kyc_valid', { field: 'kycValid' })
  return read.toString()
}

function checkKey(pem: string | null, field: string, type: KeyObject['asymmetricKeyType']): string | undefined {
  if (pem === null) return undefined
  try {
    const key = createPublicKey(pem)
    // A private key would be read, too, and its owner would have lost it.
    if (key.asymmetricKeyType === type && !pem.includes('PRIVATE'))
      return key.export({ type: 'spki', format: 'pem' }).toString()
  } catch {}
  throw refuse('invalid_public_key', { field })
}

function checkRoot(pem: string | null): string | undefined {
  if (pem === null) return undefined
  try {
    return new X509Certificate(pem).toString()
  } catch {
    throw refuse('invalid_certificate', { field: 'appleRoot' })
  }
}
