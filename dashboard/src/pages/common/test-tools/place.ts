import { useScope } from '../../../shell/scope.tsx'
import { at } from '../../../urls.ts'

/** The address of a test tool, for whose pages these are. */
export function useTool(): (...parts: readonly string[]) => string {
  const { scope } = useScope()
  return (...parts) => at(scope, scope.kind === 'platform' ? 'platform' : 'developers', ...parts)
}
