import { type Message, NoResponse } from '#connectors/message/messenger.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import type { EmailsContext } from './context.ts'
import { nextTryAt } from './email.ts'
import type { EmailId } from './ids.ts'
import { type FullEmail, findEmail } from './store.ts'
import type { EmailContent } from './templates/email-content.ts'
import { htmlOf, textOf } from './templates/layout.ts'

/**
 * Sends a waiting letter once and writes down what became of it. Whoever calls holds its lease.
 *
 * A worker that dies between sending and writing leaves it waiting, and an answer can get lost, so it is sent again: at
 * least once, never at most once. The message keeps its key, by which mail programs know it again.
 */
export async function sendEmail(ctx: EmailsContext, id: EmailId): Promise<void> {
  const found = await findEmail(ctx.db, id)
  if (found?.status !== 'waiting' || !found.content || found.address === null) return
  const now = ctx.clock.now()
  const result = await ask(ctx, messageOf(ctx, { ...found, content: found.content, address: found.address }))
  if (result.outcome === 'refused') ctx.log.warn({ email: String(id), said: result.said }, 'a letter was refused')
  try {
    await commit(ctx, now, [recordOf(found, result, now)])
  } catch (error) {
    // Our lease ran out while we waited, and somebody else has sent and written. Their word stands.
    if (!(error instanceof StaleWrite)) throw error
  }
}

const messageOf = (
  { mailFrom }: EmailsContext,
  { key, address, content }: { key: string; address: string; content: EmailContent },
): Message => ({
  key,
  from: { name: content.sender.name, address: mailFrom },
  to: address,
  replyTo: content.sender.replyTo,
  subject: content.subject,
  text: textOf(content),
  html: htmlOf(content),
})

type SendResult = { outcome: 'sent' | 'refused' | 'later' | 'no answer'; said: string }

async function ask({ messenger }: EmailsContext, message: Message): Promise<SendResult> {
  try {
    return await messenger.send(message)
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return { outcome: 'no answer', said: `no answer: ${error.message}` }
  }
}

function recordOf(email: FullEmail, { outcome, said }: SendResult, now: Instant): Write {
  const triesLeft = email.triesLeft - 1
  const over = outcome === 'sent' || outcome === 'refused'
  const dueAt = over ? undefined : nextTryAt(now, triesLeft)
  return update('emails.emails', {
    set: {
      status: outcome === 'sent' ? 'sent' : dueAt ? 'waiting' : 'parked',
      attempts: email.attempts + 1,
      tries_left: triesLeft,
      last_response: beginning(said),
      sent_at: outcome === 'sent' ? now : null,
      due_at: dueAt ?? null,
      leased_until: null,
      version: email.version + 1,
    },
    where: { id: email.id, version: email.version },
  })
}

/** PostgreSQL keeps no NUL in a text. */
const beginning = (said: string): string => said.replaceAll('\0', ' ').slice(0, responseLengthMax)
const responseLengthMax = 500
