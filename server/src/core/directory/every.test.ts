import { expect, test } from 'vitest'
import type { Directory } from './directory.ts'
import { everyMerchant } from './every.ts'

/** As the directory reads them: by ascending id behind one, as many as are asked for. */
const directoryOf = (count: number) => {
  const ids = Array.from({ length: count }, (_, index) => index + 101)
  const listMerchants = async ({ after = 0, limit = 100 }: { after?: number; limit?: number } = {}) =>
    ids
      .filter((id) => id > after)
      .slice(0, limit)
      .map((id) => ({ id }))
  return { listMerchants } as unknown as Pick<Directory, 'listMerchants'>
}

test.each([0, 1, 999, 1_000, 1_001, 2_500])('all of %i merchants are there, each once', async (count) => {
  const ids = (await everyMerchant(directoryOf(count))).map(({ id }) => Number(id))
  expect(ids).toEqual(Array.from({ length: count }, (_, index) => index + 101))
})
