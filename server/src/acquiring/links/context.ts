import type { Directory, Site, SiteId } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { React } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'

/** The context of the use cases of payment links. */
export type LinksContext = {
  db: Db
  react: React
  clock: Clock
  directory: Directory
  /** Where browsers reach us, without a path. */
  publicUrl: string
}

/** The site of a caller, whose key has just been found to belong to it. */
export async function siteOf({ directory }: LinksContext, siteId: SiteId): Promise<Site> {
  const site = await directory.site(siteId)
  if (!site) throw new Error(`site ${siteId} does not exist`)
  return site
}
