import { useTexts } from '../../../i18n/language.tsx'
import { useScope } from '../../../shell/scope.tsx'
import type { Column, Filter } from '../../../ui/list-page.tsx'
import { namedOptions, PartnerName, useNamed } from '../names.tsx'
import { common } from '../words.ts'

/** Whose customer it is. In a partner's own pages all are its own, so it is not said. */
export function usePartnerColumn<Row extends { partnerId: string | number }>(): readonly Column<Row>[] {
  const c = useTexts(common)
  const { scope } = useScope()
  if (scope.kind === 'partner') return []
  return [
    { name: 'partner', title: c.partner, cell: ({ partnerId }) => <PartnerName id={partnerId} />, phone: 'second' },
  ]
}

/** The choice of a partner, for who sees those of several. */
export function usePartnerFilter(): readonly Filter[] {
  const c = useTexts(common)
  const { scope } = useScope()
  const options = namedOptions(useNamed('partners'))
  return scope.kind === 'partner' ? [] : [{ name: 'partnerId', label: c.partner, kind: 'choice', options }]
}
