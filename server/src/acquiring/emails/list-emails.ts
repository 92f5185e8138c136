import type { SiteId } from '#core/directory'
import { type EmailContent, emailText } from '#core/pages'
import type { Db } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import type { EmailsContext } from './context.ts'
import type { QueuedEmail } from './email.ts'
import { contentOf } from './email-facts.ts'
import type { EmailId } from './ids.ts'
import { refuse } from './refusals.ts'
import { type EmailFilter, findEmailOfSite, matching, selectEmails } from './store.ts'

/** One page of emails, newest first; 50 by default, 500 at most. */
export async function listEmails(
  { db }: { db: Db },
  { limit = pageSize, ...filter }: EmailFilter & { limit?: number | undefined },
): Promise<QueuedEmail[]> {
  if (filter.siteIds?.length === 0) return []
  return selectEmails(db, filter, Math.min(Math.max(limit, 1), pageSizeMax))
}
const pageSize = 50

/** One page of emails, newest first, and how many there are. */
export const emailsOnPage = (
  { db }: { db: Db },
  filter: EmailFilter,
  page: Page,
): Promise<{ data: QueuedEmail[]; total: number }> => readPage(matching(db, filter), page)

const pageSizeMax = 500

/** One email with its subject and its text without the link, which are undefined after its content has been deleted. */
export async function showEmail(
  { db, directory }: Pick<EmailsContext, 'db' | 'directory'>,
  requested: { siteId: SiteId; id: EmailId },
): Promise<QueuedEmail & { subject: string | undefined; text: string | undefined }> {
  const found = await findEmailOfSite(db, requested)
  if (!found) throw refuse('email_not_found', { field: 'id' })
  const { version: _, key: _key, content: stored, ...email } = found
  const site = stored ? await directory.site(found.siteId) : undefined
  const content = stored && site && contentOf({ ...email, content: stored }, site)
  return { ...email, subject: content?.subject, text: content ? emailText(withoutLink(content)) : undefined }
}

/** Anyone with the link may do what the shopper may, and a reader of emails may only read. */
const withoutLink = ({ action, ...content }: EmailContent): EmailContent => ({
  ...content,
  ...(action && { action: { ...action, url: "a link to the shopper's page" } }),
})
