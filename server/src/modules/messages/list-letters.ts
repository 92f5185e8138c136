import type { Db } from '#kernel/db.ts'
import type { LetterId, SiteId } from '#kernel/ids.ts'
import { textOf } from './letters/layout.ts'
import type { Posted } from './post.ts'
import { refuse } from './refusals.ts'
import { findLetterOfSite, type LetterFilter, selectLetters } from './store.ts'

/** One page of letters, newest first; 50 unless told, 500 at the most. */
export async function listLetters(
  { db }: { db: Db },
  { limit = pageSize, ...filter }: LetterFilter & { limit?: number | undefined },
): Promise<Posted[]> {
  if (filter.siteIds?.length === 0) return []
  return selectLetters(db, filter, Math.min(Math.max(limit, 1), pageSizeMax))
}
const pageSize = 50
const pageSizeMax = 500

/** One letter with its subject and text; undefined when its words have been deleted. */
export async function showLetter(
  { db }: { db: Db },
  asked: { siteId: SiteId; id: LetterId },
): Promise<Posted & { subject: string | undefined; text: string | undefined }> {
  const found = await findLetterOfSite(db, asked)
  if (!found) throw refuse('letter_not_found', { field: 'id' })
  const { version: _, key: _key, words, ...posted } = found
  return { ...posted, subject: words?.subject, text: words ? textOf(words) : undefined }
}
