import type { Reader } from '#kernel/db/db.ts'
import type { SpendingContext } from './context.ts'
import type { Incoming } from './incoming.ts'
import { keyText } from './message-key.ts'
import { type KnownMessage, knownMessages } from './message-store.ts'
import type { Answer } from './outcome.ts'

type Keyed = Pick<Incoming, 'key' | 'class' | 'digest'>

/** The answer to a message that was here before; undefined for a new one. */
export async function answerOfKnown(
  ctx: Pick<SpendingContext, 'log'>,
  db: Reader,
  incoming: Keyed,
): Promise<Answer | undefined> {
  const known = (await knownMessages(db, [incoming])).get(keyText(incoming.key, incoming.class))
  return known && answerOfRepeat(ctx, known, incoming)
}

/** As before, when it is the same message; one that only has the key of another is a clash, which somebody must look at. */
export function answerOfRepeat(
  { log }: Pick<SpendingContext, 'log'>,
  known: KnownMessage,
  { digest, key }: Keyed,
): Answer {
  if (Buffer.from(known.digest).equals(Buffer.from(digest))) return known.response
  log.warn({ sender: key.sender, stan: key.stan, sentAt: key.sentAt.toString() }, 'two messages have one key')
  return clash
}
const clash: Answer = { code: '94' }
