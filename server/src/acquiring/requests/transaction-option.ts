import { type Split, splitLevelsMax } from '#acquiring/terms'
import type { SiteId } from '#core/directory'
import { isJsonObject } from '#kernel/base/json.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { amount, type Field, hasObject, listOf, required, text, wholeNumber, yesOrNo } from '#kernel/http/form-field.ts'
import { parseJson } from './encoding.ts'
import type { DigitalWallet, RequestOption } from './request.ts'

/** Wire fact 1.7: an object, or the JSON text of one as the order API takes it. `whole` is what may be split. */
export function readTransactionOption(sent: Field, whole: Money | undefined): RequestOption | undefined {
  const field = typeof sent.value === 'string' ? sent.replaced(parseJson(sent.value) ?? sent.value) : sent
  if (!hasObject(field)) return undefined
  return {
    splits: readSplits(field.get('splitPayment'), whole, 1),
    digitalWallet: readDigitalWallet(field.get('digitalWallet')),
    isSoftDecline: yesOrNo(field.get('isSoftDecline')) ?? false,
    subMerchantId: text({ max: 64, what: 'the identifier of a sub-merchant' })(field.get('subMerchantId')),
  }
}

/** What the shopper's wallet has returned to the store (wire fact 1.7): an object, or its text. */
function readDigitalWallet(field: Field): DigitalWallet | undefined {
  if (!hasObject(field)) return undefined
  const named = text({ max: 20, what: 'applePay or googlePay' })(field.get('walletType'))
  const type = walletTypes.find((one) => one.toLowerCase() === named?.toLowerCase().replace('_', ''))
  const token = field.get('data').value
  if (!type) field.get('walletType').mustBe('applePay or googlePay')
  if (!token) field.get('data').refuse('must be the token, as the wallet returned it')
  return type && token ? { type, token } : undefined
}
const walletTypes = ['applePay', 'googlePay'] as const

function readSplits(field: Field, whole: Money | undefined, level: number): readonly Split[] {
  if (!hasObject(field) || !whole) return []
  if (level > splitLevelsMax) {
    field.refuse(`may be nested ${splitLevelsMax} levels deep at most`)
    return []
  }
  const schema = field.get('splitSchema')
  const what = 'shares, each with toSite and amount'
  const splits = required(schema, `a list of ${what}`, (list) =>
    listOf(list, { what, entriesMax: splitsMax }, (share) => readSplit(share, whole, level)),
  )
  const total = (splits ?? []).reduce((sum, split) => sum + split.amount.minor, 0n)
  if (total > whole.minor)
    schema.refuse(
      `must not add up to more than what is split: ${formatMoney({ ...whole, minor: total })} of ${formatMoney(whole)}`,
    )
  return splits ?? []
}
const splitsMax = 50

function readSplit(field: Field, whole: Money, level: number): Split | undefined {
  if (!isJsonObject(field.value)) return field.mustBe('an object with toSite and amount')
  const toSite = required(field.get('toSite'), 'the number of a site', siteNumber)
  const share = required(field.get('amount'), 'the amount of this share, such as 10.00', (share) =>
    amount(share, whole.currency),
  )
  if (share?.minor === 0n) field.get('amount').refuse('must be greater than zero')
  const description = text({ max: 512, what: 'a description', prose: true })(field.get('description'))
  const splits = readSplits(field.get('splitPayment'), share, level + 1)
  return toSite === undefined || share === undefined ? undefined : { toSite, amount: share, description, splits }
}

function siteNumber(field: Field): SiteId | undefined {
  const number = wholeNumber({ min: 1, max: 2_147_483_647 })(field)
  return number === undefined ? undefined : (number as SiteId)
}
