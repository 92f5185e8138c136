import { emailsIn, type Received } from '#connectors/message/mailbox.ts'
import type { World } from './world.ts'

/** What lies in the mailbox of a world, oldest first; `to` is a part of an address. */
export async function mailOf({ app }: World, to = ''): Promise<Received[]> {
  const received = await emailsIn(app.db, { search: to, limit: 1_000 })
  return received.toReversed()
}

/** The subjects alone. */
export const subjectsOf = (mail: readonly Received[]): string[] => mail.map(({ subject }) => subject)

/** The first address in an email's text. */
export const linkIn = ({ text }: Pick<Received, 'text'>): string | undefined => /https?:\/\/\S+/.exec(text)?.[0]

/** The one-time code in an email's text. */
export const codeIn = ({ text }: Pick<Received, 'text'>): string | undefined => /\b\d{6}\b/.exec(text)?.[0]
