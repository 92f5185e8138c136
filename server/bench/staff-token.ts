import type { StaffScope } from '#core/access'
import type { BenchContext } from './context.ts'
import { by, withBenchApp } from './open-app.ts'

/** An owner of the operator, or of a merchant, as a program calls. */
export const staffToken = (
  ctx: BenchContext,
  scope: StaffScope = { kind: 'platform', id: 'platform' },
): Promise<string> =>
  withBenchApp(ctx, async ({ staff }) => {
    const email = `owner-of-${scope.kind}@florin.example`
    const owner = await staff.add({ by, scope, email, name: 'Owner', role: 'owner' })
    const { token } = await staff.createToken({ by, staffId: owner.id, name: 'bench' })
    return token.reveal()
  })
