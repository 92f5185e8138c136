import { useScope } from '../../shell/scope.tsx'
import { at } from '../../urls.ts'

export {
  type BecauseOf,
  type Can,
  changed,
  changedOver,
  filled,
  sending,
  textsIn,
  useCan,
  useGate,
  useWaiting,
} from '../common/acting.tsx'

const operator = { kind: 'platform' } as const

/** An address below the operator's. */
export const opAt = (...parts: readonly string[]): string => at(operator, ...parts)

/** Addresses of what is reviewed: the operator and partners have the same pages, each below their own address. */
export function useReviews(): (...parts: readonly string[]) => string {
  const { scope } = useScope()
  return (...parts) => at(scope, 'reviews', ...parts)
}
