import type { DisputeReason } from '#connectors/acquirer/port.ts'
import type { Site } from '#core/directory'
import { i18nOf } from '#core/pages'
import type { StaffEmail } from '#core/staff-emails'
import type { DisputeCase } from './dispute-case.ts'

/** As much of a dispute as the merchant's staff learn of it. */
export type EmailedDispute = Pick<
  DisputeCase,
  'id' | 'paymentId' | 'siteId' | 'merchantId' | 'reason' | 'amount' | 'respondBy'
> & {
  /** Whether the acquirer takes a response by way of this installation. */
  takesResponses: boolean
}

/** To those who may respond: a dispute was opened, and until when it can be responded to. */
export const emailOfNewDispute = (dispute: EmailedDispute, site: Site): StaffEmail =>
  emailAbout(dispute, site, {
    kind: 'dispute-opened',
    fact: `dispute ${dispute.id} is opened`,
    subject: `A payment is disputed: ${amountOf(dispute)}, dispute ${dispute.id}`,
    title: 'A payment is disputed',
    first: `The cardholder has asked their bank for the money of payment ${dispute.paymentId}, and the bank has taken it: ${sentences[dispute.reason]}`,
  })

/** To those who may respond: the time is nearly over, and there is no response. */
export const emailOfDeadline = (dispute: EmailedDispute, site: Site): StaffEmail =>
  emailAbout(dispute, site, {
    kind: 'dispute-deadline',
    fact: `dispute ${dispute.id}, its deadline nears`,
    subject: `No response yet: dispute ${dispute.id}, ${amountOf(dispute)}`,
    title: 'The time to respond to a dispute is nearly over',
    first: `Payment ${dispute.paymentId} is disputed, and no response was submitted yet: ${sentences[dispute.reason]}`,
  })

type Wording = Pick<StaffEmail, 'kind' | 'fact'> & { subject: string; title: string; first: string }

function emailAbout(dispute: EmailedDispute, site: Site, { kind, fact, subject, title, first }: Wording): StaffEmail {
  const { id, merchantId, paymentId, respondBy } = dispute
  return {
    ...{ merchantId, permission: 'disputes:respond', kind, fact },
    content: {
      subject,
      title,
      paragraphs: [first, nextStep(dispute)],
      facts: [
        ['Amount', amountOf(dispute), 'main'],
        ['Dispute', String(id)],
        ['Payment', String(paymentId)],
        ['Site', `${site.name} (${site.id})`],
        ...(respondBy ? [['Respond by', momentIn(site.timeZone, respondBy)] as const] : []),
      ],
    },
  }
}

function nextStep({ takesResponses, respondBy }: EmailedDispute): string {
  if (!takesResponses) return 'This acquirer takes no responses by way of Florin. Ask it how to respond.'
  const choice = 'Submit evidence that the payment is right, or accept the dispute.'
  return respondBy ? `${choice} Without a response in time the cardholder keeps the money.` : choice
}

const amountOf = ({ amount }: EmailedDispute): string => i18nOf('en').money(amount)

/** With its hour: a response at noon is too late for a deadline at ten. */
function momentIn(timeZone: string, moment: Temporal.Instant): string {
  const local = moment.toZonedDateTimeISO(timeZone)
  return `${i18nOf('en').date(local.toPlainDate())}, ${local.toPlainTime().toString({ smallestUnit: 'minute' })} (${timeZone})`
}

const sentences: Readonly<Record<DisputeReason, string>> = {
  fraud: 'they say that they did not make it.',
  not_received: 'they say that they did not receive what they paid for.',
  not_as_described: 'they say that what they received is not what was described.',
  subscription_cancelled: 'they say that they had cancelled their subscription.',
  credit_not_processed: 'they say that a refund was promised and did not come.',
  duplicate: 'they say that they paid twice.',
  processing_error: 'they say that the amount or the currency is wrong.',
  other: 'they gave another reason.',
}
