import type { Site } from '../../shell/scope.tsx'
import type { Filter } from '../../ui/list-page.tsx'

/** A merchant with one site has nothing to choose. */
export const siteFilter = (label: string, sites: readonly Site[]): Filter[] =>
  sites.length > 1
    ? [
        {
          name: 'siteId',
          label,
          kind: 'choice',
          isSeveral: true,
          options: sites.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]
    : []
