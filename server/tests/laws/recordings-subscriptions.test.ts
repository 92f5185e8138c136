import { expect, test } from 'vitest'
import type { QueuedEmail } from '#acquiring/emails'
import { openTour } from '../recordings/tour.ts'
import { tourSubscriptions } from '../recordings/tours/subscriptions.ts'

/**
 * Each kind of email, and whether the site sends it by itself; a link is sent when its recipient requests it, an invoice
 * by sites that make some (stories/invoices-sent), and a recovery link by a person (stories/recovery-links).
 */
const kinds: Readonly<Record<QueuedEmail['kind'], 'by itself' | 'requested' | 'elsewhere'>> = {
  receipt: 'by itself',
  reservation: 'by itself',
  'money-back': 'by itself',
  unpaid: 'by itself',
  'last-notice': 'by itself',
  'card-expiring': 'by itself',
  ending: 'by itself',
  kept: 'by itself',
  ended: 'by itself',
  link: 'requested',
  recovery: 'elsewhere',
  invoice: 'elsewhere',
  'credit-note': 'elsewhere',
}

test('a subscription is billed, managed and ended as recorded; every kind of email is written in two languages', async () => {
  const tour = await openTour('subscriptions')
  await tourSubscriptions(tour)
  tour.finish()

  // The texts of old emails are deleted; in the mailbox they stay.
  const written = await tour.shop.rows(
    `select distinct kind, substring(html from 'lang="([a-z]+)"') as language
     from emails.emails join sandbox_mailbox.emails using (key)`,
  )
  for (const [kind] of Object.entries(kinds).filter(([, sent]) => sent !== 'elsewhere'))
    expect(
      written.filter((email) => email.kind === kind).map(({ language }) => language),
      `emails of the kind ${kind}`,
    ).toEqual(expect.arrayContaining(['de', 'en']))
})
