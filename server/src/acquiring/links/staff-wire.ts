import { z } from 'zod'
import { merchantCurrencies } from '#acquiring/ids'
import { doneByShape } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { qrCode } from '#kernel/http/qr-code.ts'
import { type Link, linkStateOf, requiredFields } from './link.ts'
import { linkUrl } from './wire.ts'

/** The record of a link for people: its parameters under their own names, amounts as decimal text. */
export const staffLinkShape = z.strictObject({
  id: z.string(),
  hash: z.string(),
  siteId: z.string(),
  url: z.url(),
  qrUrl: z.url().meta({ description: 'The address as a QR code: an image, for posters and invoices.' }),
  status: z.enum(['open', 'inactive', 'expired', 'used-up', 'removed']),
  title: z.string().meta({ description: 'What is sold, in words; of a list of items, the names of them.' }),
  contentType: z.enum(['Description', 'Items']),
  amount: z.string(),
  currency: z.enum(merchantCurrencies),
  orderType: z.enum(['purchase', 'recurring']),
  intervalType: z.enum(['day', 'month']).optional(),
  intervalValue: z.int().optional(),
  trialAmount: z.string().optional(),
  firstBillDate: z.string().optional(),
  limitAccess: z.int().optional().meta({ description: 'How often it can be paid; absent: without a limit.' }),
  paid: z.int().meta({ description: 'How often it was paid. A later refund does not change it.' }),
  reserved: z.int().meta({ description: 'Uses reserved by payments that are under way.' }),
  expireDate: z.iso.date().optional().meta({ description: 'Its last day, in the time zone of the site.' }),
  customerEmail: z.string().optional(),
  recovers: z
    .strictObject({ paymentId: z.string(), orderId: z.string() })
    .optional()
    .meta({ description: 'The declined payment that is paid by this link after all, and its order.' }),
  version: z
    .int()
    .meta({ description: 'Grows with each change; send it with one, to not undo what somebody else did.' }),
  createdAt: momentShape,
  updatedAt: momentShape,
})
export const wholeLinkShape = staffLinkShape.extend({
  customerRequiredFields: z.array(z.enum(requiredFields)),
  begun: z.int().meta({ description: 'How many shoppers went on to the payment page; each has an order.' }),
  qrCode: z.string().meta({ description: 'The image at `qrUrl` itself: SVG.' }),
  audit: doneByShape,
})

/** What a link is seen with: where browsers reach us, and the day at its site. */
type Seen = { publicUrl: string; now: Instant; timeZone: string }

export function linkRecord(link: Link, seen: Seen): z.output<typeof staffLinkShape> {
  const { terms } = link
  const url = linkUrl(seen.publicUrl, link)
  return {
    id: String(link.id),
    hash: link.hash,
    siteId: String(link.siteId),
    url,
    qrUrl: `${url}/qr.svg`,
    status: linkStateOf(link, seen.now, seen.timeZone),
    title: typeof terms.content === 'string' ? terms.content : terms.content.map(({ item }) => item).join(', '),
    contentType: terms.contentType,
    amount: terms.amount,
    currency: terms.currency,
    orderType: terms.orderType,
    ...(terms.intervalType !== undefined && { intervalType: terms.intervalType }),
    ...(terms.intervalValue !== undefined && { intervalValue: terms.intervalValue }),
    ...(terms.trialAmount !== undefined && { trialAmount: terms.trialAmount }),
    ...(terms.firstBillDate !== undefined && { firstBillDate: terms.firstBillDate }),
    ...(link.limitAccess !== undefined && { limitAccess: link.limitAccess }),
    paid: link.paid,
    reserved: link.reserved,
    ...(link.expireDate && { expireDate: link.expireDate.toString() }),
    ...(terms.customerEmail !== undefined && { customerEmail: terms.customerEmail }),
    ...(terms.recovers && { recovers: { paymentId: terms.recovers.payment, orderId: terms.recovers.order } }),
    version: link.version,
    createdAt: momentText(link.createdAt),
    updatedAt: momentText(link.updatedAt),
  }
}

/** The address of a link as a QR code: SVG. */
export function codeOf({ publicUrl }: { publicUrl: string }, link: Pick<Link, 'hash'>): string {
  const url = linkUrl(publicUrl, link)
  return String(qrCode(url, url))
}
