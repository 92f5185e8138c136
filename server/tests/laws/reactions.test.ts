import { expect, test } from 'vitest'
import { noMicroPayments } from '#acquiring/billing'
import type { Order } from '#acquiring/orders'
import type { Payment, PaymentStatus } from '#acquiring/payments'
import type { Shopper } from '#acquiring/shoppers'
import type { Directory, Site } from '#core/directory'
import { money } from '#kernel/base/money.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Announcement } from '#kernel/db/commit/commit.ts'
import { withKnown } from '#kernel/db/commit/with-known.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Known } from '#kernel/db/events.ts'
import { reactions } from '../../src/app/reactions/reactions.ts'

const now = Temporal.Instant.from('2031-05-01T10:00:00Z')
const nothingToRead = new Proxy({} as Db, {
  get: (_, name) => {
    throw new Error(`a reaction reads (${String(name)})`)
  },
})
const site = { timeZone: 'UTC', attemptsMax: 3, retrySchedule: 'P1D', receipts: false } as Site
const directory = { site: async () => site } as unknown as Directory
const partners = { partner: async () => undefined }
const documentsKept = Temporal.Duration.from('P5Y')
const parts = {
  db: nothingToRead,
  keys: {} as KeyRing,
  directory,
  partners,
  sendsEmails: true,
  billingRules: { micro: noMicroPayments, errorWait: Temporal.Duration.from('PT24H') },
  documentsKept,
  reportsWithin: { usual: documentsKept, byConnector: new Map() },
  ownCardsPay: true,
}
const react = reactions({ ...parts, manageUrl: () => undefined })

const payment = (status: PaymentStatus): Payment =>
  ({
    id: 1n,
    orderId: 2n,
    shopperId: 3n,
    siteId: 4,
    status,
    type: 'deposit',
    source: 'service-call',
    amount: money(990n, 'EUR'),
    captured: money(990n, 'EUR'),
    card: { expiry: '12/2034' },
  }) as unknown as Payment

const announcement = (action: string, from: PaymentStatus, to: PaymentStatus): Announcement =>
  ({
    write: 'announce',
    event: 'paymentStatusChanged',
    owner: { kind: 'site', id: '4' },
    subjectId: 1n,
    body: {},
    subject: { action, from, payment: payment(to) },
  }) as Announcement

const known: Known = {
  order: {
    id: 2n,
    siteId: 4,
    shopperId: 3n,
    status: 'start',
    type: 'purchase',
    version: 1,
    externalId: 'loaf-1',
    customData: undefined,
  } as unknown as Order,
  shopper: { id: 3n, identifier: 'ana' } as Shopper,
}

test.each<[action: string, from: PaymentStatus, to: PaymentStatus]>([
  ['requestCapture', 'authorized', 'capturing'],
  ['requestVoid', 'authorized', 'voiding'],
  ['requestCancel', 'captured', 'cancelling'],
  ['refuse', 'cancelling', 'captured'],
  ['challenge', 'authorizing', 'challenging'],
  ['reverse', 'uncertain', 'reversing'],
])('%s changes nothing for anybody else, so nothing is read for it', async (action, from, to) => {
  expect(await react(announcement(action, from, to), now)).toEqual([])
})

test('what the caller has loaded is not read again, by the event or by the ones that follow', async () => {
  const writes = await withKnown({ db: nothingToRead, react }, known).react(
    announcement('sell', 'authorizing', 'captured'),
    now,
  )

  expect(writes.find((write) => write.write === 'announce')).toMatchObject({
    event: 'orderStatusChanged',
    known: { shopper: known.shopper },
  })
})

test('a commit that is decided again knows nothing, and reads everything anew', async () => {
  const ctx = withKnown({ db: nothingToRead, react }, known)
  await ctx.react(announcement('sell', 'authorizing', 'captured'), now)

  await expect(ctx.react(announcement('sell', 'authorizing', 'captured'), now)).rejects.toThrow('a reaction reads')
})
