import type { Db } from '#kernel/db/db.ts'

/** Forgets the codes of rows that would count for nothing any more, were they put back. */
export const forgetRetiredCodes = async ({ run }: Pick<Db, 'run'>): Promise<void> =>
  void (await run('select florin.forget_retired_codes()', []))
