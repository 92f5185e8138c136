import { z } from 'zod'
import type { Written } from '#acquiring/api'
import { idShape, itemShape, momentShape, momentText } from '#acquiring/api'
import { merchantCurrencies } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { NumberText } from '#kernel/base/json.ts'
import { type Link, type LinkItem, linkPath, linkStateOf, requiredFields } from './link.ts'
import { flatName, level3Names } from './terms-request.ts'

const level3Shape = Object.fromEntries(
  Object.entries(level3Names).flatMap(([group, names]) =>
    names.map((name) => [flatName(group, name), z.string().optional()] as const),
  ),
)

/** The record of a link: its parameters under their own names, and its state (wire fact 4, ours). */
export const linkShape = z.strictObject({
  hash: z.string(),
  siteId: idShape,
  url: z.url(),
  status: z.enum(['open', 'inactive', 'expired', 'used-up', 'removed']),
  amount: z.number(),
  currency: z.enum(merchantCurrencies),
  orderType: z.enum(['purchase', 'recurring']),
  active: z.union([z.literal(0), z.literal(1)]),
  contentType: z.enum(['Description', 'Items']),
  content: z.union([z.string(), z.array(itemShape)]),
  intervalType: z.enum(['day', 'month']).optional(),
  intervalValue: z.int().optional(),
  trialAmount: z.number().optional(),
  firstBillDate: z.string().optional(),
  limitAccess: z.int().optional(),
  accessCount: z.int().min(0),
  expireDate: z.iso.date().optional(),
  customerEmail: z.string().optional(),
  customerIdentifier: z.string().optional(),
  customerTags: z.array(z.string()),
  customerRequiredFields: z.partialRecord(z.enum(requiredFields), z.literal(1)),
  level3Type: z.enum(['airline', 'tourism']).optional(),
  ...level3Shape,
  createdAt: momentShape,
  updatedAt: momentShape,
})

/** The response of POST: the hash, and the address for shoppers. */
export const linkMadeShape = z.strictObject({ hash: z.string(), url: z.url() })
export const linkNamedShape = z.strictObject({ hash: z.string() })

export const linkUrl = (publicUrl: string, link: Pick<Link, 'hash'>): string => `${publicUrl}${linkPath(link)}`

export function linkToWire(
  link: Link,
  { publicUrl, now, timeZone }: { publicUrl: string; now: Instant; timeZone: string },
): Written<z.output<typeof linkShape>> {
  const { terms } = link
  return {
    hash: link.hash,
    siteId: link.siteId,
    url: linkUrl(publicUrl, link),
    status: linkStateOf(link, now, timeZone),
    amount: new NumberText(terms.amount),
    currency: terms.currency,
    orderType: terms.orderType,
    active: link.active ? 1 : 0,
    contentType: terms.contentType,
    content: typeof terms.content === 'string' ? terms.content : terms.content.map(itemToWire),
    intervalType: terms.intervalType,
    intervalValue: terms.intervalValue,
    trialAmount: numberOf(terms.trialAmount),
    firstBillDate: terms.firstBillDate,
    limitAccess: link.limitAccess,
    accessCount: link.paid,
    expireDate: link.expireDate?.toString(),
    customerEmail: terms.customerEmail,
    customerIdentifier: terms.customerIdentifier,
    customerTags: terms.customerTags,
    customerRequiredFields: Object.fromEntries(terms.customerRequiredFields.map((name) => [name, 1 as const])),
    level3Type: terms.level3Type,
    ...terms.level3,
    createdAt: momentText(link.createdAt),
    updatedAt: momentText(link.updatedAt),
  }
}

const numberOf = (digits: string | undefined) => (digits === undefined ? undefined : new NumberText(digits))

const itemToWire = ({ unitPrice, units, vatPercent, type, ...words }: LinkItem) => ({
  ...words,
  unitPrice: new NumberText(unitPrice),
  units: new NumberText(units),
  ...(type !== undefined && { type: type === 'digital' ? ('digital' as const) : ('physical' as const) }),
  ...(vatPercent !== undefined && { vatPercent: new NumberText(vatPercent) }),
})
