import type { Permission } from '#kernel/http/route.ts'
import { isPermitted } from '#kernel/http/route.ts'
import { permissionsOf, type StaffRole } from '../roles.ts'

/** Who needs a second factor: nobody, those who may move money or open a way to it, or everybody. */
export const secondFactorRules = ['optional', 'money', 'everyone'] as const
export type SecondFactorRule = (typeof secondFactorRules)[number]

/** What moves money, or opens the way to it: keys, addresses, and what other people may do. */
const ofMoney: readonly Permission[] = [
  'refunds:create',
  'captures:create',
  'payouts:create',
  'merchant-payouts:create',
  'bank-accounts:change',
  'settlements:adjust',
  'topups:decide',
  'keys:rotate',
  'partners:change',
  'staff:change',
]

/** Whether a person of this role needs a second factor. */
export function needsSecondFactor(rule: SecondFactorRule, role: StaffRole): boolean {
  if (rule !== 'money') return rule === 'everyone'
  const permissions = permissionsOf(role, undefined)
  return ofMoney.some((permission) => isPermitted(permissions, permission))
}
