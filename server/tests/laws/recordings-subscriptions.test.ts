import { expect, test } from 'vitest'
import type { QueuedEmail } from '#acquiring/emails'
import { openTour } from '../recordings/tour.ts'
import { tourSubscriptions } from '../recordings/tours/subscriptions.ts'

/** Each kind of letter, and whether the site writes it by itself; a link is written when its reader asks. */
const kinds: Readonly<Record<QueuedEmail['kind'], 'by itself' | 'asked'>> = {
  receipt: 'by itself',
  reservation: 'by itself',
  'money-back': 'by itself',
  unpaid: 'by itself',
  'last-notice': 'by itself',
  'card-expiring': 'by itself',
  ended: 'by itself',
  link: 'asked',
}

test('a subscription is billed, looked after and ended as recorded, and every kind of letter is written in two languages', async () => {
  const tour = await openTour('subscriptions')
  await tourSubscriptions(tour)
  tour.finish()

  // The words of old letters are forgotten; in the mailbox they stay.
  const written = await tour.shop.rows(
    `select distinct kind, substring(html from 'lang="([a-z]+)"') as language
     from emails.emails join sandbox_mailbox.emails using (key)`,
  )
  for (const kind of Object.keys(kinds))
    expect(
      written.filter((email) => email.kind === kind).map(({ language }) => language),
      `letters of the kind ${kind}`,
    ).toEqual(expect.arrayContaining(['de', 'en']))
}, 60_000)
