import { z } from 'zod'
import { type IssuingRoute, issuingFile } from '#issuing/api'
import type { HolderId } from '#issuing/ids'
import { date, oneOf, optional, timeZone } from '#kernel/http/field.ts'
import type { Account } from '../account.ts'
import type { AccountsContext } from '../context.ts'
import { refuse } from '../refusals.ts'
import { daysMax, movementsMax, openStatement } from './statement.ts'
import { statementFile, statementFormats, statementTypes } from './statement-file.ts'
import { statementShape } from './wire.ts'

type Find = (holderId: HolderId, accountId: string) => Promise<Account>

export const statementRoute = (ctx: AccountsContext, { group, find }: { group: string; find: Find }): IssuingRoute =>
  issuingFile({
    method: 'GET',
    path: '/accounts/:accountId/statement',
    operationId: 'getAccountStatement',
    group,
    summary: 'Statement of an account',
    about: `What was booked from the beginning of one day to the end of another, with the balance before and after. At most ${daysMax} days and ${movementsMax} movements. A statement whose \`final\` is true never changes again.`,
    caller: 'holder',
    permission: 'accounts:read',
    params: z.object({ accountId: z.string() }),
    query: z.object({
      from: date().meta({ description: 'The first day.' }),
      to: date().meta({ description: 'The last day, today at the latest.' }),
      timeZone: optional(timeZone()).meta({ description: 'In which days begin and end.', default: 'UTC' }),
      format: optional(oneOf(statementFormats)).meta({ default: 'json' }),
    }),
    reply: statementShape,
    files: Object.values(statementTypes).map((type) => type.replace(/;.*/, '')),
    run: async ({ caller: { holderId }, params, query: { from, to, timeZone = 'UTC', format = 'json' } }) => {
      const account = await find(holderId, params.accountId)
      await countReading(ctx, holderId)
      return statementFile(await openStatement(ctx, { account, period: { from, to, timeZone } }), format)
    },
  })

async function countReading({ limiter }: AccountsContext, holderId: HolderId): Promise<void> {
  const taken = await limiter.take('statements', holderId)
  if (!taken.allowed) throw refuse('too_many_statements', { retryAfterSeconds: taken.retryAfterSeconds })
}
