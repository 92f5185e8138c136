import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { useMay } from '../../session.tsx'
import { useScope } from '../../shell/scope.tsx'
import type { Values } from '../../ui/action-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { at } from '../../urls.ts'
import { common } from './words.ts'

const operator = { kind: 'platform' } as const

/** An address below the operator's. */
export const opAt = (...parts: readonly string[]): string => at(operator, ...parts)

/** Addresses of what is reviewed: the operator and partners have the same pages, each below their own address. */
export function useReviews(): (...parts: readonly string[]) => string {
  const { scope } = useScope()
  return (...parts) => at(scope, 'reviews', ...parts)
}

/** What an action says that the person may not take; nothing where they may. */
export function useGate(): (permission: string) => { whyNot?: string } {
  const may = useMay()
  const t = useTexts(common)
  return (permission) => (may(permission) ? {} : { whyNot: t.noPermission(permission) })
}

/**
 * What a call sends that is done once for each opened dialog. What people type are texts, for which the types of the
 * document are too narrow: the server reads them and says at which field it cannot.
 */
export const sending = (path: Readonly<Record<string, string>>, body: object, key: string) =>
  ({ params: { path, header: { 'Idempotency-Key': key } }, body }) as never

/** The fields that somebody has filled in. */
export const filled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** The fields that differ from what was there before, and the reason. */
export const changed = (values: Values, before: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => name === 'reason' || value !== before[name]))

/** What a dialog shows afterwards, if a second person has to approve first. */
export function useWaiting(): (result: unknown) => ReactNode {
  const t = useTexts(common)
  const reviews = useReviews()
  return (result) => {
    const { approval } = (result ?? {}) as { approval?: { id: string } }
    if (!approval) return undefined
    return (
      <div className="notice wait">
        <span>{t.waits}</span>
        <Link to={reviews('approvals', approval.id)}>{t.seeApproval}</Link>
      </div>
    )
  }
}
