import type { Directory, Merchant, Site } from './directory.ts'
import type { MerchantId } from './ids.ts'
import { limitMax } from './page.ts'

/** All merchants, however many they are, by ascending id. */
export const everyMerchant = (directory: Pick<Directory, 'listMerchants'>): Promise<Merchant[]> =>
  every((after) => directory.listMerchants({ after, limit: limitMax }))

/** All sites, or those of one merchant, by ascending id. */
export const everySite = (directory: Pick<Directory, 'listSites'>, merchantId?: MerchantId): Promise<Site[]> =>
  every((after) => directory.listSites({ after, limit: limitMax, merchantId }))

async function every<One extends { id: unknown }>(
  read: (after: One['id'] | undefined) => Promise<readonly One[]>,
): Promise<One[]> {
  const all: One[] = []
  for (;;) {
    const page = await read(all.at(-1)?.id)
    all.push(...page)
    if (page.length < limitMax) return all
  }
}
