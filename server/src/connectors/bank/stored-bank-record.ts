import type { Instant } from '#kernel/base/clock.ts'
import { commit, insert, type Writer } from '#kernel/db/commit/commit.ts'
import type { SandboxBankRecord } from './sandbox.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'sandbox_bank.transfers': { end_to_end_id: string; account_number: string; submitted_at: Instant }
  }
}

/** What the bank of staging remembers, in the database of the installation. */
export const storedBankRecord = (ctx: Writer): SandboxBankRecord => ({
  find: async (endToEndId) => {
    const row = await ctx.db.read
      .selectFrom('sandbox_bank.transfers')
      .select(['end_to_end_id as endToEndId', 'account_number as account', 'submitted_at as submittedAt'])
      .where('end_to_end_id', '=', endToEndId)
      .executeTakeFirst()
    return row
  },
  add: async ({ endToEndId, account, submittedAt }) => {
    const row = { end_to_end_id: endToEndId, account_number: account, submitted_at: submittedAt }
    const orElse = { conflict: ['end_to_end_id'] as const, set: [] }
    await commit(ctx, submittedAt, [insert('sandbox_bank.transfers', row, { orElse })], 'stored-bank-record')
  },
})
