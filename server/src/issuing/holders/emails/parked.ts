import { type Author, auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import { type Parked, parkedByOwner } from '#kernel/work/parked.ts'
import { redeliver } from '#kernel/work/redelivery.ts'
import type { HoldersContext } from '../context.ts'
import { refuse } from '../refusals.ts'
import { type EmailKind, sendableUntil } from './email.ts'
import { holderEmailQueue } from './queue.ts'

export type HolderEmailId = Brand<bigint, 'HolderEmailId'>
/** A parked email as people see it: neither its address nor what it says. */
export type ParkedEmail = {
  id: bigint
  partnerId: PartnerId
  kind: EmailKind
  createdAt: Instant
  attempts: number
  /** Of the mail server, without addresses. */
  lastResponse: string
  /** Until when it can be sent again; undefined: no longer. */
  sendableUntil: Instant | undefined
}

const parked = (db: Db) =>
  db.read
    .selectFrom('holders.emails')
    .select(({ eb }) => [
      'id',
      'partner_id as partnerId',
      'kind',
      'status',
      'version',
      'created_at as createdAt',
      'attempts',
      'last_response as lastResponse',
      eb('sealed', 'is not', null).as('hasContent'),
    ])

/** The newest parked emails to customers, of one partner or of all. */
export async function listParkedEmails(
  { db, clock }: Pick<HoldersContext, 'db' | 'clock'>,
  { partnerId, limit }: { partnerId: PartnerId | undefined; limit: number },
): Promise<ParkedEmail[]> {
  const rows = await newestParked(db, partnerId).limit(limit).execute()
  return rows.map((row) => emailOf(row, clock.now()))
}

/** One page of the parked emails to customers of all partners, newest first. */
export async function parkedEmailsOnPage(
  { db, clock }: Pick<HoldersContext, 'db' | 'clock'>,
  page: Page,
): Promise<{ data: ParkedEmail[]; total: number }> {
  const { data, total } = await readPage(newestParked(db, undefined), page)
  return { data: data.map((row) => emailOf(row, clock.now())), total }
}

const newestParked = (db: Db, partnerId: PartnerId | undefined) =>
  parked(db)
    .where('status', '=', 'parked')
    .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId!))
    .orderBy('id', 'desc')
type Row = Awaited<ReturnType<ReturnType<typeof parked>['executeTakeFirstOrThrow']>>

const emailOf = (
  { status: _, version: _version, hasContent, lastResponse, ...email }: Row,
  now: Instant,
): ParkedEmail => ({
  ...email,
  lastResponse: (lastResponse ?? '').replaceAll(/[^\s<>]+@[^\s<>]+/g, '(address)'),
  sendableUntil: hasContent && isSendable(email, now) ? sendableUntil(email) : undefined,
})

/** Emails to customers that no mail server has accepted in time, by partner. */
export const parkedHolderEmails = (db: Db): Promise<Parked[]> =>
  parkedByOwner(db, { table: 'holders.emails', owner: 'partner_id' })

/** Sends a parked email again, from the beginning of its schedule, while its code works. */
export const resendParkedEmail = (
  ctx: Pick<HoldersContext, 'db' | 'react' | 'clock'>,
  { by, id }: { by: Author; id: HolderEmailId },
): Promise<void> =>
  decide(async () => {
    const found = await parked(ctx.db).where('id', '=', id).executeTakeFirst()
    if (found?.status !== 'parked') throw refuse('parked_email_not_found', { field: 'id', id })
    const now = ctx.clock.now()
    if (!found.hasContent || !isSendable(found, now)) throw refuse('parked_email_expired', { field: 'id' })
    const audited = auditEntry(now, by, {
      action: 'customerEmailResent',
      owner: partnerOwner(found.partnerId),
      subject: { type: 'customerEmail', id: String(id) },
    })
    await commit(ctx, now, [redeliver(holderEmailQueue, found, { now }), audited], 'parked')
  })

const isSendable = (email: { kind: EmailKind; createdAt: Instant }, now: Instant): boolean =>
  Temporal.Instant.compare(now, sendableUntil(email)) < 0
