import assert from 'node:assert/strict'
import { momentText } from '#acquiring/api'
import { isMerchantCurrency } from '#acquiring/ids'
import { type CheckoutRequest, type Level3, type Problem, type RequestRules, tryRequest } from '#acquiring/requests'
import type { Instant } from '#kernel/base/clock.ts'
import { isJsonObject, type JsonValue } from '#kernel/base/json.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { textOf } from '#kernel/http/field.ts'
import { type LinkItem, type LinkTerms, type RequiredField, requiredFields, todayIn } from './link.ts'
import { refuse } from './refusals.ts'
import { type FlatLink, flatName, toRequest } from './terms-request.ts'

/**
 * Reads the parameters of a link. Throws a refusal that names the first problem by the parameter's own name; its
 * details list all of them as `problems`. `before` are the terms it had: what stays as it was may have passed
 * meanwhile.
 */
export function readTerms(flat: FlatLink, rules: RequestRules, before?: LinkTerms): LinkTerms {
  const problems: Problem[] = [...problemsOfContent(flat), ...problemsOfWanted(flat.customerRequiredFields)]
  const customer = {
    identifier: text(flat.customerIdentifier) ? flat.customerIdentifier : 'guest',
    email: flat.customerEmail,
    tags: listOf(flat.customerTags),
  }
  const read = tryRequest(toRequest(flat, { orderId: 'link', customer }), rules)
  if ('problems' in read)
    problems.push(
      ...read.problems
        .map(({ field, rule }) => ({ field: ownName(field), rule: rule.replaceAll(namesInRules, ownName) }))
        .filter(({ field }) => problems.every((known) => known.field !== field)),
    )
  if (problems.length > 0 || 'problems' in read) throw refuseAll(problems)
  const terms = termsOf(flat, read.request)
  const passed = problemOfFirstBill(terms, read.request, before)
  if (passed) throw refuseAll([passed])
  return terms
}

const refuseAll = (problems: readonly Problem[]) => refuse('invalid_field', { ...problems[0]!, problems })

function problemsOfContent({ contentType, content }: FlatLink): Problem[] {
  if (content !== undefined && content !== null && content !== '') return []
  const what = contentType === 'Items' ? 'a list of items, content[0][item] and so on' : 'what is sold, in words'
  return [
    {
      field: 'content',
      rule: `is required: with contentType ${contentType === 'Items' ? 'Items' : 'Description'}, ${what}`,
    },
  ]
}

function problemsOfWanted(sent: JsonValue | undefined): Problem[] {
  if (!text(sent) && !isJsonObject(sent)) return []
  if (!isJsonObject(sent))
    return [
      { field: 'customerRequiredFields', rule: 'must be a group of fields, as in customerRequiredFields[phone]=1' },
    ]
  return Object.entries(sent).flatMap(([name, value]) => {
    const field = `customerRequiredFields[${name.slice(0, 60)}]`
    if (!isRequiredField(name))
      return [{ field, rule: `is not one of the fields that can be requested: ${requiredFields.join(', ')}` }]
    return isYes(value) === undefined ? [{ field, rule: 'must be 1 or 0' }] : []
  })
}

const isRequiredField = (name: string): name is RequiredField => requiredFields.some((known) => known === name)

/** Undefined when it is neither. */
function isYes(value: JsonValue): boolean | undefined {
  const text = String(value).toLowerCase()
  if (['1', 'true', 'yes'].includes(text)) return true
  return ['0', 'false', 'no', '', 'null'].includes(text) ? false : undefined
}

/** A first billing in the past would silently become another date, so it is refused. */
function problemOfFirstBill(
  terms: LinkTerms,
  { order, notes }: CheckoutRequest,
  before: LinkTerms | undefined,
): Problem | undefined {
  if (terms.orderType !== 'recurring' || order.firstBillAt || terms.firstBillDate === before?.firstBillDate)
    return undefined
  return notes.some(({ field }) => field === 'order.firstBillDate')
    ? { field: 'firstBillDate', rule: 'must be in the future' }
    : undefined
}

/** The day after which the link is closed, `yyyy-mm-dd`. A new one may not have passed. */
export function readExpireDate(
  sent: string,
  { now, timeZone, before }: { now: Instant; timeZone: string; before: Temporal.PlainDate | undefined },
): Temporal.PlainDate {
  const day = dayOf(sent)
  if (!day)
    throw refuse('invalid_field', {
      field: 'expireDate',
      rule: 'must be a day written as yyyy-mm-dd, such as 2031-01-31',
    })
  const today = todayIn(timeZone, now)
  if (Temporal.PlainDate.compare(day, today) < 0 && !(before && day.equals(before)))
    throw refuse('invalid_field', { field: 'expireDate', rule: `must not have passed: it is ${today} at the site` })
  return day
}

function dayOf(sent: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(sent)) return undefined
  try {
    return Temporal.PlainDate.from(sent)
  } catch (error) {
    if (error instanceof RangeError) return undefined // The 31st of a short month.
    throw error
  }
}

/** In one spelling, and without what has no meaning for an order of this type. */
function termsOf(flat: FlatLink, { order, customer }: CheckoutRequest): LinkTerms {
  const { interval, trialAmount } = order
  const wanted = isJsonObject(flat.customerRequiredFields) ? flat.customerRequiredFields : {}
  const { currency } = order.amount
  assert(isMerchantCurrency(currency), 'a site takes currencies of the merchant interface only')
  return {
    amount: formatMoney(order.amount),
    currency,
    orderType: interval ? 'recurring' : 'purchase',
    contentType: flat.contentType === 'Items' ? 'Items' : 'Description',
    content: flat.contentType === 'Items' ? order.items.map(itemOf) : (order.description ?? ''),
    ...(interval && { intervalType: interval.unit, intervalValue: interval.count }),
    ...(trialAmount && { trialAmount: formatMoney(trialAmount) }),
    ...(interval && { firstBillDate: firstBillOf(flat, order) }),
    customerEmail: customer?.email,
    customerIdentifier: text(flat.customerIdentifier) ? customer?.identifier : undefined,
    customerTags: customer?.tags ?? [],
    customerRequiredFields: requiredFields.filter((name) => isYes(wanted[name] ?? '0')),
    ...(order.level3 && { level3Type: order.level3.type }),
    level3: order.level3 ? flatLevel3(order.level3) : {},
  }
}

/** A day stays a day of the site's calendar, and a moment a moment; one that has passed stays as it was. */
function firstBillOf(flat: FlatLink, { firstBillAt }: CheckoutRequest['order']): string | undefined {
  const sent = text(flat.firstBillDate)
  if (!sent || sent === '0') return undefined
  return firstBillAt && !firstBillAt.dateOnly ? momentText(firstBillAt.at) : sent
}

const itemOf = ({
  name,
  unitPrice,
  units,
  type,
  code,
  vatPercent,
  description,
}: CheckoutRequest['order']['items'][number]): LinkItem => ({
  item: name,
  unitPrice: formatMoney(unitPrice),
  units,
  type,
  code,
  vatPercent,
  itemDescription: description,
})

function flatLevel3({ type, ...fields }: Level3): Record<string, string> {
  const group = type === 'airline' ? 'level3Airline' : 'level3Tourism'
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[flatName(group, name), value]])),
  )
}

/**
 * A problem of the request as one of the link: `order.items[2].units` is what its merchant wrote as
 * `content[2][units]`.
 */

const namesInRules = /\b(?:order|customer)\.\w+(?:\[\d+\])?(?:\.\w+)?/g

function ownName(path: string): string {
  const [, root, name, rest = ''] = /^(order|customer)\.(\w+)(.*)$/.exec(path) ?? []
  if (!root || !name) return path
  if (root === 'customer') return `${flatName('customer', name)}${rest}`
  if (name === 'type') return 'orderType'
  if (name === 'description') return 'content'
  if (name === 'items') return `content${rest.replaceAll(/\.(\w+)/g, '[$1]')}`
  return name.startsWith('level3') && rest.startsWith('.') ? flatName(name, rest.slice(1)) : `${name}${rest}`
}

/** One tag alone is a list of one. */
const listOf = (sent: JsonValue | undefined): JsonValue | undefined => (text(sent) ? [text(sent)!] : sent)

const text = (sent: JsonValue | undefined): string | undefined => textOf(sent) || undefined
