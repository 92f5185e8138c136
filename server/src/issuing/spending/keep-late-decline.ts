import type { KeyClass, MessageKey, Network } from '#connectors/network/message.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb, type Reader } from '#kernel/db/db.ts'
import type { SpendingContext } from './context.ts'
import type { DatedKey, MessageClass } from './message-key.ts'
import { findAnyTransaction } from './store.ts'

type Context = Pick<SpendingContext, 'db' | 'react' | 'clock'> & { network: Network }

/**
 * Ends what was declined late. What was approved under its key is reversed, by a message with a key of its own, so once; where
 * nothing is recorded, a message with the key is: a decision that is still on its way to the database finds its key taken. One
 * that is being committed at this moment is waited for, by the unique key. Safe to repeat.
 */
export const keepLateDecline = (ctx: Context, id: string): Promise<void> =>
  decide(async () => {
    const declined = await findDecline(ctx.db, id)
    if (!declined || declined.outcome) return
    const message = await findDecided(ctx.db, declined)
    const isApproved = message?.transactionId && (message.action !== null || message.code === null)
    if (isApproved) await reverse(ctx, declined, message.transactionId!)
    const now = ctx.clock.now()
    const outcome = !message ? 'nothing' : isApproved && message.action !== 'decline' ? 'reversed' : 'declined'
    const ended = update('spending.late_declines', {
      set: { outcome, ended_at: now, due_at: null, leased_until: null },
      where: { id, outcome: null },
    })
    await commit(ctx, now, message ? [ended] : [ended, takesKey(now, declined)], 'keep-late-decline')
  })

type Decline = Awaited<ReturnType<typeof findDecline>> & {}

const findDecline = (db: Reader, id: string) =>
  db.read
    .selectFrom('spending.late_declines')
    .select(['sender', 'stan', 'sent_at as sentAt', 'class', 'digest', 'minor', 'currency', 'code', 'outcome'])
    .where('id', '=', id)
    .executeTakeFirst()

const findDecided = (db: Reader, { sender, stan, sentAt, class: messageClass }: DatedKey & { class: MessageClass }) =>
  db.read
    .selectFrom('spending.messages')
    .select(['transaction_id as transactionId', 'action', 'code'])
    .where('sender', '=', sender)
    .where('stan', '=', stan)
    .where('sent_at', '=', sentAt)
    .where('class', '=', messageClass)
    .executeTakeFirst()

async function reverse({ db, network }: Context, declined: Decline, id: string): Promise<void> {
  const about = (await findAnyTransaction(db, id as Parameters<typeof findAnyTransaction>[1]))!
  const key = keyOf(declined)
  await network.send({
    kind: 'reversal',
    key: { ...key, sender: `${key.sender}#late` },
    card: { reference: { id: about.cardId, cvv2: 'notSent' } },
    amount: money(declined.minor, declined.currency),
    merchant: {
      id: about.merchantId,
      terminalId: about.terminalId ?? undefined,
      name: about.merchantName,
      category: about.merchantCategory,
    },
    reference: { acquirerId: about.acquirerId },
    original: { key, class: classOf(declined) },
    reason: noAnswerInTime,
  })
}
/** Field 39 of a reversal. */
const noAnswerInTime = '68'

/** The message itself, and not the stand-in that the network may have sent under its numbers. */
const classOf = ({ class: of }: Decline): KeyClass | undefined => (of === 'issuer' ? undefined : of)

/** As the network writes it: the year is left out. */
const keyOf = ({ sender, stan, sentAt }: DatedKey): MessageKey => ({
  sender,
  stan,
  sentAt: sentAt.toString({ smallestUnit: 'second' }).replaceAll(/\D/g, '').slice(4),
})

/** The decline as a message of our own with the key of the network's. */
const takesKey = (now: Instant, { sender, stan, sentAt, ...declined }: Decline): Write =>
  insert(
    'spending.messages',
    {
      transaction_id: null,
      card_id: null,
      kind: 'clock',
      class: declined.class,
      sender,
      stan,
      sent_at: sentAt,
      digest: declined.digest,
      action: null,
      from_status: null,
      to_status: null,
      minor: declined.minor,
      currency: declined.currency,
      billed_minor: null,
      authorized_minor: null,
      held_minor: null,
      hold: null,
      code: declined.code,
      response: jsonb({}),
      verdicts: null,
      reason: null,
      original_sender: null,
      original_stan: null,
      original_sent_at: null,
      original_rrn: null,
      received_at: now,
    },
    { onDuplicate: { message_key: 'stale' } },
  )
