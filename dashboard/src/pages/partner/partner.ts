import { useParams } from '@tanstack/react-router'
import { useScope } from '../../shell/scope.tsx'
import { at } from '../../urls.ts'

/** The partner whose pages these are, and addresses below its own. */
export function usePartner() {
  const { scope, name } = useScope()
  return {
    partnerId: scope.kind === 'partner' ? scope.id : '',
    name,
    to: (...parts: readonly string[]): string => at(scope, ...parts),
  }
}

/** The id at the end of the address. */
export const useId = (): string => (useParams({ strict: false }) as { id?: string }).id ?? ''
