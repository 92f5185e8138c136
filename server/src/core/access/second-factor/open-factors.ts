import type { AccessContext, AccessRules } from '../context.ts'
import type { Staff } from '../staff.ts'
import type { SecondFactors } from './factor.ts'
import { factorsOf, openRecoveryCodes } from './factor-store.ts'
import {
  addPasskey,
  addTotp,
  beginPasskey,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  resetSecondFactors,
} from './manage-factors.ts'
import { needsSecondFactor } from './required.ts'
import { beginTotp } from './totp-setup.ts'

type Rest<F> = F extends (ctx: never, ...rest: infer R) => infer Result ? (...rest: R) => Result : never

/** The second factors of people. Every change is audited in the same commit. */
export type Factors = {
  of(staff: Staff): Promise<SecondFactors>
  beginTotp: Rest<typeof beginTotp>
  addTotp: Rest<typeof addTotp>
  beginPasskey: Rest<typeof beginPasskey>
  addPasskey: Rest<typeof addPasskey>
  rename: Rest<typeof renameFactor>
  remove(
    caller: Parameters<typeof removeFactor>[1],
    input: Omit<Parameters<typeof removeFactor>[2], 'isRequired'>,
  ): Promise<void>
  renewRecoveryCodes: Rest<typeof renewRecoveryCodes>
  /** Another person's, who has lost them. */
  reset: Rest<typeof resetSecondFactors>
}

export const openFactors = (ctx: AccessContext & AccessRules): Factors => {
  const isRequired = ({ role }: Staff) => needsSecondFactor(ctx.secondFactor, role)
  return {
    of: async (staff) => ({
      factors: (await factorsOf(ctx.db, staff.id)).map(({ id, kind, name, createdAt, lastUsedAt }) => ({
        id,
        kind,
        name,
        createdAt,
        lastUsedAt,
      })),
      recoveryCodesLeft: (await openRecoveryCodes(ctx.db, staff.id)).length,
      isRequired: isRequired(staff),
    }),
    beginTotp: (caller) => beginTotp(ctx, caller),
    addTotp: (caller, input) => addTotp(ctx, caller, input),
    beginPasskey: (caller, at) => beginPasskey(ctx, caller, at),
    addPasskey: (caller, input) => addPasskey(ctx, caller, input),
    rename: (caller, input) => renameFactor(ctx, caller, input),
    remove: (caller, input) => removeFactor(ctx, caller, { ...input, isRequired: isRequired(caller.staff) }),
    renewRecoveryCodes: (caller, input) => renewRecoveryCodes(ctx, caller, input),
    reset: (input) => resetSecondFactors(ctx, input),
  }
}
