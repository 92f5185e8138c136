import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { Actor } from '../../common/actor.tsx'

const texts: Texts<{ changed: string; never: string }> = {
  en: { changed: 'Last changed by', never: 'It is the default.' },
  ro: { changed: 'Schimbată ultima dată de', never: 'Este cea implicită.' },
}

/** Who changed the pay form of a site last, when and why; for roles that see the audit. */
export function LastChange({ siteId, isDefault }: { siteId: string; isDefault: boolean }) {
  const t = useTexts(texts)
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['site', siteId, 'changes'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/audit', {
          params: {
            query: { action: 'siteChanged', subjectType: 'site', subjectId: siteId, field: 'payForm', size: 1 },
          },
          signal,
        }),
      ),
    enabled: may('audit:read'),
  })
  const last = data?.data[0]
  if (!last) return isDefault ? <p className="meta">{t.never}</p> : null
  return (
    <p className="meta">
      {t.changed} <Actor of={last.actor} />, <Time at={last.at} />
      {last.reason && ` · “${last.reason}”`}
    </p>
  )
}
