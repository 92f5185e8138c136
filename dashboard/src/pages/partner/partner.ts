import { apiRoot } from '../../api/client.ts'
import { useScope } from '../../shell/scope.tsx'
import type { Export } from '../../ui/list-page.tsx'
import { useThingId } from '../../ui/page-at.tsx'
import { at, withSearch } from '../../urls.ts'

/** The partner whose pages these are, and addresses below its own. */
export function usePartner() {
  const { scope, name } = useScope()
  return {
    partnerId: scope.kind === 'partner' ? scope.id : '',
    name,
    to: (...parts: readonly string[]): string => at(scope, ...parts),
  }
}

/** The same list as CSV, with the same filters. */
export const partnerExport = (list: string, partnerId: string): Export => ({
  url: (search) => `${apiRoot}${withSearch(`/exports/${list}`, { partnerId, ...search })}`,
})

/** The id at the end of the address. */
export const useId = useThingId
