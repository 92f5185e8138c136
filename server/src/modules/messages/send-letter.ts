import { type Message, NoAnswer } from '#connectors/message/messenger.ts'
import type { Instant } from '#kernel/clock.ts'
import { commit, StaleWrite, update, type Write } from '#kernel/commit.ts'
import type { LetterId } from '#kernel/ids.ts'
import type { House } from './house.ts'
import { htmlOf, textOf } from './letters/layout.ts'
import type { Letter } from './letters/letter.ts'
import { nextTryAt } from './post.ts'
import { type FullLetter, findLetter } from './store.ts'

/**
 * Sends a waiting letter once and writes down what became of it. Whoever calls holds its lease.
 *
 * A worker that dies between sending and writing leaves it waiting, and an answer can get lost, so it is sent again: at
 * least once, never at most once. The message keeps its key, by which mail programs know it again.
 */
export async function sendLetter(house: House, id: LetterId): Promise<void> {
  const found = await findLetter(house.db, id)
  if (found?.status !== 'waiting' || !found.words || found.address === null) return
  const now = house.clock.now()
  const answer = await ask(house, messageOf(house, { ...found, words: found.words, address: found.address }))
  if (answer.outcome === 'refused') house.log.warn({ letter: String(id), said: answer.said }, 'a letter was refused')
  try {
    await commit(house, now, [recordOf(found, answer, now)])
  } catch (error) {
    // Our lease ran out while we waited, and somebody else has sent and written. Their word stands.
    if (!(error instanceof StaleWrite)) throw error
  }
}

const messageOf = (
  { mailFrom }: House,
  { key, address, words }: { key: string; address: string; words: Letter },
): Message => ({
  key,
  from: { name: words.sender.name, address: mailFrom },
  to: address,
  replyTo: words.sender.replyTo,
  subject: words.subject,
  text: textOf(words),
  html: htmlOf(words),
})

type Answer = { outcome: 'sent' | 'refused' | 'later' | 'no answer'; said: string }

async function ask({ messenger }: House, message: Message): Promise<Answer> {
  try {
    return await messenger.send(message)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { outcome: 'no answer', said: `no answer: ${error.message}` }
  }
}

function recordOf(letter: FullLetter, { outcome, said }: Answer, now: Instant): Write {
  const triesLeft = letter.triesLeft - 1
  const over = outcome === 'sent' || outcome === 'refused'
  const dueAt = over ? undefined : nextTryAt(now, triesLeft)
  return update('messages.letters', {
    set: {
      status: outcome === 'sent' ? 'sent' : dueAt ? 'waiting' : 'parked',
      attempts: letter.attempts + 1,
      tries_left: triesLeft,
      last_answer: beginning(said),
      sent_at: outcome === 'sent' ? now : null,
      due_at: dueAt ?? null,
      leased_until: null,
      version: letter.version + 1,
    },
    where: { id: letter.id, version: letter.version },
  })
}

/** PostgreSQL keeps no NUL in a text. */
const beginning = (said: string): string => said.replaceAll('\0', ' ').slice(0, answerMax)
const answerMax = 500
